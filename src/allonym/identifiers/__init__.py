"""Numbers that carry a check: arithmetic (``checks``) and schemes (``schemes``).

A layer below detection and replacement: the one tells with it whether a number can be real, the
other gives a made-up number its right check digit.  Pure functions of strings.
"""
