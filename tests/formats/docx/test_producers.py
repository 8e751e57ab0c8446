"""Files of real producers: LibreOffice writes one, and opens what became of it."""

import shutil
import subprocess

import pytest

from allonym import Pipeline
from allonym.formats.docx.document import DocxFormat
from allonym.testing import check_format

SOFFICE = shutil.which("soffice")
HTML = """<html><body><h1>Judgment</h1><p>Write to <b>jane.</b>doe@corp.test today.</p>
<table border="1"><tr><td>a</td><td>joe@corp.test</td></tr></table>
<p><a href="mailto:joe@corp.test">mail</a></p>%s</body></html>"""


def converted(folder, name, kind, source=""):
    command = [
        SOFFICE, f"-env:UserInstallation=file://{folder}/profile", "--headless", *source.split(),
        "--convert-to", kind, "--outdir", str(folder), str(folder / name),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return folder / f"{name.rpartition('.')[0]}.{kind.partition(':')[0]}"


@pytest.mark.slow
@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_what_it_wrote_with_the_same_pages(tmp_path):
    filler = "<p>The court has heard the parties and found nothing to add.</p>" * 120
    (tmp_path / "a.html").write_text(HTML % filler, "utf-8")
    data = converted(tmp_path, "a.html", "docx:MS Word 2007 XML", "--writer").read_bytes()
    check_format(DocxFormat(), data)
    made = Pipeline.load(language="en", method="tag").run_file(data, "a.docx")
    (tmp_path / "b.docx").write_bytes(made.data)
    before = converted(tmp_path, "a.docx", "pdf").read_bytes()
    after = converted(tmp_path, "b.docx", "pdf").read_bytes()
    assert before.count(b"/Type/Page/") == after.count(b"/Type/Page/") > 1
    assert "[E-MAIL]" in DocxFormat().open(made.data).view.text


@pytest.mark.slow
def test_python_docx_opens_what_became_of_its_file(tmp_path):
    docx = pytest.importorskip("docx", reason="python-docx is not installed")
    written = docx.Document()
    written.add_heading("Judgment", 1)
    written.add_paragraph("Write to ").add_run("jane.doe@corp.test").bold = True
    written.add_table(1, 2).cell(0, 1).text = "joe@corp.test"
    written.sections[0].header.paragraphs[0].text = "joe@corp.test"
    written.core_properties.author = "Jane Doe"
    written.save(tmp_path / "a.docx")
    data = (tmp_path / "a.docx").read_bytes()
    check_format(DocxFormat(), data, plans=3)
    made = Pipeline.load(language="en", method="tag").run_file(data, "a.docx")
    (tmp_path / "b.docx").write_bytes(made.data)
    again = docx.Document(tmp_path / "b.docx")
    assert again.paragraphs[1].runs[1].text == "[E-MAIL]"
    assert again.paragraphs[1].runs[1].bold
    assert again.sections[0].header.paragraphs[0].text == "[E-MAIL]"
    assert again.core_properties.author != "Jane Doe"
