"""The allocation of prizes: examples by hand, and what must hold of every allocation."""

from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given, settings

from tournaments.core.prizes import Contender, Prize, Share, Sharing, allocate, whole_cents

#: 1st 600, 2nd 400, 3rd 200, 4th 100
FOUR = [Prize(1, 1, 60000), Prize(2, 2, 40000), Prize(3, 3, 20000), Prize(4, 4, 10000)]


def field(*scores: int, categories: dict[int, set[str]] | None = None) -> list[Contender]:
    """Nobody level with anybody; the first is number 1."""
    belongs = categories or {}
    return [
        Contender(number, number, score, frozenset(belongs.get(number, ())))
        for number, score in enumerate(scores, start=1)
    ]


def money(shares: tuple[Share, ...]) -> dict[int, int]:
    return {share.key: share.cents for share in shares}


def test_a54_by_place_everybody_gets_the_prize_of_his_place():
    assert money(allocate(FOUR, field(80, 70, 70, 70, 60))) == {
        1: 60000, 2: 40000, 3: 20000, 4: 10000,
    }  # fmt: skip


def test_a53_who_shares_a_place_after_all_tie_breaks_shares_the_prizes_of_its_places():
    people = [Contender(1, 1, 80), Contender(2, 2, 70), Contender(3, 2, 70), Contender(4, 4, 70)]
    shares = allocate(FOUR, people)
    assert money(shares) == {1: 60000, 2: 30000, 3: 30000, 4: 10000}
    assert [(each.first, each.last, each.sharers) for each in shares[1:3]] == [(2, 3, 2)] * 2


def test_a54_equal_shares_count_places_without_a_prize_too():
    shares = allocate(FOUR[:3], field(80, 70, 70, 70, 60), sharing=Sharing.EQUAL)
    assert money(shares) == {1: 60000, 2: 20000, 3: 20000, 4: 20000}
    assert {(each.first, each.last, each.pool, each.sharers) for each in shares[1:]} == {
        (2, 3, 60000, 3)
    }


def test_a54_hort_is_half_by_place_and_half_equally():
    shares = allocate(FOUR, field(80, 70, 70, 70, 60), sharing=Sharing.HORT)
    third = Fraction(70000, 3)
    exact = [(40000 + third) / 2, (20000 + third) / 2, (10000 + third) / 2]
    assert money(shares)[1] == 60000
    assert [each.cents for each in shares[1:]] == [31667, 21667, 16666]
    assert all(abs(each.cents - due) < 1 for each, due in zip(shares[1:], exact, strict=True))
    assert sum(each.cents for each in shares) == 130000


def test_a54_the_cent_left_over_goes_to_the_first_in_the_standings():
    assert whole_cents([Fraction(100, 3)] * 3, 100) == [34, 33, 33]
    assert whole_cents([Fraction(1, 4), Fraction(3, 4), Fraction(1)], 2) == [0, 1, 1]
    shares = allocate([Prize(1, 1, 100)], field(50, 50, 50), sharing=Sharing.EQUAL)
    assert [each.cents for each in shares] == [34, 33, 33]


def test_a54_one_prize_each_the_higher_one_and_those_behind_move_up():
    prizes = [*FOUR, Prize(1, 1, 25000, category="women"), Prize(2, 2, 5000, category="women")]
    people = field(80, 70, 60, 50, 40, 30, categories={3: {"women"}, 5: {"women"}, 6: {"women"}})
    shares = allocate(prizes, people, one_each=True)
    assert {(each.key, each.category, each.cents) for each in shares} == {
        (1, "", 60000), (2, "", 40000), (3, "women", 25000), (4, "", 20000), (5, "", 10000),
        (6, "women", 5000),
    }  # fmt: skip
    assert {each.key: each.left for each in shares if each.left} == {3: ("",), 5: ("women",)}
    both = allocate(prizes, people, one_each=False)
    assert sorted(each.cents for each in both if each.key == 3) == [20000, 25000]


def test_a54_of_equal_prizes_the_list_named_first_is_kept():
    prizes = [Prize(1, 1, 100), Prize(1, 1, 100, category="u18")]
    [share] = allocate(prizes, field(10, categories={1: {"u18"}}))
    assert (share.category, share.left) == ("", ("u18",))


