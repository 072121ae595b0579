"""Sections: who may play in which, and for how much; references and signatures. Plain Python."""

from datetime import date
from decimal import Decimal

import pytest

from federation.core.entries import (
    Limits,
    Player,
    chosen,
    fee_of,
    is_under_age,
    kept_of,
    why,
    why_not,
)
from federation.core.entries_money import (
    ALPHABET,
    is_signed,
    read_reference,
    reference_of,
    signed,
)

OPEN, U12, U16 = Limits(1), Limits(2, age_until=12), Limits(3, age_until=16)
GIRLS, STRONG, SENIORS = Limits(4, sex="w"), Limits(5, rating_from=1800), Limits(6, age_from=50)
WEAK = Limits(7, rating_until=1799)


@pytest.mark.parametrize(
    ("player", "limits", "code"),
    [
        (Player("2014-12-31"), U12, None),
        (Player("2014"), U12, None),  # turns 12 in the year of the event
        (Player("2013-01-01"), U12, "entering.too_old"),
        (Player(""), U12, "entering.birth_date_needed"),
        (Player("1976-12-31"), SENIORS, None),
        (Player("1977-01-01"), SENIORS, "entering.too_young"),
        (Player(sex="m"), GIRLS, "entering.only_women"),
        (Player(sex="w"), GIRLS, None),
        (Player(rating=1799), STRONG, "entering.rating_too_low"),
        (Player(rating=0), STRONG, "entering.unrated"),
        (Player(rating=1800), STRONG, None),
        (Player(rating=1800), WEAK, "entering.rating_too_high"),
        (Player(rating=0), WEAK, None),
    ],
)
def test_a_rule_keeps_out_whom_it_names(player, limits, code):
    found = why_not(player, limits, 2026)
    assert (found and found.code) == code


def test_the_narrowest_section_comes_first_and_one_for_a_sex_last():
    child = Player("2015-04-23", "w", 1400)
    found = chosen(child, [OPEN, U16, GIRLS, U12, STRONG, WEAK], 2026)
    assert [one.key for one in found] == [2, 3, 7, 1, 4]
    assert [told.code for told in why(child, U12, 2026)] == ["entering.young_enough"]
    assert [told.code for told in why(child, OPEN, 2026)] == ["entering.open_to_all"]


@pytest.mark.parametrize(
    ("born", "under"),
    [
        ("2008-11-20", True),  # 18 tomorrow
        ("2008-11-19", False),
        ("2008", True),  # perhaps
        ("2007", False),
        ("", False),
    ],
)
def test_under_age_by_the_day_or_carefully_by_the_year(born, under):
    assert is_under_age(born, date(2026, 11, 19)) is under


def test_the_fee_of_exactly_this_player():
    fees = {"fee": Decimal(400), "fee_minors": Decimal(250), "day": date(2026, 12, 1)}
    assert fee_of(Player("1990"), titled_free=True, **fees) == 400
    assert fee_of(Player("2015"), titled_free=True, **fees) == 250
    assert fee_of(Player("1990", title="FM"), titled_free=True, **fees) == 0
    assert fee_of(Player("1990", title="FM"), titled_free=False, **fees) == 400


def test_what_is_kept_of_somebody_who_withdraws():
    fee = Decimal(301)
    assert kept_of(fee, fee, 50, in_time=True) == Decimal("150.50")
    assert kept_of(fee, fee, 100, in_time=True) == 0
    assert kept_of(fee, fee, 100, in_time=False) == fee
    assert kept_of(fee, Decimal(0), 0, in_time=True) == 0  # of nothing, nothing


def test_a_reference_finds_every_single_typing_error():
    made = reference_of(48_213)
    assert read_reference(f" {made[:3].lower()}-{made[3:]} ") == made
    wrong = {
        made[:place] + other + made[place + 1 :]
        for place in range(1, len(made))
        for other in ALPHABET
        if other != made[place]
    }
    assert len(wrong) == 31 * (len(made) - 1)
    assert {read_reference(one) for one in wrong} == {""}
    assert len({reference_of(number) for number in range(2000)}) == 2000


def test_a_message_is_signed_for_its_moment():
    body = b'{"amount": "250.00"}'
    header = signed("secret", body, 1_000_000)
    assert is_signed("secret", body, header, 1_000_299)
    assert not is_signed("secret", body, header, 1_000_301)  # sent again later
    assert not is_signed("secret", body + b" ", header, 1_000_000)
    assert not is_signed("other", body, header, 1_000_000)
    assert not is_signed("", body, signed("", body, 1_000_000), 1_000_000)
    for nonsense in ("", "t=,v1=", "t=²,v1=a", "v1=é,t=1000000", "t=1000000"):
        assert not is_signed("secret", body, nonsense, 1_000_000)
