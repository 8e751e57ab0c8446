"""Mail (RFC 5322, MIME): headers and texts as one document, attachments each as another."""

from __future__ import annotations

import binascii
import codecs
import email
import email.policy
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from email.message import EmailMessage, Message
from mimetypes import MimeTypes
from unicodedata import normalize
from urllib.parse import unquote

from allonym.errors import CorruptDocument
from allonym.formats.base import Format, load_table
from allonym.formats.encoding import decode, decode_as
from allonym.formats.joined import Joined
from allonym.formats.markup.document import read_page, read_style
from allonym.formats.packed import decoded_header, encoded_header, unpacked
from allonym.formats.plain import read_text
from allonym.formats.references import unescape
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import Member, NamesIn, Residue, SourceDocument

_LINK = re.compile(r"(?:(?<=[\"'(])|\bcid:)[^\s\"'<>()]+", re.I)
_LANGUAGE = re.compile(r"(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?(?:,\s*|$))*", re.I)
_POLICY = email.policy.SMTP.clone(refold_source="none")


_LONGEST_HEADER, _MOST_HEADERS = 4000, 2000
# headers that the standard library takes apart at great length whenever one is asked for
_STRUCTURED = re.compile(rb"^content-[a-z-]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.I | re.M)
# parts in parts that no mail program makes; each would be read by all around it
_DEEPEST, _MOST_PARTS = 50, 500
_TAKE_OUT = "save what is attached as files of their own, and give those and the mail without it"
_PACKED = ("base64", "quoted-printable")
# a sign that stands for itself in a mail that only says to be packed: =?utf-8?q?…
_UNPACKED = re.compile(rb"=(?![\dA-F]{2}|\r?\n)")


def _unpacked(data: bytes, by: str) -> bytes:
    """Return what a mail is that some programs pack although it may not be (RFC 2046, 5.2.1)."""
    if by == "quoted-printable" and not _UNPACKED.search(data):
        return binascii.a2b_qp(data)
    try:
        return binascii.a2b_base64(data) if by == "base64" and b":" not in data else data
    except binascii.Error:
        return b""


def _packed(part: Message) -> str:
    """Return how a part says that its bytes are written."""
    return str(part.get("content-transfer-encoding", "")).strip().lower()


class MailFormat(Format):
    """One message."""

    def open(self, data: bytes) -> MailDocument:
        """Read a message.

        Raises:
            CorruptDocument: If it has no headers, or is signed or encrypted as a whole.
        """
        if data.lower().count(b"boundary=") > _MOST_PARTS:
            raise CorruptDocument(
                f"the mail has more than {_MOST_PARTS} parts in parts; {_TAKE_OUT}"
            )
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:4]
        source = _STRUCTURED.sub(
            lambda header: header[0] if len(header[0]) <= _LONGEST_HEADER else b"X-Removed: yes",
            decode(data)[0].encode() if wide else data.removeprefix(codecs.BOM_UTF8),
        )
        message = email.message_from_bytes(source, policy=_POLICY)
        _shorten(message)
        for part in message.walk() if wide else ():
            if part.get_content_maintype() == "text" and _packed(part) not in _PACKED:
                part.set_param("charset", "utf-8")
        if _depth(message) > _DEEPEST:
            raise CorruptDocument(
                f"the mail has parts in parts more than {_DEEPEST} deep; {_TAKE_OUT}"
            )
        if not message.keys():
            raise CorruptDocument(
                "not a mail: it has no headers; save it anew, or its text as a .txt file"
            )
        if message.get_content_type() in ("multipart/encrypted", "application/pkcs7-mime"):
            raise CorruptDocument("the mail is encrypted; decrypt it first")
        return _document(message)


