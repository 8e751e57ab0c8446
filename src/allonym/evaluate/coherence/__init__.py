"""The outside judge: do replacements agree with each other as the originals did?

It looks at marked originals and at what stands in the result, by public tables and libraries, and
uses nothing of `allonym.replace`.  Only what agrees in the original is judged.
"""
