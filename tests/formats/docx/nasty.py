"""A Word file with somebody's address in every place that was ever found to hold one."""

import struct
import zlib
from itertools import count

from allonym.formats.package import Part, write_package

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MICROSOFT = "http://schemas.microsoft.com/office/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def part(root, inside):
    return f'<?xml version="1.0" encoding="UTF-8"?><{root} {SPACES}>{inside}</{root}>'.encode()


def word(body, **others):
    """Return a Word file of a body and other parts: ``name=(relation, content type, data)``."""
    relations, overrides, parts = [], [], []
    for number, (name, (kind, content_type, data)) in enumerate(others.items(), 1):
        full = kind if kind.startswith("http") else f"{OFFICE}/{kind}"
        if content_type == "external":
            relations.append(
                f'<Relationship Id="{name}" Type="{full}" Target="{data}" TargetMode="External"/>'
            )
            continue
        path = f"{name}{number}.xml" if isinstance(data, bytes) else data[0]
        relations.append(f'<Relationship Id="{name}" Type="{full}" Target="{path}"/>')
        overrides.append((f"/word/{path}", content_type))
        parts.append(Part(f"word/{path}", data if isinstance(data, bytes) else data[1]))
    return package(part("w:document", f"<w:body>{body}</w:body>"), relations, overrides, parts)


def package(main, relations, overrides, parts, root=(), main_type=f"{WORD}.document.main+xml"):
    rels = "http://schemas.openxmlformats.org/package/2006/relationships"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    listed = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>'
        for name, kind in (("/word/document.xml", main_type), *overrides)
    )
    first = f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/>'
    return write_package(
        [
            Part("[Content_Types].xml", f'<Types xmlns="{types}">{listed}</Types>'.encode()),
            Part(
                "_rels/.rels",
                f'<Relationships xmlns="{rels}">{first}{"".join(root)}</Relationships>'.encode(),
            ),
            Part("word/document.xml", main),
            Part(
                "word/_rels/document.xml.rels",
                f'<Relationships xmlns="{rels}">{"".join(relations)}</Relationships>'.encode(),
            ),
            *parts,
        ]
    )


def p(text, properties=""):
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def field(code, shown):
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    return (
        f"<w:p>{mark.format('begin')}<w:r><w:instrText>{code}</w:instrText></w:r>"
        f"{mark.format('separate')}<w:r><w:t>{shown}</w:t></w:r>{mark.format('end')}</w:p>"
    )


def png(text):
    def chunk(kind, body):
        crc = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + crc

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"tEXt", b"Author\0" + text.encode())
        + chunk(b"IDAT", zlib.compress(b"\0\0\0\0"))
        + chunk(b"IEND", b"")
    )


def jpeg(text):
    exif = b"Exif\0\0" + text.encode()
    return (
        b"\xff\xd8\xff\xe1"
        + struct.pack(">H", len(exif) + 2)
        + exif
        + b"\xff\xda\x00\x02\x11\xff\x00\x22\xff\xd9"
        + text.encode()
    )


class Secrets:
    """Hands out addresses, each under the name of its place."""

    def __init__(self):
        self.by_place = {}
        self._numbers = count(1)

    def __call__(self, place):
        return self.by_place.setdefault(place, f"leak{next(self._numbers):02}@corp.test")


def drawing(s):
    box = "<w:txbxContent>" + p(s("text box")) + "</w:txbxContent>"
    return (
        "<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:inline>"
        f"<wp:docPr id='1' name='{s('name of a drawing')}' descr='{s('alternative text')}' "
        f"title='{s('title of a drawing')}'><a:hlinkClick r:id='mail' "
        f"tooltip='{s('tooltip of a drawing')}'/></wp:docPr><a:graphic><a:graphicData><wps:wsp>"
        f"<wps:txbx>{box}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>"
        f"</mc:Choice><mc:Fallback><w:pict><v:shape id='{s('name of a VML shape')}' "
        f"alt='{s('VML alternative text')}' o:gfxdata='{s('packed drawing')}'><v:textbox>{box}"
        "</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
        "<w:p><w:r><w:pict><v:shape id='_x0000_i1' "
        f"href='{s('link of a shape')}'><v:imagedata r:id='photo' o:title='{s('picture file')}'/>"
        f"<o:signatureline o:suggestedsigner='{s('signature line')}'/>"
        f"<v:textpath string='{s('word art')}'/></v:shape></w:pict></w:r></w:p>"
        "<w:p><w:r><w:drawing><wp:inline><pic:pic><pic:blipFill><a:blip r:embed='scan' "
        "r:link='linked'/></pic:blipFill></pic:pic></wp:inline></w:drawing></w:r></w:p>"
        "<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id='chart'/>"
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )


