"""The engine against C.04.4.1 taken literally."""

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026.dubov import pair, violations, why_not
from pairing.state import Board, RoundPairing, TournamentState
from pairing.verdicts import WhyNot
from tests.pairing.fide2026.dubov.dubov_literal import Literal, Pair
from tests.pairing.fide2026.dubov.dubov_made import event


def compare_with_the_letter(seed: int, least: int = 5, most: int = 9) -> int:
    """The number of rounds in which pairs, colours and the bye are the same."""
    judged = 0
    for state in event(seed, pair, least, most):
        expected = Literal(state).pair()
        if expected is None:
            with pytest.raises(NoLegalPairing):
                pair(state)
        else:
            paired = pair(state)
            found = {(board.white, board.black) for board in paired.boards}
            assert (found, paired.bye) == expected, (seed, state.next_round)
        judged += 1
    return judged


@pytest.mark.parametrize("seed", range(0, 300, 10))
def test_the_chapter_taken_literally_gives_the_same_round(seed: int) -> None:
    assert sum(compare_with_the_letter(seed + i) for i in range(10)) > 20


def test_those_who_come_up_are_those_whom_the_others_can_spare() -> None:
    """As many could come up as are needed, but not all of them together."""
    assert compare_with_the_letter(12_796, 5, 10) == 7


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10_000, 15_000, 50))
def test_the_chapter_taken_literally_gives_the_same_round_at_length(seed: int) -> None:
    """More than 20,000 rounds in all."""
    assert sum(compare_with_the_letter(seed + i, 5, 10) for i in range(50)) > 150


# The reasons

#: what keeps two apart whatever the others do
BARRED = {
    WhyNot.MET_BEFORE,
    WhyNot.FORBIDDEN_PAIR,
    "dubov.why_not.same_absolute_colour",
}


def every_pairing(letter: Literal) -> list[tuple[set[Pair], int | None]]:
    pool = frozenset(letter.pool)
    byes: list[int | None] = [None]
    if len(pool) % 2:
        byes = [tpn for tpn in letter.pool if not letter.people[tpn].barred]
    return [
        (set(pairs), bye)
        for bye in byes
        for pairs in letter.pairings(pool - {bye} if bye else pool)
    ]


def ask_about_everybody(state: TournamentState) -> int:
    """Every two players: the article at which their best pairing falls behind the one made."""
    letter = Literal(state)
    ranked = [
        (pairs, [value for _, value in letter.rank(pairs, bye)], letter.rank(pairs, bye))
        for pairs, bye in every_pairing(letter)
    ]
    if not ranked:
        return 0
    made = min(ranked, key=lambda each: each[1])
    paired = pair(state)
    found = {(min(b.white, b.black), max(b.white, b.black)) for b in paired.boards}
    assert found == made[0]
    asked = 0
    for a in letter.pool:
        for b in letter.pool:
            if a >= b:
                continue
            (fact,) = why_not(state, a, b)
            asked += 1
            together = [each for each in ranked if (a, b) in each[0]]
            if not letter.legal(a, b):
                assert fact.code in BARRED
            elif (a, b) in made[0]:
                assert fact.code == WhyNot.THEY_MEET
            elif not together:
                assert fact.code == WhyNot.NO_COMPLETION
            else:
                best = min(together, key=lambda each: each[1])
                steps = zip(made[2], best[2], strict=False)
                article = next(one[0] for one, two in steps if one != two)
                assert fact.article == article, (state.next_round, a, b, fact)
    return asked


@pytest.mark.parametrize("seed", range(500, 530))
def test_why_not_names_the_first_rule_that_decides(seed: int) -> None:
    assert sum(map(ask_about_everybody, event(seed, pair, 4, 8))) > 0


@pytest.mark.full
@pytest.mark.parametrize("first", range(20_000, 20_400, 10))
def test_why_not_names_the_first_rule_that_decides_at_length(first: int) -> None:
    seeds = range(first, first + 10)
    assert sum(sum(map(ask_about_everybody, event(seed, pair, 4, 9))) for seed in seeds) > 100


def judge_every_pairing(state: TournamentState) -> int:
    """Every legal pairing but one is found wanting, by the article at which it falls behind."""
    letter = Literal(state)
    every = [(*each, letter.rank(*each)) for each in every_pairing(letter)]
    if not every:
        return 0
    paired = pair(state)
    assert violations(state, paired) == ()
    best = min(every, key=lambda each: [value for _, value in each[2]])
    for pairs, bye, rank in every:
        boards = tuple(Board(*letter.colours(a, b)) for a, b in pairs)
        facts = violations(state, RoundPairing(state.next_round, boards, bye))
        steps = [one[0] for one, two in zip(best[2], rank, strict=False) if one != two]
        assert [fact.article for fact in facts] == steps[:1], (pairs, facts)
    return len(every)


@pytest.mark.parametrize("seed", range(600, 620))
def test_violations_name_the_first_rule_that_decides(seed: int) -> None:
    assert sum(map(judge_every_pairing, event(seed, pair, 4, 7))) > 0
