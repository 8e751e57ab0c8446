"""A text with everything that a word processor can do, for LibreOffice to write in its formats."""

NAME = "Jane Doe"

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>File of Jane Doe</dc:title><dc:creator>Jane Doe</dc:creator>
<meta:initial-creator>Jane Doe</meta:initial-creator><meta:keyword>Jane Doe</meta:keyword>
<meta:user-defined meta:name="Client">Jane Doe</meta:user-defined></office:meta>
<office:styles>
<style:style style:name="Standard" style:family="paragraph"/></office:styles>
<office:automatic-styles><style:page-layout style:name="pm"><style:page-layout-properties
 fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/><style:header-style/>
<style:footer-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm">
<style:header><text:p>Header: Jane Doe</text:p></style:header>
<style:footer><text:p>Footer: Jane Doe, page <text:page-number>1</text:page-number></text:p>
</style:footer></style:master-page></office:master-styles>
<office:body><office:text>"""

_BODY = """
<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info>
<dc:creator>Jane Doe</dc:creator><dc:date>2024-01-02T03:04:05</dc:date></office:change-info>
<text:p>deleted words of Jane Doe</text:p></text:deletion></text:changed-region>
<text:changed-region text:id="c2"><text:insertion><office:change-info>
<dc:creator>Jane Doe</dc:creator><dc:date>2024-01-02T03:04:05</dc:date></office:change-info>
</text:insertion></text:changed-region></text:tracked-changes>
<text:table-of-content text:name="Contents1"><text:table-of-content-source
 text:outline-level="2"/><text:index-body><text:p>Visit of Jane Doe</text:p></text:index-body>
</text:table-of-content>
<text:h text:outline-level="1">Visit of <text:bookmark-start
 text:name="jane_doe"/>Jane Doe<text:bookmark-end text:name="jane_doe"/></text:h>
<text:p>The court heard Ja<text:span>ne Doe</text:span> in person<text:note text:id="n1"
 text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>
<text:p>Footnote on Jane Doe.</text:p></text:note-body></text:note> and her brother<text:note
 text:id="n2" text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body>
<text:p>Endnote on Jane Doe.</text:p></text:note-body></text:note>.</text:p>
<text:p>She <office:annotation><dc:creator>Jane Doe</dc:creator>
<dc:date>2024-01-02T03:04:05</dc:date><text:p>Comment: ask Jane Doe.</text:p>
</office:annotation>came <text:change-start text:change-id="c2"/>with Jane Doe<text:change-end
 text:change-id="c2"/> to<text:tab/>us.<text:change text:change-id="c1"/></text:p>
<text:p>See <text:a xlink:type="simple" xlink:href="mailto:jane.doe@corp.test"
 office:title="Jane Doe">the mail</text:a> and <text:bookmark-ref text:reference-format="text"
 text:ref-name="jane_doe">Jane Doe</text:bookmark-ref>.</text:p>
<text:p><draw:frame draw:name="Box of Jane Doe" text:anchor-type="as-char" svg:width="6cm"
 svg:height="1.5cm"><draw:text-box><text:p>Box: Jane Doe</text:p></draw:text-box>
<svg:title>Jane Doe</svg:title><svg:desc>Portrait of Jane Doe</svg:desc></draw:frame></text:p>
<table:table table:name="Parties"><table:table-column table:number-columns-repeated="2"/>
<table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell>
<text:p>Jane Doe</text:p></table:table-cell></table:table-row></table:table>
<text:p>By <text:author-name>Jane Doe</text:author-name>,
<text:sender-lastname>Doe</text:sender-lastname>.</text:p>
<text:list><text:list-item><text:p>First: Jane Doe</text:p></text:list-item></text:list>
"""


def features(paragraphs: int = 90) -> bytes:
    """Return the text as flat OpenDocument, with as much filler as makes several pages."""
    filler = "<text:p>Nothing else of weight was said on that day before the court.</text:p>"
    tail = "</office:text></office:body></office:document>"
    return f"{_HEAD}{_BODY}{filler * paragraphs}{tail}".encode()