def changes(s):
    who = f"w:id='1' w:author='{s('author of a change')}' w:date='2024-05-01T08:00:00Z'"
    return (
        f"<w:p w:rsidR='00ABCDEF' w14:paraId='1A2B3C4D'><w:ins {who}><w:r><w:t>new "
        f"{s('inserted text')}</w:t></w:r></w:ins><w:del {who}><w:r><w:delText>old "
        f"{s('deleted text')}</w:delText></w:r></w:del><w:moveFrom {who}><w:r><w:t>"
        f"{s('moved text')}</w:t></w:r></w:moveFrom></w:p>"
        f"<w:p><w:pPr><w:pPrChange {who}><w:pPr><w:pStyle w:val='{s('former style')}'/></w:pPr>"
        f"</w:pPrChange></w:pPr></w:p>"
        f"<w:tbl><w:tr><w:trPr><w:del {who}/></w:trPr><w:tc>{p(s('deleted row'))}</w:tc></w:tr>"
        f"<w:tr><w:tc>{p(s('table cell'))}</w:tc></w:tr></w:tbl>"
    )


def controls(s):
    return (
        f"<w:sdt><w:sdtPr><w:alias w:val='{s('alias of a control')}'/>"
        f"<w:tag w:val='{s('tag of a control')}'/><w:placeholder><w:docPart "
        f"w:val='{s('placeholder')}'/></w:placeholder><w:dataBinding "
        f"w:xpath='/{s('data binding')}'/><w:dropDownList w:lastValue='{s('last choice')}'>"
        f"<w:listItem w:displayText='{s('entry of a list')}' w:value='1'/></w:dropDownList>"
        f"</w:sdtPr><w:sdtContent>{p(s('content control'))}</w:sdtContent></w:sdt>"
        f"<w:p><w:permStart w:id='5' w:ed='{s('permission')}'/><w:permEnd w:id='5'/>"
        f"<w:smartTag w:element='{s('smart tag')}'><w:smartTagPr><w:attr w:name='n' "
        f"w:val='{s('property of a smart tag')}'/></w:smartTagPr><w:r><w:t>"
        f"{s('text in a smart tag')}</w:t></w:r></w:smartTag></w:p>"
        "<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:name w:val='f1'/>"
        f"<w:helpText w:val='{s('help of a form field')}'/><w:ddList><w:listEntry "
        f"w:val='{s('entry of a form field')}'/></w:ddList></w:ffData></w:fldChar></w:r><w:r>"
        "<w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType='end'/>"
        "</w:r></w:p>"
    )


def links(s):
    name = s("name of a bookmark")
    return (
        f"<w:p><w:bookmarkStart w:id='1' w:name='{name}'/><w:r><w:t>here</w:t></w:r>"
        "<w:bookmarkEnd w:id='1'/></w:p>"
        + field(f" REF {name} \\h ", "here")
        + f"<w:p><w:hyperlink w:anchor='{name}'><w:r><w:t>there</w:t></w:r></w:hyperlink></w:p>"
        + f"<w:p><w:hyperlink r:id='mail' w:tooltip='{s('tooltip')}'><w:r><w:t>"
        + f"{s('text of a link')}</w:t></w:r></w:hyperlink></w:p>"
        + "<w:p><w:hyperlink r:id='file'><w:r><w:t>a file</w:t></w:r></w:hyperlink></w:p>"
        + field(f' HYPERLINK "mailto:{s("address in a field")}" ', "mail")
        + field(f' INCLUDETEXT "C:/{s("file in a field")}" ', s("shown by a field"))
        + f"<w:p><w:fldSimple w:instr=' AUTHOR \"{s('simple field')}\" '><w:r><w:t>"
        + f"{s('shown by a simple field')}</w:t></w:r></w:fldSimple></w:p>"
        + f"<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>{s('hidden text')}</w:t></w:r></w:p>"
        + f"<w:p><m:oMath><m:r><m:t>{s('equation')}</m:t></m:r></m:oMath></w:p>"
        + "<w:p><w:r><w:object><o:OLEObject r:id='ole'/></w:object></w:r><w:r><w:control "
        + "r:id='active'/></w:r></w:p><w:altChunk r:id='chunk'/>"
        + "<w:p><w:commentRangeStart w:id='0'/><w:r><w:t>x</w:t></w:r><w:r>"
        + "<w:commentReference w:id='0'/></w:r><w:r><w:footnoteReference w:id='2'/></w:r></w:p>"
    )


