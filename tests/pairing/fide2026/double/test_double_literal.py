"""The engine against C.04.5 taken literally, on made-up events with every rare step."""

from itertools import combinations

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026.double import pair, violations, why_not
from pairing.state import Board, RoundPairing, TournamentState
from pairing.verdicts import WhyNot
from tests.pairing.fide2026.double.double_events import event
from tests.pairing.fide2026.double.double_literal import Literal, Pairs, matchings

SAMPLE = 60


def judge(seed: int) -> tuple[int, int]:
    """Rounds judged, and how many of them could not be paired."""
    rounds = stopped = 0
    for state in event(seed, pair, 4, 10):
        expected = Literal(state).round()
        rounds += 1
        if expected is None:
            stopped += 1
            with pytest.raises(NoLegalPairing):
                pair(state)
            continue
        made = pair(state)
        found = frozenset((board.white, board.black) for board in made.boards), made.bye
        assert found == expected, (seed, state.next_round)
        assert violations(state, made) == ()
    return rounds, stopped


def test_pairs_colours_and_bye_are_those_of_the_text() -> None:
    judged = [judge(seed) for seed in range(SAMPLE)]
    assert sum(rounds for rounds, _ in judged) > 200
    assert sum(stopped for _, stopped in judged) > 5


@pytest.mark.full
@pytest.mark.parametrize("part", range(16))
def test_twenty_thousand_rounds(part: int) -> None:
    rounds = sum(judge(seed)[0] for seed in range(1000 + 300 * part, 1300 + 300 * part))
    assert rounds > 1250


def test_the_order_of_six_players_is_that_of_the_digest() -> None:
    """3.6.3: the fifteen pairings of six, from 1-4 2-5 3-6 to 1-2 3-4 5-6."""

    def identifier(pairs: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        return tuple(a for a, _ in pairs) + tuple(b for _, b in pairs)

    listed = sorted(matchings((1, 2, 3, 4, 5, 6)), key=identifier)
    assert len(listed) == 15
    assert listed[:3] == [
        ((1, 4), (2, 5), (3, 6)),
        ((1, 4), (2, 6), (3, 5)),
        ((1, 5), (2, 4), (3, 6)),
    ]
    assert listed[-2:] == [((1, 2), (3, 6), (4, 5)), ((1, 2), (3, 4), (5, 6))]


# The reasons


def every_pairing(letter: Literal) -> list[tuple[Pairs, int | None]]:
    pool = tuple(letter.pool)
    byes: list[int | None] = [None]
    if len(pool) % 2:
        byes = [player for player in pool if player not in letter.barred]
    return [
        (pairs, bye)
        for bye in byes
        for pairs in letter.pairings(tuple(player for player in pool if player != bye))
    ]


def ask_about_everybody(state: TournamentState) -> int:
    """Every two players: the article at which their best pairing falls behind the one made."""
    letter = Literal(state)
    ranked = [(pairs, letter.rank(pairs, bye)) for pairs, bye in every_pairing(letter)]
    if not ranked:
        return 0

    def worth(each: tuple[Pairs, list[tuple[str, object]]]) -> list[object]:
        return [value for _, value in each[1]]

    made = min(ranked, key=worth)
    asked = 0
    for a, b in combinations(letter.pool, 2):
        (fact,) = why_not(state, a, b)
        asked += 1
        together = [each for each in ranked if (a, b) in each[0]]
        if not letter.allowed(a, b):
            assert fact.code in (WhyNot.MET_BEFORE, WhyNot.FORBIDDEN_PAIR)
        elif (a, b) in made[0]:
            assert fact.code == WhyNot.THEY_MEET
        elif not together:
            assert fact.code == WhyNot.NO_COMPLETION
        else:
            steps = zip(made[1], min(together, key=worth)[1], strict=False)
            article = next(one[0] for one, two in steps if one != two)
            assert fact.article == article, (state.next_round, a, b, fact)
    return asked


@pytest.mark.parametrize("seed", range(500, 530))
def test_why_not_names_the_first_rule_that_decides(seed: int) -> None:
    assert sum(map(ask_about_everybody, event(seed, pair, 4, 8))) > 0


@pytest.mark.full
@pytest.mark.parametrize("first", range(20_000, 20_200, 10))
def test_why_not_names_the_first_rule_that_decides_at_length(first: int) -> None:
    seeds = range(first, first + 10)
    assert sum(sum(map(ask_about_everybody, event(seed, pair, 4, 9))) for seed in seeds) > 200


def judge_every_pairing(state: TournamentState) -> int:
    """Every legal pairing but one is found wanting, by the article at which it falls behind."""
    letter = Literal(state)
    every = [(*each, letter.rank(*each)) for each in every_pairing(letter)]
    if not every:
        return 0
    best = min(every, key=lambda each: [value for _, value in each[2]])
    for pairs, bye, rank in every:
        boards = tuple(Board(*letter.coloured(a, b)) for a, b in pairs)
        facts = violations(state, RoundPairing(state.next_round, boards, bye))
        steps = [one[0] for one, two in zip(best[2], rank, strict=False) if one != two]
        assert [fact.article for fact in facts] == steps[:1], (pairs, facts)
    return len(every)


@pytest.mark.parametrize("seed", range(600, 620))
def test_violations_name_the_first_rule_that_decides(seed: int) -> None:
    assert sum(map(judge_every_pairing, event(seed, pair, 4, 7))) > 0
