"""Doors for people who already use something else: spaCy, Presidio, tables, chats.

Each module is thin, imports its library only when it is used, and says which extra it needs.
"""