def other_parts(s):
    chart = (
        "<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>"
        f"{s('title of a chart')}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:ser>"
        f"<c:cat><c:strRef><c:f>'{s('sheet of a chart')}'!$A$1</c:f><c:strCache><c:pt idx='0'>"
        f"<c:v>{s('label of a chart')}</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser>"
        "</c:plotArea></c:chart>"
    )
    who = f"w:author='{s('author of a comment')}' w:initials='{s('initials')}'"
    return {
        "styles": ("styles", f"{WORD}.styles+xml", part("w:styles", (
            f"<w:style w:customStyle='1' w:styleId='{s('identifier of a style')}'><w:name "
            f"w:val='{s('name of a style')}'/><w:aliases w:val='{s('alias of a style')}'/>"
            "</w:style>"))),
        "numbering": ("numbering", f"{WORD}.numbering+xml", part("w:numbering", (
            f"<w:abstractNum><w:name w:val='{s('name of a list')}'/><w:lvl><w:numFmt "
            f"w:val='decimal'/><w:lvlText w:val='{s('label of a list')} %1.'/></w:lvl>"
            "</w:abstractNum>"))),
        "settings": ("settings", f"{WORD}.settings+xml", part("w:settings", (
            f"<w:mailMerge><w:query w:val='{s('mail merge')}'/></w:mailMerge><w:docVars><w:docVar "
            f"w:name='n' w:val='{s('variable')}'/></w:docVars><w:rsids><w:rsid w:val='00ABCDEF'/>"
            f"</w:rsids><w:attachedTemplate r:id='{s('template')}'/>"))),
        "header": ("header", f"{WORD}.header+xml", part("w:hdr", p(s("header")))),
        "footer": ("footer", f"{WORD}.footer+xml", part("w:ftr", p(s("footer")))),
        "footnotes": ("footnotes", f"{WORD}.footnotes+xml", part(
            "w:footnotes", f"<w:footnote w:id='2'>{p(s('footnote'))}</w:footnote>")),
        "endnotes": ("endnotes", f"{WORD}.endnotes+xml", part(
            "w:endnotes", f"<w:endnote w:id='2'>{p(s('endnote'))}</w:endnote>")),
        "comments": ("comments", f"{WORD}.comments+xml", part(
            "w:comments", f"<w:comment w:id='0' {who}>{p(s('comment'))}</w:comment>")),
        "glossary": ("glossaryDocument", f"{WORD}.document.glossary+xml", part(
            "w:glossaryDocument", f"<w:docParts><w:docPart><w:docPartPr><w:name "
            f"w:val='{s('name of a building block')}'/><w:description "
            f"w:val='{s('description of a building block')}'/></w:docPartPr><w:docPartBody>"
            f"{p(s('building block'))}</w:docPartBody></w:docPart></w:docParts>")),
        "theme": ("theme", "application/vnd.openxmlformats-officedocument.theme+xml",
                  part("a:theme", f"<a:themeElements name='{s('theme')}'/>")
                  .replace(b"<a:theme ", f"<a:theme name='{s('theme')}' ".encode())
                  .replace(b"themeElements", b"fontScheme")),
        "chart": ("chart", "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
                  part("c:chartSpace", chart)),
        "people": ("http://schemas.microsoft.com/office/2011/relationships/people", "text/xml",
                   part("w:people", f"<w:person w:author='{s('list of people')}'/>")),
        "custom": ("customXml", "application/xml", part("a:x", s("custom XML"))),
        "web": ("webSettings", "application/xml", part("w:webSettings", s("web settings"))),
        "macros": (f"{MICROSOFT}/vbaProject", "application/vnd.ms-office.vbaProject",
                   ("vbaProject.bin", b"\xd0\xcf" + s("macros").encode("utf-16-le"))),
        "ole": ("oleObject", "application/vnd.openxmlformats-officedocument.oleObject",
                ("ole.bin", b"\0\1" + s("embedded object").encode("utf-16-le"))),
        "active": ("control", "application/xml", part("a:x", s("ActiveX control"))),
        "chunk": ("aFChunk", "text/html", ("chunk.html", s("part in another format").encode())),
        "printer": ("printerSettings", "application/octet-stream",
                    ("printer.bin", s("printer settings").encode("utf-16-le"))),
        "font": ("font", "application/octet-stream", ("font.odttf", s("embedded font").encode())),
        "photo": ("image", "image/jpeg", ("media/a.jpg", jpeg(s("data of a JPEG")))),
        "scan": ("image", "image/png",
                 (f"media/{s('name of a part')}.png", png(s("data of a PNG")))),
        "vector": ("image", "image/x-emf",
                   ("media/b.emf", b"\1\0\0\0" + s("text of a metafile").encode("utf-16-le"))),
        "mail": ("hyperlink", "external", f"mailto:{s('target of a link')}"),
        "file": ("hyperlink", "external", f"file:///C:/{s('path of a file')}/a.docx"),
        "linked": ("image", "external", f"http://a.test/{s('address of a picture')}.png"),
        "template": ("attachedTemplate", "external", f"file:///{s('path of a template')}.dotm"),
    }  # fmt: skip


