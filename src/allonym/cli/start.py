"""What ``allonym`` alone says: what it is, which languages it knows, what to try first."""

from __future__ import annotations

import locale
import os
from importlib.util import find_spec
from textwrap import fill

from allonym._version import __version__
from allonym.languages.pack import available, load_pack
from allonym.samples import languages


def greeting() -> str:
    """Return the dozen lines."""
    codes = available()
    code = _own(codes)
    packs = ", ".join(f"{load_pack(c).name} {c}" for c in codes)
    known = fill(f"Languages: {packs or 'none; see allonym pack install'}", 78)
    extra = "" if find_spec("uvicorn") else "*\n  (* not installed yet: it says how)"
    tries = (
        (f"allonym sample {code} | allonym run --diff -", "a letter, before and after"),
        ("allonym sample --word", "contract.docx, to try it on"),
        ("allonym run contract.docx", "writes contract.pseudonymized.docx"),
        ("allonym review contract.docx", f"look and correct, in a browser{extra}"),
    )
    tried = "\n".join(f"  {typed:<42}{what}" for typed, what in tries)
    return f"""\
Allonym {__version__} puts other people's data in place of the real ones, so that a
text still reads.  It runs on this machine alone; nothing is sent anywhere.

{known}

Try it now:
{tried}

More: allonym --help, allonym doctor; allonym completion --install for Tab."""


def _own(codes: tuple[str, ...] | list[str]) -> str:
    """Return the language of whoever sits here, if there is a sample in it."""
    told = os.environ.get("LC_ALL") or os.environ.get("LANG") or (locale.getlocale()[0] or "")
    code = told[:2].lower()
    return code if code in codes and code in languages() else "en"
