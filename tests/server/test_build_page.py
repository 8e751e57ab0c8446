"""The trap of the stale client: the built page knows what it was built from."""

from tools import build_page


def _sources(folder):
    (folder / "src").mkdir(parents=True)
    (folder / "src/main.ts").write_text("let a = 1;\n")
    (folder / "package.json").write_text("{}\n")
    return folder


def test_a_changed_source_makes_the_page_stale(tmp_path):
    sources, built = _sources(tmp_path / "ui"), tmp_path / "built"
    built.mkdir()
    assert not build_page.is_current(built, sources)
    (built / build_page.STAMP).write_text(build_page.hash_of(sources) + "\n")
    assert build_page.is_current(built, sources)
    (sources / "src/main.ts").write_text("let a = 2;\n")
    assert not build_page.is_current(built, sources)


def test_a_moved_file_counts_and_line_ends_do_not(tmp_path):
    sources = _sources(tmp_path / "ui")
    before = build_page.hash_of(sources)
    (sources / "src/main.ts").write_bytes(b"let a = 1;\r\n")
    assert build_page.hash_of(sources) == before
    (sources / "src/main.ts").rename(sources / "src/other.ts")
    assert build_page.hash_of(sources) != before


def test_packages_and_tests_do_not_count(tmp_path):
    sources = _sources(tmp_path / "ui")
    before = build_page.hash_of(sources)
    for name in ("node_modules/x/index.js", "tests/a.test.ts", ".vite/cache"):
        (sources / name).parent.mkdir(parents=True)
        (sources / name).write_text("x")
    assert build_page.hash_of(sources) == before