def nasty():
    """Return the file, and the address hidden in each place."""
    s = Secrets()
    body = (
        f"<!-- {s('XML comment')} --><?x {s('instruction')}?>"
        + p(f"Write to {s('body')}.")
        + "<w:p><w:r><w:t>split.le</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>ak@corp</w:t></w:r>"
        + "<w:r><w:softHyphen/><w:t>.test</w:t></w:r></w:p>"
        + drawing(s) + changes(s) + controls(s) + links(s)
        + f"<w:tbl><w:tblPr><w:tblCaption w:val='{s('caption of a table')}'/><w:tblDescription "
        + f"w:val='{s('description of a table')}'/></w:tblPr><w:tr><w:tc>{p('x')}</w:tc></w:tr>"
        + "</w:tbl>"
    )  # fmt: skip
    s.by_place["split over runs"] = "split.leak@corp.test"
    inner = word(body, **other_parts(s))
    return with_properties(inner, s), s.by_place


def with_properties(data, s):
    from allonym.formats.package import read_package

    root = [
        (f"{PACKAGE}/core-properties", "docProps/core.xml", part("a:x", s("core properties"))),
        (f"{OFFICE}/extended-properties", "docProps/app.xml", part("a:x", s("app properties"))),
        (f"{OFFICE}/custom-properties", "docProps/custom.xml", part("a:x", s("own properties"))),
        (f"{PACKAGE}/thumbnail", "docProps/thumbnail.jpeg", jpeg(s("thumbnail"))),
        (f"{PACKAGE}/signature", "_xmlsignatures/sig1.xml", part("a:x", s("signature"))),
    ]
    links_ = "".join(
        f'<Relationship Id="x{n}" Type="{kind}" Target="{name}"/>'
        for n, (kind, name, _) in enumerate(root)
    ).encode()
    parts = [
        Part(m.name, m.data.replace(b"</Relationships>", links_ + b"</Relationships>"))
        if m.name == "_rels/.rels"
        else m
        for m in read_package(data)
    ]
    orphan = Part("word/orphan.xml", s("part without a relation").encode())
    return write_package([*parts, *(Part(name, raw) for _, name, raw in root), orphan])
