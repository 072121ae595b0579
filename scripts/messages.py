"""Brings the catalogues up to date with the texts that the source marks for translation.

    python -m scripts.messages            # rewrites locale/*/LC_MESSAGES/django.po
    python -m scripts.messages --check    # changes nothing, fails if that would change something

Reads Python by its syntax tree (gettext tools do not see what stands inside an f-string),
templates by Django's own reader of them, and the sentences of the cores from their table. What a
catalogue has stays as and where it is; a new text stands behind the one before it in its source,
without a translation; a text that the source no longer has is removed. Printed are
what is new (+), what was removed (-) and what has no translation yet (?).
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import ast
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from babel.messages.extract import DEFAULT_KEYWORDS, extract

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = "locale/*/LC_MESSAGES/django.po"
PYTHON = ("config", "federation", "pairing", "ratings", "tiebreaks", "tournaments")
TEMPLATES = "templates"

#: functions that mark a text: how many arguments stand before it, and whether a plural follows
MARKS = {
    prefix + "gettext" + suffix: (prefix.count("p"), "n" in prefix)
    for prefix in ("", "n", "p", "np")
    for suffix in ("", "_lazy", "_noop")
}
#: behind a call whose text is a value: a chapter quotes it, or a table of a core has it
ELSEWHERE = "# marked elsewhere"
#: what tools of translators look after, by the kind of values that a text has
FLAGS = {
    "python-format": re.compile(r"%\(\w+\)[a-z]"),
    "python-brace-format": re.compile(r"\{\w+\}"),
}


class Text(NamedTuple):
    context: str | None
    singular: str
    plural: str | None = None


class NotLiteral(Exception):
    """A text is marked that nobody can collect: it is known only when the program runs."""


def marked_texts(root: Path = ROOT) -> dict[Text, str]:
    """Every marked text, in the order of the source, with the file and line of the first."""
    found: dict[Text, str] = {}
    for folder in PYTHON:
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            for line, text in in_python(path.read_text(encoding="utf-8"), name):
                found.setdefault(text, f"{name}:{line}")
    for path in sorted((root / TEMPLATES).rglob("*")):
        if path.is_file() and path.suffix != ".md":  # chapters of the manual only quote texts
            name = path.relative_to(root).as_posix()
            for line, text in in_template(path.read_text(encoding="utf-8"), name):
                found.setdefault(text, f"{name}:{line}")
    for text in of_the_cores():
        found.setdefault(text, "pairing/sentences.py")
    return found


def in_python(source: str, name: str = "") -> Iterator[tuple[int, Text]]:
    """The marked texts of a module, by line; those inside f-strings, too."""
    tree, lines = ast.parse(source), source.splitlines()
    marks = {
        alias.asname or alias.name: MARKS[alias.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in MARKS
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        match call.func:
            case ast.Name(id=function) if function in marks:
                before, plural = marks[function]
            case ast.Attribute(value=ast.Name(id="translation"), attr=function) if (
                function in MARKS
            ):
                before, plural = MARKS[function]
            case _:
                continue
        words = [
            given.value
            for given in call.args[: before + 1 + plural]
            if isinstance(given, ast.Constant) and isinstance(given.value, str)
        ]
        if len(words) == before + 1 + plural:
            yield call.lineno, Text(words.pop(0) if before else None, *words)
        elif ELSEWHERE not in lines[(call.end_lineno or call.lineno) - 1]:
            raise NotLiteral(f"{name}:{call.lineno}: {ast.unparse(call)}")


def in_template(source: str, name: str = "") -> Iterator[tuple[int, Text]]:
    """The marked texts of a template, by line."""
    from django.utils.translation.template import templatize

    # what is left of the markup is indented like markup, which is no Python
    lines = [line.lstrip() for line in templatize(source, origin=name).splitlines()]
    calls = io.BytesIO("\n".join(lines).encode())
    for line, words, _comments, context in extract("python", calls, keywords=DEFAULT_KEYWORDS):
        yield line, Text(context or None, *([words] if isinstance(words, str) else words))


def of_the_cores() -> Iterator[Text]:
    """The sentences of the cores, as the desk says them."""
    from django.utils.translation import override

    from tournaments.wording.core import SENTENCES

    with override(None):  # untranslated: what the catalogue calls it
        for sentence in SENTENCES.values():
            yield Text(None, str(sentence))


def merge(catalogue: polib.POFile, texts: Iterable[Text]) -> tuple[list[Text], list[Text]]:
    """Bring a catalogue up to date; what was added to it, and what removed from it."""
    texts = list(texts)
    wanted = {(text.context, text.singular): text for text in texts}
    for text in texts:  # a text without a plural is also the singular of the same text with one
        if text.plural:
            wanted[text.context, text.singular] = text
    places: dict[tuple[str | None, str], polib.POEntry] = {}
    kept, removed, added = [], [], []
    for entry in catalogue:
        key: tuple[str | None, str] = (entry.msgctxt, entry.msgid)
        text = Text(*key, entry.msgid_plural or None)
        if wanted.get(key) == text and key not in places:
            entry.obsolete = False
            places[key] = entry
            kept.append(entry)
        else:
            removed.append(text)
    catalogue[:] = kept
    before = None
    for key, text in wanted.items():
        if key not in places:
            places[key] = _empty(text, catalogue)
            at = catalogue.index(before) + 1 if before is not None else len(catalogue)
            catalogue.insert(at, places[key])
            added.append(text)
        before = places[key]
    return added, removed


def _empty(text: Text, catalogue: polib.POFile) -> polib.POEntry:
    entry = polib.POEntry(msgctxt=text.context, msgid=text.singular)
    if text.plural:
        forms = re.search(r"nplurals=(\d+)", catalogue.metadata.get("Plural-Forms", "nplurals=2"))
        entry.msgid_plural = text.plural
        entry.msgstr_plural = dict.fromkeys(range(int(forms[1]) if forms else 2), "")
    words = text.plural or text.singular
    entry.flags = [flag for flag, values in FLAGS.items() if values.search(words)]
    return entry


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if it would")
    check = parser.parse_args(arguments).check
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    texts = marked_texts()
    wrong = 0
    for path in sorted(ROOT.glob(CATALOGUES)):
        catalogue = polib.pofile(str(path), wrapwidth=0)
        added, removed = merge(catalogue, texts)
        waiting = [*catalogue.untranslated_entries(), *catalogue.fuzzy_entries()]
        if not check and (added or removed):
            catalogue.save()
        for text in added:
            print(f"+ {text.singular!r}  {texts[text]}")
        for text in removed:
            print(f"- {text.singular!r}")
        for entry in waiting:
            print(f"? {entry.msgid!r}")
        print(
            f"{path.relative_to(ROOT)}: {len(catalogue)} texts, {len(added)} new, "
            f"{len(removed)} removed, {len(waiting)} to be translated"
        )
        wrong += len(added) + len(removed) + len(waiting)
    if check and wrong:
        print("Run `make messages`, then translate what is new.", file=sys.stderr)
    return 1 if check and wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
