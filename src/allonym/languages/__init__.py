"""Language packs: directories of data, one a language, and the loader that reads them.

Adding a language means adding a directory; see ``docs/how-to/add-a-language.md``.
"""