@dataclass(frozen=True, slots=True)
class MailDocument:
    """A message."""

    message: EmailMessage = field(repr=False)  # as it was read; never changed
    joined: Joined = field(repr=False)  # its headers and texts
    # its attachments, by number where two have one name
    members: tuple[Member, ...] = field(repr=False)
    # what is put in place of each of them; None before they were treated
    attached: Mapping[str, Member] | None = field(repr=False, default=None)

    @property
    def view(self) -> TextView:
        """Headers first, then each text."""
        return self.joined.view

    @property
    def residue(self) -> tuple[Residue, ...]:
        """Headers of transport, file names, and signatures, which would not hold any more."""
        dropped = sum(k.lower() not in (*_named("read"), *_named("kept")) for k in self.message)
        loose = sum(bool(part.preamble or part.epilogue) for part in self.message.walk())
        counts = (("headers of transport and programs", dropped),
                  ("names of attachments", len(self.members)),
                  ("text before and behind the parts", loose))  # fmt: skip
        return tuple(Residue(place, n, "removed") for place, n in counts if n) or (
            Residue("headers of transport and programs", 0, "removed"),
        )

    def with_members(self, rewritten: Mapping[str, Member]) -> SourceDocument:
        """Return the message with these attachments and no others."""
        return replace(self, attached=dict(rewritten))

    def without(self, words: Mapping[str, str]) -> MailDocument:
        """Return the message; where a text is not read, what stands for each word is written."""
        return replace(self, joined=self.joined.without(words))

    def with_names(self, names: NamesIn) -> MailDocument:
        """Return the same; names in small letters leave the labels of its pages."""
        return replace(self, joined=self.joined.with_names(names))

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the message with the plan carried out; its texts are written in UTF-8."""
        message = deepcopy(self.message)
        texts = iter(self.joined.rewrite_parts(plan))
        parts, attachments = _texts(message), _attachments(message)
        identities = _identities(message)
        _write_headers(message, [next(texts).decode("utf-8") for _ in _headers(message)])
        for part in parts:
            kind = part.get_content_subtype()
            disposition = part.get_content_disposition()
            names = _names(part)
            part.set_content(next(texts).decode("utf-8"), subtype=kind, charset="utf-8",
                             disposition=disposition)  # fmt: skip
            _name_part(part, names, identities)
        _attach(message, attachments, self.members, self.attached, identities)
        _tidy(message)
        return message.as_bytes(policy=_POLICY)


def _named(key: str) -> tuple[str, ...]:
    """Return the headers or kinds of parts of one key of ``mail.toml``."""
    return tuple(load_table("mail.toml")[key].split())


def _shorten(message: Message) -> None:
    """Take out what the standard library would read again and again, and no mail needs."""
    for part in message.walk():
        items = list(part.raw_items()) if isinstance(part, EmailMessage) else []
        if len(items) > _MOST_HEADERS:
            raise CorruptDocument(
                f"the mail has more than {_MOST_HEADERS} headers in one part; save its text as "
                "a .txt file"
            )
        for name, value in items:
            if name.lower() not in _named("read") and len(str(value)) > _LONGEST_HEADER:
                del part[name]


def _depth(message: Message) -> int:
    """Return how deep the deepest part lies."""
    deepest, count, waiting = 0, 0, [(message, 1)]
    while waiting:
        part, depth = waiting.pop()
        count += 1
        if count > _MOST_PARTS:
            raise CorruptDocument(f"the mail has more than {_MOST_PARTS} parts; {_TAKE_OUT}")
        deepest = max(deepest, depth)
        inside = part.get_payload() if part.is_multipart() else ()
        waiting += [(p, depth + 1) for p in inside if isinstance(p, Message)]
    return deepest


def _document(message: EmailMessage) -> MailDocument:
    listed = _named("lists")
    parts: list[SourceDocument] = [
        read_text(value, parting="," if name in listed else "") for name, value in _headers(message)
    ]
    identities = _identities(message)
    for part in _texts(message):
        read = {"html": read_page, "css": read_style}.get(part.get_content_subtype())
        text = _content(part)
        page = _relinked(text.rstrip(), identities) if read else ""
        parts.append(read(page) if read else read_text(unpacked(text)))
    members, seen = [], set()
    for number, part in enumerate(_attachments(message), start=1):
        name = _name(part, number)
        name = f"{number}-{name}" if name in seen else name
        seen.add(name)
        members.append(Member(name, _payload(part)))
    return MailDocument(message, Joined.of(parts), tuple(members))


def _identities(message: EmailMessage) -> dict[str, str]:
    """Return by which names pages refer to attachments (RFC 2392), and others that say nothing."""
    known = [names for part in _leaves(message) if (names := _names(part))]
    return {name: f"part{n}@mail" for n, names in enumerate(known, start=1) for name in names}


def _names(part: Message) -> list[str]:
    """Return by what names a page may refer to a part: its identity, and where it lay once."""
    said = (part.get("content-id"), part.get("content-location"))
    return [str(name).strip().strip("<>").removeprefix("cid:") for name in said if name]


def _relinked(page: str, identities: Mapping[str, str]) -> str:
    """Return a page that refers to attachments by their new names."""

    def new(match: re.Match[str]) -> str:
        link = unescape(match[0])
        is_cid = link[:4].lower() == "cid:"
        known = identities.get(unquote(link[4:]) if is_cid else link, "gone" if is_cid else "")
        return f"cid:{known}" if known else match[0]

    return _LINK.sub(new, page) if identities else page


def _headers(message: EmailMessage) -> list[tuple[str, str]]:
    """Return the headers that are read, in small letters, with their values decoded, in order."""
    items = ((name.lower(), value) for name, value in message.raw_items())
    return [
        (name, decoded_header(value, quoted=name in _named("quoted")))
        for name, value in items
        if name in _named("read")
    ]


def _leaves(message: EmailMessage) -> Iterator[EmailMessage]:
    """Yield the parts that hold no others; reports of transport are emptied, so they count not."""
    gone: set[int] = set()
    for part in message.walk():
        if id(part) in gone:
            continue
        if part.get_content_type() in _named("transport"):
            gone |= {id(inner) for inner in part.walk()}
        elif not part.is_multipart() or _is_message(part):
            yield part


def _texts(message: EmailMessage) -> list[EmailMessage]:
    """Return the parts that are read as text, none of them inside an attached message."""
    attached = {id(inner) for part in _attachments(message) for inner in part.walk()}
    return [p for p in _leaves(message) if _is_text(p) and id(p) not in attached]


def _attachments(message: EmailMessage) -> list[EmailMessage]:
    found: list[EmailMessage] = []
    inside: set[int] = set()
    for part in _leaves(message):
        if id(part) in inside or _is_text(part):
            continue
        inside |= {id(inner) for inner in part.walk()}
        found.append(part)
    return found


def _is_message(part: EmailMessage) -> bool:
    """Tell whether a part is a mail by itself (RFC 2046, 5.2; RFC 6532, 3.7)."""
    return part.get_content_type() in ("message/rfc822", "message/global", "message/news")


def _is_text(part: EmailMessage) -> bool:
    named = part.get_filename() or part.get_content_disposition() == "attachment"
    return part.get_content_type() in ("text/plain", "text/html", "text/css") and not named


def _content(part: EmailMessage) -> str:
    """Return a text by the encoding it declares, or by its likeness where that is not so."""
    payload = _payload(part)
    try:
        text = decode_as(payload, str(part.get_content_charset("ascii")))
    except (LookupError, UnicodeError):
        text = decode(payload)[0].encode("utf-8", "replace").decode("utf-8")
    return normalize("NFC", text.replace("\r\n", "\n"))


def _payload(part: EmailMessage) -> bytes:
    if _is_message(part):
        inner = part.get_payload()
        first = inner[0] if isinstance(inner, list) else None
        whole = first.as_bytes(policy=_POLICY) if isinstance(first, EmailMessage) else b""
        return _unpacked(whole, _packed(part))
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _name(part: EmailMessage, number: int) -> str:
    if _is_message(part):
        return f"{number}.eml"
    ending = load_table("mail.toml")["endings"].get(part.get_content_type(), ".bin")
    return part.get_filename() or f"{number}{ending}"


def _write_headers(message: EmailMessage, values: Sequence[str]) -> None:
    """Write the headers that are read with new values, and leave out those of transport."""
    items, fresh = list(message.raw_items()), iter(values)
    for name, _ in items:
        del message[name]
    for name, value in items:
        if name.lower() in _named("read"):
            message.set_raw(name, encoded_header(next(fresh)))
        elif name.lower() in _named("kept"):
            message.set_raw(name, value)


def _attach(
    message: EmailMessage, parts: Sequence[EmailMessage], members: tuple[Member, ...],
    attached: Mapping[str, Member] | None, identities: Mapping[str, str],
) -> None:  # fmt: skip
    """Put the treated attachments in place of the old ones, under names that tell nothing."""
    for number, (part, member) in enumerate(zip(parts, members, strict=True), start=1):
        names = _names(part)
        if attached is not None and member.name not in attached:
            _empty(part, message)
            _name_part(part, names, identities)
            continue
        new = member if attached is None else attached[member.name]
        suffix = "." + new.name.rpartition(".")[2] if "." in new.name else ""
        kind = _known_type(part.get_content_type()).split("/")
        charset = part.get_content_charset()
        params = {"charset": charset} if charset and kind[0] == "text" else None
        disposition = part.get_content_disposition() or "attachment"
        is_message = _is_message(part)
        _strip(part, message)
        if is_message:
            part.set_content(email.message_from_bytes(new.data, policy=_POLICY))
        else:
            part.set_content(new.data, *kind, disposition=disposition, params=params,
                             filename=f"attachment-{number}{suffix}")  # fmt: skip
        _name_part(part, names, identities)


def _name_part(part: Message, names: Sequence[str], identities: Mapping[str, str]) -> None:
    if names:
        part["Content-ID"] = f"<{identities[names[0]]}>"


def _known_type(kind: str) -> str:
    """Return a type of content, or one that says nothing for what no standard gives (RFC 2046)."""
    if kind.startswith("multipart/"):
        return kind if kind.partition("/")[2] in _named("multiparts") else "multipart/mixed"
    named = kind.startswith(_named("types")) or MimeTypes().guess_extension(kind)
    return kind if named else "application/octet-stream"


def _strip(part: EmailMessage, message: EmailMessage) -> None:
    """Take the headers of a part; where the part is the whole mail, those of its content."""
    for key in list(part.keys()):
        if part is not message or key.lower() not in _named("read"):
            del part[key]


def _empty(part: EmailMessage, message: EmailMessage) -> None:
    _strip(part, message)
    part.set_content("[removed]\n", disposition="attachment", filename="removed.txt")


def _tidy(message: EmailMessage) -> None:
    """Drop what stands between the parts and the marks of the program that made them."""
    mails = {id(inner) for part in message.walk() if _is_message(part) for inner in _inside(part)}
    for number, part in enumerate(list(message.walk())):
        part.preamble = part.epilogue = None
        if part.get_content_type() in _named("transport"):
            _empty(part, message)
        elif part.is_multipart() and part.get_content_maintype() == "multipart":
            kind = _known_type(part.get_content_type())
            for key in ("content-type", "content-transfer-encoding", "content-language"):
                del part[key]
            part["Content-Type"] = f'{kind}; boundary="=-part-{number}"'
        if not _LANGUAGE.fullmatch(str(part.get("content-language", ""))):
            del part["content-language"]
        if number == 0 and "mime-version" in part:
            del part["mime-version"]
            part["MIME-Version"] = "1.0"
        of_mails = () if number and id(part) not in mails else _named("read")
        for key in list(part.keys()) if number else ():
            if key.lower() not in (*_named("parts"), *of_mails):
                del part[key]


def _inside(part: EmailMessage) -> list[Message]:
    """Return the mail that a part holds."""
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, Message)] if part.is_multipart() else []
