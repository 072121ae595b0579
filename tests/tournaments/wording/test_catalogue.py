"""The catalogues: complete as the source reads, and every sentence with the values of its
original."""

import re

import polib
import pytest
from django.conf import settings

from scripts.messages import CATALOGUES, marked_texts, merge

VALUE = re.compile(r"%\(\w+\)s|\{\w+\}")
PATHS = sorted(settings.BASE_DIR.glob(CATALOGUES))


@pytest.fixture(params=PATHS, ids=[path.parts[-3] for path in PATHS])
def path(request):
    return request.param


@pytest.fixture
def catalogue(path):
    return polib.pofile(str(path), wrapwidth=0)


def test_turkish_is_among_them():
    assert "tr" in {path.parts[-3] for path in PATHS}


def test_every_text_that_the_source_marks_is_in_the_catalogue_and_nothing_else(catalogue):
    found = marked_texts()
    added, removed = merge(catalogue, found)
    assert [(text.singular, found[text]) for text in added] == []
    assert [text.singular for text in removed] == []


def test_nothing_is_left_untranslated_or_doubtful(catalogue):
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_a_catalogue_is_kept_as_make_messages_writes_it(catalogue, path):
    """So that a run changes only what it has to."""
    assert str(catalogue) == path.read_text(encoding="utf-8")


def test_every_translation_uses_exactly_the_values_of_its_sentence(catalogue):
    wrong = [
        (entry.msgid, text)
        for entry in catalogue
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if text
        and set(VALUE.findall(text)) != set(VALUE.findall(entry.msgid_plural or entry.msgid))
    ]
    assert wrong == []
