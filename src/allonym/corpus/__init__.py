"""Runs over corpora: many documents, several processes, and a ledger of what is done.

The parent reads and writes; workers turn a shard into its pseudonymized twin and know nothing of
files.  So a killed worker loses no more than its shard's work, and a killed parent leaves whole
parts and a manifest that says which.
"""
