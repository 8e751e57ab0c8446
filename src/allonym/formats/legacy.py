"""Old and rare formats by way of LibreOffice, where the machine has it.

The file is converted in a folder of its own that is gone afterwards, by a LibreOffice with an empty
profile: no macros, no network, no trace in the user's list of recent files.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.formats.base import Format
from allonym.formats.docx.document import DocxFormat
from allonym.formats.office.document import PackageDocument
from allonym.formats.office.formats import OfficeFormat, PptxFormat, XlsxFormat
from allonym.ports import Residue
from allonym.profile import Documents

_PROGRAMS = ("soffice", "libreoffice")
_SECONDS = 300


@dataclass(frozen=True, slots=True)
class LegacyFormat(Format):
    """Files that are read as what LibreOffice makes of them."""

    to: str = "docx"  # ending that they are converted to
    form: Callable[[Documents], DocxFormat | OfficeFormat] = DocxFormat  # the format of that ending

    def open(self, data: bytes) -> PackageDocument:
        """Convert a file and read it; it is written in the format that it was converted to.

        Raises:
            UnsupportedFormat: If LibreOffice is not installed.
            CorruptDocument: If it cannot convert the file.
        """
        opened = self.form(self.settings).open(convert(data, self.to))
        residue = (Residue("what LibreOffice does not carry over", 1, "removed"), *opened.residue)
        return replace(opened, suffix=f".{self.to}", residue=residue)


spreadsheet = partial(LegacyFormat, to="xlsx", form=XlsxFormat)
slides = partial(LegacyFormat, to="pptx", form=PptxFormat)


def convert(data: bytes, to: str) -> bytes:
    """Return a file as LibreOffice converts it.

    Raises:
        UnsupportedFormat: If LibreOffice is not installed.
        CorruptDocument: If it cannot read the file, or takes too long.
    """
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        raise UnsupportedFormat(
            f"this format needs LibreOffice; install it, or save the file as .{to} first"
        )
    with tempfile.TemporaryDirectory(prefix="allonym-") as name:
        folder = Path(name)
        source = folder / "source"
        source.write_bytes(data)
        profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
        command = [program, profile, "--headless", "--norestore", "--nolockcheck",
                   "--convert-to", to, "--outdir", str(folder), str(source)]  # fmt: skip
        try:
            subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)  # noqa: S603
            return (folder / f"source.{to}").read_bytes()
        except (subprocess.SubprocessError, OSError):
            raise CorruptDocument(
                "LibreOffice cannot convert the file; open and save it anew"
            ) from None
