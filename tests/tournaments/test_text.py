"""Turkish letters: search, order, capitals."""

import pytest

from tournaments.core.text import capital, fold, sort_key, turkish_lower, typed_day


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Işık, Çağla", "isik cagla"),
        ("İNCİ ŞÜKRÜ", "inci sukru"),
        ("Müller-Lüdenscheidt", "muller ludenscheidt"),
        ("  O'Neill  ", "o neill"),
        ("Łukasz Øst", "lukasz ost"),
    ],
)
def test_search_does_not_mind_the_keyboard(text, folded):
    assert fold(text) == folded


def test_in_turkish_the_dotless_i_comes_before_the_dotted_and_c_before_its_cedilla():
    names = ["İnci", "Zorlu", "Çınar", "Ilgaz", "Cem", "Şen", "Sen", "Gür", "Ğar", "Öz", "Oz"]
    assert sorted(names, key=lambda name: sort_key(name, "tr")) == [
        "Cem", "Çınar", "Gür", "Ğar", "Ilgaz", "İnci", "Oz", "Öz", "Sen", "Şen", "Zorlu",
    ]  # fmt: skip


def test_in_turkish_what_is_no_turkish_letter_has_an_order_too():
    names = ["Takım 2", "Łoś", "Παππάς", "Takım 10", "Takım 1", "Αθανασίου", "Lale", "Иванов"]
    assert sorted(names, key=lambda name: sort_key(name, "tr")) == [
        "Lale", "Łoś", "Takım 1", "Takım 10", "Takım 2", "Αθανασίου", "Παππάς", "Иванов",
    ]  # fmt: skip


def test_lower_case_and_capitals_keep_the_dot():
    assert turkish_lower("IĞDIR İZMİR") == "ığdır izmir"
    assert capital("ilk renk", "tr") == "İlk renk"
    assert capital("initial colour", "en") == "Initial colour"
    assert capital("", "tr") == ""


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("31.05.2009", "2009-05-31"),
        (" 31/5/2009 ", "2009-05-31"),
        ("2009-05-31", "2009-05-31"),
        ("31 Mayıs 2009", "2009-05-31"),
        ("5.6.2009", "2009-06-05"),  # the day before the month
        ("31.05.09", ""),
        ("2009", ""),
        ("31.02.2009", ""),
        ("12052010", ""),  # may be a number of the register
        ("", ""),
    ],
)
def test_a_day_is_read_as_people_type_it(typed, day):
    assert typed_day(typed) == day
