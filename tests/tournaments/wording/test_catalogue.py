"""The catalogues: complete as the source reads, and every sentence with the values of its
original."""

import re

import polib
import pytest
from django.conf import settings
from django.utils.translation import override

from scripts.messages import CATALOGUES, marked_texts, merge
from tournaments.wording.numbers import percent

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


def test_turkish_has_the_per_cent_sign_before_its_number():
    texts = [
        text
        for entry in polib.pofile(str(next(one for one in PATHS if one.parts[-3] == "tr")))
        for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]
    assert "%%%(percent)s" in texts
    assert [text for text in texts if re.search(r"\)s ?%%|\d ?%%|%% %|\d %(?!\()", text)] == []


def test_no_template_writes_a_share_of_its_own():
    """It is worded in one place, `wording.numbers.percent`."""
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
    marked = re.compile(r"{% blocktranslate.*?endblocktranslate", re.S)
    own = re.compile(r"\}\} ?%(?!\})")
    wrong = [one.name for one in templates if own.search(marked.sub("", one.read_text()))]
    assert len(templates) > 300
    assert wrong == []


@pytest.mark.parametrize(("language", "said"), [("en", "36 %"), ("tr", "%36")])
def test_a_share_is_written_as_its_reader_writes_it(language, said):
    with override(language):
        assert percent(36) == said