def test_a54_things_go_by_place_and_are_not_divided():
    prizes = [Prize(1, 1, 90000, "cup"), Prize(2, 3, thing="medal")]
    shares = allocate(prizes, field(50, 50, 50, 40), sharing=Sharing.EQUAL)
    assert [(each.cents, each.things, each.level) for each in shares] == [
        (30000, ("cup",), 1), (30000, ("medal",), 1), (30000, ("medal",), 1),
    ]  # fmt: skip
    level = [Contender(1, 1, 50), Contender(2, 1, 50)]
    assert [(each.things, each.level) for each in allocate(prizes[:1], level)] == [
        (("cup",), 2)
    ] * 2


def test_a_prize_for_several_places_is_for_each_of_them():
    assert money(allocate([Prize(1, 3, 500)], field(9, 8, 7, 6))) == {1: 500, 2: 500, 3: 500}


@pytest.mark.parametrize("wrong", [{"first": 0, "last": 1}, {"first": 3, "last": 2}])
def test_a_prize_has_places(wrong):
    with pytest.raises(ValueError, match="not a prize"):
        Prize(**wrong)


# --- Of every allocation --------------------------------------------------------------------------

CATEGORIES = ("women", "u18")


@st.composite
def fields(draw: st.DrawFn) -> list[Contender]:
    scores = sorted(draw(st.lists(st.integers(0, 12), max_size=14)), reverse=True)
    people: list[Contender] = []
    for place, score in enumerate(scores, start=1):
        before = people[-1] if people else None
        level = before is not None and before.score == score and draw(st.booleans())
        rank = before.rank if before and level else place
        belongs = frozenset(draw(st.sets(st.sampled_from(CATEGORIES))))
        people.append(Contender(100 + place, rank, score, belongs))
    return people


@st.composite
def prize_lists(draw: st.DrawFn) -> list[Prize]:
    found = []
    for _number in range(draw(st.integers(0, 8))):
        first = draw(st.integers(1, 6))
        last = first + draw(st.integers(0, 3))
        thing = draw(st.sampled_from(("", "", "cup")))
        category = draw(st.sampled_from(("", *CATEGORIES)))
        found.append(Prize(first, last, draw(st.integers(0, 10_000)), thing, category))
    return found


def announced(prizes: list[Prize], category: str, people: int) -> int:
    """The money of a list for so many people, in cents."""
    return sum(
        prize.cents * max(0, min(prize.last, people) - prize.first + 1)
        for prize in prizes
        if prize.category == category
    )


SOME = settings(max_examples=120, deadline=None)


@SOME
@given(fields(), prize_lists(), st.sampled_from(Sharing), st.booleans())
def test_what_is_handed_out_is_what_was_announced(people, prizes, sharing, one_each):
    shares = allocate(prizes, people, sharing=sharing, one_each=one_each)
    left = {(share.key, category) for share in shares for category in share.left}
    for category in ("", *CATEGORIES):
        members = [
            person
            for person in people
            if (not category or category in person.categories)
            and (person.key, category) not in left
        ]
        paid = sum(share.cents for share in shares if share.category == category)
        assert paid == announced(prizes, category, len(members))


@SOME
@given(fields(), prize_lists(), st.sampled_from(Sharing))
def test_with_one_prize_each_nobody_gets_two(people, prizes, sharing):
    shares = allocate(prizes, people, sharing=sharing, one_each=True)
    keys = [share.key for share in shares]
    assert len(keys) == len(set(keys))
    assert all(share.cents or share.things for share in shares)


@SOME
@given(fields(), prize_lists())
def test_hort_lies_between_the_prize_of_the_place_and_the_equal_share(people, prizes):
    shares = allocate(prizes, people, sharing=Sharing.HORT, one_each=False)
    assume(shares)
    for share in shares:
        low, high = sorted((share.by_place, share.equal))
        assert low - 1 < share.cents < high + 1


@SOME
@given(fields(), prize_lists(), st.sampled_from(Sharing), st.booleans())
def test_the_same_standings_give_the_same_shares_whoever_is_behind(
    people, prizes, sharing, one_each
):
    """More players with fewer points change nothing for those who have a prize."""
    shares = allocate(prizes, people, sharing=sharing, one_each=one_each)
    more = [*people, *(Contender(900 + n, len(people) + 1, -1) for n in range(3))]
    again = allocate(prizes, more, sharing=sharing, one_each=one_each)
    assert [share for share in again if share.key < 900] == list(shares)
