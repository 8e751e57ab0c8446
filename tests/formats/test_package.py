"""Packages: what honest writers make is read, and what only an attacker makes is refused."""

import io
import zipfile

import pytest

from allonym.errors import CorruptDocument
from allonym.formats.package import Limits, Part, read_package, write_package
from tests.each import each


def packed(members, **options):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
        for name, value in options.items():
            setattr(archive, name, value)
    return stream.getvalue()


def test_parts_come_back_in_order_and_folders_do_not():
    data = packed([("b/", b""), ("b/x.txt", b"x"), ("a.txt", b"y")])
    assert read_package(data) == (Part("b/x.txt", b"x"), Part("a.txt", b"y"))


def test_what_is_written_tells_no_time_and_no_comment():
    first = write_package(read_package(packed([("a.txt", b"y")], comment=b"by Ana")))
    assert first == write_package([Part("a.txt", b"y")])
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.comment == b""
        assert archive.getinfo("a.txt").date_time == (1980, 1, 1, 0, 0, 0)


def test_a_stored_member_stays_stored():
    data = write_package([Part("mimetype", b"a" * 50, stored=True), Part("b", b"b" * 50)])
    assert [part.stored for part in read_package(data)] == [True, False]


@each("name", ["../x", "a/../../x", "/etc/x", "c:x", "\\x", "a\\..\\x"])
def test_a_member_outside_the_package_is_refused(name):
    with pytest.raises(CorruptDocument, match="would be unpacked elsewhere"):
        read_package(packed([("a", b""), (name, b"x")]))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("other", ["a.txt", "A.TXT"])
def test_two_members_of_one_name_are_refused(other):
    with pytest.raises(CorruptDocument, match="is called as another"):
        read_package(packed([("a.txt", b"1"), (other, b"2")]))


def test_a_member_without_a_name_is_refused():
    data = packed([("x", b"1")]).replace(b"x", b"\0")
    with pytest.raises(CorruptDocument, match="has no name"):
        read_package(data)


def test_a_bomb_is_refused_by_what_it_unpacks_to():
    bomb = packed([("a", b"\0" * 3_000_000)])
    with pytest.raises(CorruptDocument, match="far more than its size"):
        read_package(bomb, Limits(free=1_000_000))
    assert read_package(bomb)


def test_sizes_add_up_over_all_members():
    with pytest.raises(CorruptDocument, match="far more"):
        read_package(packed([(str(n), b"x" * 600) for n in range(2)]), Limits(size=1000))


def test_what_is_held_in_memory_grows_with_what_was_given():
    """A file of 10 MB might else become 2 GB in memory."""
    limits = Limits(free=1, held=1000, dense=3)
    assert [limits.allowed(size) for size in (1, 5, 100, 1000)] == [200, 1000, 1000, 3000]


def test_too_many_members_are_refused():
    with pytest.raises(CorruptDocument, match="has 3 members"):
        read_package(packed([(str(n), b"") for n in range(3)]), Limits(parts=2))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"not a package at all"])
def test_what_is_no_package_is_refused(data):
    with pytest.raises(CorruptDocument, match="damaged"):
        read_package(data)


@pytest.mark.parametrize("cut", [10, 60, 100])
def test_a_truncated_package_is_refused(cut):
    with pytest.raises(CorruptDocument):
        read_package(packed([("a.txt", bytes(range(256)))])[:-cut])


def test_an_encrypted_member_is_refused():
    data = bytearray(packed([("a.txt", b"x")]))
    data[6] |= 1
    data[data.find(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(CorruptDocument, match="has a password"):
        read_package(bytes(data))


@each("name", ["protokół.txt", "дело.txt", "\u251c\u2502.txt", "plain.txt"])
def test_names_are_utf8_though_nothing_says_so(name):
    data = packed([("n" * len(name.encode()), b"x")])
    unsaid = data.replace(b"n" * len(name.encode()), name.encode())
    assert [part.name for part in read_package(unsaid, Limits())] == [name]


@each(
    ("page", "name"),
    [
        ("cp437", "ü.txt"), ("cp437", "Håkan Malmqvist.txt"), ("cp852", "Účet Žgajnar.txt"),
        ("cp852", "Wawrzyńczak, łódź.txt"), ("cp866", "Договор Караджова.txt"),
        ("cp1250", "Účet Šušnjara.txt"), ("cp1250", "Novák.doc"), ("cp1250", "Žiga Šček.doc"),
        ("cp1252", "Åsa.doc"), ("cp852", "Dvořák.doc"), ("cp852", "Balić, A.doc"),
        ("cp866", "Пенева.doc"),
        ("cp1251", "Димитър Бодуров.doc"), ("cp1250", "Jędrzej Tęcza.doc"),
        ("cp1250", "Svetlana Káčerová.doc"), ("cp1250", "Karič.doc"), ("cp1250", "Balić.doc"),
        ("cp1250", "Lăcrămioara Chirilă.doc"), ("cp1250", "Szécsi Őrs.doc"),
        ("cp1252", "Mäki.doc"), ("cp1252", "Päivi Jääskeläinen.doc"), ("cp1252", "Kjellén.doc"),
        ("cp1250", "Chirilă.doc"), ("cp852", "Košir.doc"), ("cp437", "Petäjä.doc"),
       ("cp437", "Göran Ängström.doc"), ("cp437", "Zoë.doc"),
    ],
)  # fmt: skip
def test_names_in_the_code_page_of_a_country_are_read_as_they_are_meant(page, name):
    """Whoever is hidden in a file is not found in a name whose letters are others."""
    raw = name.encode(page)
    data = packed([("n" * len(raw), b"x")]).replace(b"n" * len(raw), raw)
    assert [part.name for part in read_package(data, Limits())] == [name]


def test_all_names_of_an_archive_are_in_one_code_page():
    """One by itself could be in several; the names beside it tell."""
    names = ["Mäki.doc", "Nyström, Åsa.doc", "Ö.doc", "Päivi.doc", "työ.doc"]
    data = packed([("n" * len(name) + str(at), b"x") for at, name in enumerate(names)])
    for at, name in enumerate(names):
        data = data.replace(b"n" * len(name) + b"%d" % at, name.encode("cp1252") + b"%d" % at)
    assert [p.name for p in read_package(data)] == [f"{n}{at}" for at, n in enumerate(names)]
