"""Lines too long are named, and what a formatter changed once more is formatted once more."""

import pytest

from scripts import tidy


@pytest.fixture
def tree(tmp_path, monkeypatch):
    for folder in tidy.FOLDERS:
        (tmp_path / folder).mkdir()
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "most"), [("a.html", 160), ("a.css", 120), ("a.js", 120)])
def test_a_line_longer_than_its_kind_allows_is_named_with_its_place(tree, name, most):
    path = tree / "static" / name
    path.write_text(f"\n{'x' * most}\n")
    assert list(tidy._too_long()) == []
    path.write_text(f"\n{'x' * (most + 1)}\n")
    assert list(tidy._too_long()) == [f"static/{name}:2: {most + 1} characters in a line"]


def test_a_check_writes_nothing_and_what_was_written_passes_it(tree):
    path = tree / "static" / "a.css"
    path.write_text("a{color:red}")
    assert list(tidy._unshaped(write=False)) == ["static/a.css would be formatted: make format"]
    assert path.read_text() == "a{color:red}"
    assert list(tidy._unshaped(write=True)) == []
    assert path.read_text() == "a {\n  color: red\n}\n"
    assert list(tidy._unshaped(write=False)) == []


def test_a_text_is_shaped_until_it_stays_as_it_is():
    def shorter(text: str) -> str:
        return text if len(text) < 3 else text[:-1]

    assert tidy.in_shape("abcde", shorter) == "ab"
