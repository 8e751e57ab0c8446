"""Put a pack, or parts of one, into the user's own folder of packs."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from allonym.errors import ConfigError, PackError
from allonym.languages.pack import LanguagePack, available, load_pack, own_packs, read_toml

LARGEST = 256 << 20
"""Most bytes that an archive may unpack to."""

KINDS = frozenset({".toml", ".tsv", ".json", ".onnx", ".md", ".txt"})
"""A pack holds data; anything that could be run is refused."""


def install_pack(source: Path, code: str = "") -> LanguagePack:
    """Install a pack, or what goes before parts of an installed one.

    Args:
        source: A folder, or a ZIP of one.  With ``pack.toml`` it is a whole pack; without, it holds
            files and folders for the pack of `code`: a ``model/`` that was trained, say.
        code: Language whose pack it is for; may be left out where ``pack.toml`` says it.

    Returns:
        The pack as it is now.

    Raises:
        PackError: If the source is damaged, holds what is not data, or is for another language.
        ConfigError: If there is no such source, or nothing says which language it is for.
    """
    own_packs().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=own_packs(), prefix=".new-") as folder:
        unpacked = Path(folder) / "unpacked"
        _bring(source, unpacked)
        root = _root(unpacked)
        found = _code(source, root, code)
        for path in _files(root):
            if path.suffix == ".toml":
                read_toml(path)
        _swap(root, own_packs() / found)
    return load_pack(found)


def remove_pack(code: str) -> None:
    """Remove what was installed for a language; what came with Allonym stays.

    Raises:
        PackError: If nothing was installed for it.
    """
    target = own_packs() / code
    if not code.isalnum() or not target.is_dir():
        raise PackError(f"nothing was installed for {code!r}")
    shutil.rmtree(target)


def _bring(source: Path, target: Path) -> None:
    """Copy a folder or unpack an archive; only plain files of the kinds that packs hold."""
    if source.is_dir():
        for path in _files(source):
            _check_kind(path.relative_to(source).as_posix())
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(".*"))
    elif source.is_file():
        _unpack(source, target)
    else:
        raise ConfigError(f"{source}: no such file or folder")


def _unpack(source: Path, target: Path) -> None:
    try:
        with zipfile.ZipFile(source) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if sum(member.file_size for member in members) > LARGEST:
                raise PackError(f"{source.name}: unpacks to more than {LARGEST >> 20} MB")
            for member in members:
                _check_kind(member.filename)
            archive.extractall(target, members)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise PackError(f"{source.name}: not a folder, and not a ZIP that can be read") from error


def _check_kind(name: str) -> None:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or path.suffix not in KINDS:
        raise PackError(f"{path.name}: a pack holds {', '.join(sorted(KINDS))} files only")


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder; none that are hidden, and no links."""
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_symlink():
            raise PackError(f"{path.name}: a pack holds no links")
        if path.is_file() and not hidden:
            yield path


def _root(folder: Path) -> Path:
    """Return where the pack begins: archives often hold one folder with everything in it."""
    inside = list(folder.iterdir())
    alone = len(inside) == 1 and inside[0].is_dir()
    return inside[0] if alone and (inside[0] / "pack.toml").exists() else folder


def _code(source: Path, root: Path, asked: str) -> str:
    said = ""
    if (root / "pack.toml").exists():
        said = str(read_toml(root / "pack.toml").get("code", ""))
        if not said.isalnum():
            raise PackError(f"{source.name}/pack.toml: key 'code' is missing")
    if asked and said and asked != said:
        raise PackError(f"{source.name}: is a pack for {said!r}, not for {asked!r}")
    code = asked or said
    if not code:
        raise ConfigError(f"{source.name}: has no pack.toml; say the language with -l")
    if not said and code not in available():
        raise PackError(f"{source.name}: has no pack.toml, and there is no pack {code!r} to add to")
    if not any(_files(root)):
        raise PackError(f"{source.name}: holds no files of a pack")
    return code


def _swap(new: Path, target: Path) -> None:
    """Put a whole pack in place of the former; parts go among what is installed already."""
    if (new / "pack.toml").exists() and target.exists():
        shutil.rmtree(target)
    target.mkdir(exist_ok=True)
    for path in new.iterdir():
        old = target / path.name
        if old.is_dir():
            shutil.rmtree(old)
        path.replace(old)
