"""A month is named in one place, in both languages."""

from datetime import date

import pytest
from django.utils.translation import override

from tournaments.templatetags.chess import month, short_month
from tournaments.wording import sentence
from tournaments.wording.months import month_in_words


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [("en", "December 2026", "Dec 2026"), ("tr", "Aralık 2026", "Ara 2026")],
)
def test_a_month_is_named_in_the_readers_language(language, long, short):
    with override(language):
        assert month_in_words("2026-12") == month_in_words(date(2026, 12, 9)) == long
        assert (month(date(2026, 12, 1)), short_month("2026-12")) == (long, short)
        assert long in sentence("register.older_list", {"month": "2026-12"})
        assert long in sentence("ratings.month_is_published", {"month": "2026-12"})


@pytest.mark.parametrize("text", ["2026-13", "0000-01", "12/2026", ""])
def test_what_is_no_month_stays_as_it_is(text):
    assert month_in_words(text) == text
