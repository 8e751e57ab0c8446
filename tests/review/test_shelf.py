"""Documents on disk: private, found again, gone when due, whole after a crash."""

import gzip
import json
import stat
from dataclasses import replace

import pytest

from allonym.errors import DocumentError
from allonym.model.decision import Decision
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Analysis, Evidence, Mention, NamePart
from allonym.model.span import Span
from allonym.review import shelf
from allonym.review.recognition import Recognition
from allonym.review.shelf import AllowLists, Shelf, merge_ranges, new_meta


def put(root):
    own = Shelf(root / "review")
    return own, own.add(b"text", new_meta("../Jan Kowalski.txt", "anna", language="pl"))


def test_a_document_is_kept_in_a_private_folder_under_a_random_name(tmp_path):
    own, meta = put(tmp_path)
    folder = own.folder(meta.id)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(f.stat().st_mode) == 0o600 for f in folder.iterdir())
    assert not any("Kowalski" in str(f) for f in tmp_path.rglob("*"))
    assert shelf.read_meta(folder) == meta
    assert shelf.read_source(folder) == b"text"
    assert "Kowalski" not in repr(meta)
    assert meta.secret not in repr(meta)


@pytest.mark.parametrize("name", ["", "..", "a", "../review", "0" * 32])
def test_only_ids_of_documents_lead_to_a_folder(tmp_path, name):
    own, _ = put(tmp_path)
    with pytest.raises(DocumentError):
        own.folder(name)


def test_what_was_recognised_is_packed_and_a_damaged_one_is_to_be_brought_again(tmp_path):
    readings = (Analysis("Kowalski", {"Case": "Nom", "Number": "Sing", "Gender": "Masc"}, 0.9),) * 3
    part = NamePart(Span(0, 8), "family", readings)
    mention = Mention(Span(0, 8), "person", (Evidence("model"),), (part,))
    entity = Entity(EntityId("person#1"), "person", (mention,) * 50)
    found = Recognition("pl", "Kowalski", (Span(0, 8),), (), (entity,))
    shelf.store_recognition(tmp_path, found)
    (file,) = tmp_path.iterdir()
    assert len(file.read_bytes()) < len(json.dumps(shelf.to_plain(found))) / 4
    assert shelf.read_recognition(tmp_path) == found
    whole = file.read_bytes()
    for damaged in (whole[:-20], b"{}", gzip.compress(b"\xff"), whole[:40] + b"x" + whole[41:]):
        file.write_bytes(damaged)
        with pytest.raises(DocumentError, match="bring it again"):
            shelf.read_recognition(tmp_path)
    file.unlink()
    with pytest.raises(DocumentError, match="bring it again"):
        shelf.read_recognition(tmp_path)
    file.mkdir()
    with pytest.raises(IsADirectoryError):
        shelf.read_recognition(tmp_path)


def test_what_an_older_version_recognised_stays_readable(tmp_path):
    mention = Mention(Span(0, 8), "person", (Evidence("model"),))
    entity = Entity(EntityId("person#1"), "person", (mention,))
    found = Recognition("pl", "Kowalski", (Span(0, 8),), (), (entity,))
    (tmp_path / "recognition.json").write_text(json.dumps(shelf.to_plain(found)))
    assert shelf.read_recognition(tmp_path) == found


def test_a_line_that_a_crash_cut_off_is_written_over(tmp_path):
    own, meta = put(tmp_path)
    first, second = Decision("accept", by="a", at="1"), Decision("undo", by="a", at="2")
    own.append(meta.id, [first])
    path = own.folder(meta.id) / "decisions.jsonl"
    path.write_bytes(path.read_bytes() + b'{"action": "rej')
    assert shelf.read_decisions(path.parent) == (first,)
    own.append(meta.id, [second])
    assert shelf.read_decisions(path.parent) == (first, second)


def test_what_nobody_touched_is_deleted_when_due(tmp_path):
    own, old = put(tmp_path)
    _, fresh = put(tmp_path)
    own.store(replace(old, modified="2020-01-01T00:00:00+00:00"))
    assert own.purge(24) == [old.id]
    assert [m.id for m in own.all()] == [fresh.id]
    own.remove(fresh.id)
    assert list((tmp_path / "review").iterdir()) == []


def test_a_new_version_draws_alike(tmp_path):
    own, meta = put(tmp_path)
    later = own.add(b"more", new_meta("b.txt", "anna", origin=meta))
    assert (later.secret, later.scope, later.origin) == (meta.secret, meta.scope, meta.id)
    assert later.id != meta.id
    assert put(tmp_path)[1].secret != meta.secret


def test_seen_ranges_are_joined():
    assert merge_ranges([(3, 5), (0, 3), (9, 9), (4, 8)]) == ((0, 8),)


def test_names_allowed_always_follow_decisions_and_undo(tmp_path):
    lists = AllowLists(tmp_path / "allowed")
    lists.follow("anna", {}, {"Lotos": "always", "Marek": "document"})
    assert lists.of("anna") == ("Lotos",)
    assert lists.of("ben") == ()
    lists.follow("anna", {"Lotos": "always"}, {})
    assert lists.of("anna") == ()
