from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from allonym.detect.names.known_file import load_known
from allonym.errors import ConfigError
from allonym.model.known import KnownPerson

JAN = KnownPerson("Jan Kowalski", ("Janek", "JK"), ("123",), date(1984, 5, 3), "patient", "hide")


def test_load_known_reads_csv(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(
        "\ufeffName,Alias,ID,Birth date,Role,Action\n"
        "Jan Kowalski,Janek; JK,123,1984-05-03,patient,hide\n\n"
        '"Nowak, Ewa",,,,judge,KEEP\n',
        "utf-8",
    )
    assert load_known(path) == (JAN, KnownPerson("Nowak, Ewa", role="judge", action="keep"))


@pytest.mark.parametrize("separator", [";", "\t"])
def test_load_known_reads_other_separators(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "people.csv"
    path.write_text(f"name{separator}birth_date\nJan Lis{separator}1984-05-03\n", "utf-8")
    assert load_known(path) == (KnownPerson("Jan Lis", birth=date(1984, 5, 3)),)


def test_load_known_reads_json(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    item = {"name": "Jan Kowalski", "aliases": ["Janek", "JK"], "id": 123,
            "birthDate": "1984-05-03", "role": "patient", "action": None}  # fmt: skip
    path.write_text(json.dumps([item]), "utf-8")
    assert load_known(path) == (JAN,)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.csv", "", "a.csv: empty"),
        ("a.csv", "nme\nSekret", "a.csv, row 1, column 1: unknown column name"),
        ("a.csv", "role\nSekret", "a.csv, row 1: no column 'name'"),
        ("a.csv", "name,name\nSekret,x", "column 2: a second 'name'"),
        (
            "a.csv",
            "name,birth date\nSekret,3.5.84",
            "a.csv, row 2, column 'birth date': not a date",
        ),
        (
            "a.csv",
            "name,action\nSekret,maybe",
            "a.csv, row 2, column 'action': must be hide or keep",
        ),
        ("a.csv", "name,role\nSekret,b,c", "a.csv, row 2: 3 cells for 2 columns"),
        ("a.csv", "name,role\n,Sekret", "a.csv, row 2, column 'name': no letters"),
        ("a.json", '{"name": "Sekret"}', "a.json: must be a list"),
        ("a.json", '["Sekret"]', "a.json, item 1: must be an object"),
        (
            "a.json",
            '[{"name": "Sekret", "id": {"a": 1}}]',
            "a.json, item 1, column 'id': must be text",
        ),
        ("a.json", '[{"name": ["Sekret"]}]', "a.json, item 1, column 'name': must be text"),
        ("a.json", "[{", "a.json, line 1"),
    ],
)
def test_load_known_says_where_and_never_what(
    tmp_path: Path, name: str, text: str, says: str
) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as error:
        load_known(path)
    assert says in str(error.value)
    assert "Sekret" not in str(error.value)


def test_load_known_refuses_other_encodings_and_missing_files(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("name\nŁukasz".encode("cp1250"))
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_known(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_known(tmp_path / "none.csv")
