"""The Turkish catalogue: complete, and every sentence with the values of its original."""

import re

import polib
from django.conf import settings

CATALOGUE = polib.pofile(str(settings.BASE_DIR / "locale/tr/LC_MESSAGES/django.po"))
VALUE = re.compile(r"%\(\w+\)s|\{\w+\}")


def test_nothing_is_left_untranslated_or_doubtful():
    assert [entry.msgid for entry in CATALOGUE.untranslated_entries()] == []
    assert [entry.msgid for entry in CATALOGUE.fuzzy_entries()] == []


def test_every_translation_uses_exactly_the_values_of_its_sentence():
    wrong = [
        (entry.msgid, text)
        for entry in CATALOGUE
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if text
        and set(VALUE.findall(text)) != set(VALUE.findall(entry.msgid_plural or entry.msgid))
    ]
    assert wrong == []
