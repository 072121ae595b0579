"""Whole Lim events: what every round must keep, whether a round is found, and how fast."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pairing.errors import NoLegalPairing
from pairing.handbook.lim import exchanges, pair, violations, why_not
from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import scrutinise
from pairing.handbook.lim.floaters import Direction, in_order
from pairing.matching import heaviest_perfect_matching
from pairing.results import DRAW, ByeKind
from pairing.state import Bye, Colour, ForbiddenGroup, Record, RoundPairing, TournamentState
from pairing.verdicts import WhyNot
from tests.pairing.handbook.lim_events import absences, may_have, play, players, position
from tests.pairing.handbook.lim_literal import Literal


def event(
    seed: int,
    size: int,
    rounds: int,
    *,
    absent: float = 0.0,
    forfeits: bool = False,
    drawn: bool = False,
    forbidden: tuple[ForbiddenGroup, ...] = (),
    **options: bool,
) -> Iterator[tuple[TournamentState, RoundPairing | None]]:
    """Every round of an event before it is played; None where no pairing exists, then it ends."""
    rng = Random(seed)
    state = TournamentState(
        players(rng, size),
        (),
        rounds,
        initial_colour=rng.choice(list(Colour)),
        forbidden=forbidden,
        options=tuple(options.items()),
    )
    for _ in range(rounds):
        state = replace(state, byes=absences(rng, state, absent))
        try:
            found = pair(state)
        except NoLegalPairing:
            yield state, None
            return
        yield state, found
        played = play(rng, state, found, forfeits=forfeits, decisive=False)
        if drawn:
            games = tuple(replace(game, result=DRAW) for game in played.games)
            played = replace(played, games=games)
        state = replace(state, rounds=(*state.rounds, played))


def a_pairing_exists(state: TournamentState) -> bool:
    """By the limits and meetings alone, with every bye that may be given; not by the engine."""
    record = Record(state)
    present = [player.tpn for player in state.to_be_paired()]

    def legal(a: int, b: int) -> bool:
        if b in record.met[a] or a == b:
            return False
        if any({a, b} <= g.players and g.applies_to(state.next_round) for g in state.forbidden):
            return False
        if state.is_last_round and record.score[a] == record.score[b]:
            return True
        return any(
            may_have(record, white, Colour.WHITE) and may_have(record, black, Colour.BLACK)
            for white, black in ((a, b), (b, a))
        )

    edges = [[0 if legal(a, b) else None for b in present] for a in present]
    if len(present) % 2:
        bye = [None if tpn in record.bye_barred else 0 for tpn in present]
        edges = [[*row, end] for row, end in zip(edges, bye, strict=True)] + [[*bye, None]]
    return not edges or heaviest_perfect_matching(edges) is not None


def keeps_the_rules(state: TournamentState, found: RoundPairing) -> None:
    record = Record(state)
    present = {player.tpn for player in state.to_be_paired()}
    paired = [tpn for board in found.boards for tpn in (board.white, board.black)]
    assert sorted([*paired, *([found.bye] if found.bye else [])]) == sorted(present)
    assert found.bye not in record.bye_barred
    for board in found.boards:
        white, black = board.white, board.black
        assert black not in record.met[white]
        if not (state.is_last_round and record.score[white] == record.score[black]):
            assert may_have(record, white, Colour.WHITE)
            assert may_have(record, black, Colour.BLACK)
    assert found.number == state.next_round
    trace = found.trace
    assert trace is not None
    assert [(each.white, each.black) for each in trace.pairs] == [
        (board.white, board.black) for board in found.boards
    ]
    for index, bracket in enumerate(trace.brackets):
        together = {(p.white, p.black) for p in trace.pairs if p.bracket == index}
        assert set(bracket.pairs) == together


def check_event(seed: int) -> int:
    """Gives the number of rounds that were paired."""
    rng = Random(seed)
    size = rng.randint(8, 60)
    rounds = rng.choice((5, 7, 9, 11, size // 2, size - 1 if size < 24 else 11))
    paired = 0
    for state, found in event(
        seed,
        size,
        rounds,
        absent=rng.choice((0, 0, 0.05, 0.15)),
        forfeits=rng.random() < 0.5,
        drawn=rng.random() < 0.1,
        maxi=rng.random() < 0.2,
        protect_bye=rng.random() < 0.2,
    ):
        assert a_pairing_exists(state) is (found is not None)
        if found is not None:
            keeps_the_rules(state, found)
            assert violations(state, found) == ()
            paired += 1
    return paired


def test_general_rules_and_limits_hold_in_events_of_8_to_60_players() -> None:
    assert sum(check_event(seed) for seed in range(24)) > 150


@pytest.mark.full
@pytest.mark.parametrize("block", range(6))
def test_general_rules_and_limits_hold_in_many_events(block: int) -> None:
    for seed in range(100 + 60 * block, 160 + 60 * block):
        check_event(seed)


def test_forbidden_pairs_of_whole_clubs_never_meet() -> None:
    club = ForbiddenGroup(frozenset(range(1, 40, 2)))
    others = ForbiddenGroup(frozenset((2, 4, 6)))
    played = list(event(5, 44, 9, forbidden=(club, others)))
    assert len(played) == 9
    for state, found in played:
        assert found is not None
        assert a_pairing_exists(state)
        assert not any({b.white, b.black} <= club.players for b in found.boards)


def test_the_same_state_gives_the_same_round() -> None:
    played = list(event(3, 21, 7, absent=0.05))
    assert len(played) == 7
    for state, found in played:
        assert pair(state) == found


def test_the_order_in_which_players_are_listed_does_not_matter() -> None:
    played = list(event(9, 18, 7))
    assert len(played) == 7
    for state, found in played:
        mixed = list(state.players)
        Random(1).shuffle(mixed)
        again = pair(replace(state, players=tuple(mixed)))
        assert found is not None
        assert again.boards == found.boards


def test_why_not_has_one_reason_for_every_two_players() -> None:
    reasons = set()
    for state, found in event(11, 16, 9, absent=0.05):
        assert found is not None
        present = [player.tpn for player in state.players]
        together = {frozenset((board.white, board.black)) for board in found.boards}
        for a in present[::3]:
            for b in present:
                if a != b:
                    (fact,) = why_not(state, a, b)
                    said = fact.code.removeprefix("handbook.lim.why_not.")
                    assert (said == WhyNot.THEY_MEET) is (frozenset((a, b)) in together)
                    reasons.add(said)
    assert reasons >= {
        WhyNot.NOT_TO_BE_PAIRED,
        "bye",
        WhyNot.MET_BEFORE,
        "limits",
        WhyNot.THEY_MEET,
        "groups",
        "floater_first",
        "clashes",
        "order",
    }


def test_late_entrants_and_returned_players_are_paired() -> None:
    played = list(event(13, 12, 4))
    assert len(played) == 4
    for state, found in played:
        assert found is not None
        more = replace(state, players=(*state.players, *position({90: (0, "")}).players))
        late = pair(more)
        assert 90 in {late.bye, *(t for b in late.boards for t in (b.white, b.black))}


# The two scrutinies in one group, by enumeration


def crowded_group(rng: Random, size: int) -> TournamentState:
    """One group with uneven colours and many who have met: counting colours is not enough."""
    histories = rng.choice((["W", "B"], ["W", "W", "W", "B", "-"], ["WB", "BW", "WBB", "BWW"]))
    cards = {tpn: (0, rng.choice(histories)) for tpn in range(1, size + 1)}
    share = rng.choice((0.2, 0.5, 0.7))
    everybody = range(1, size + 1)
    met = [(a, b) for a in everybody for b in everybody if a < b and rng.random() < share]
    ratings = {tpn: 2500 - rng.choice((10, 40)) * tpn for tpn in everybody}
    total = 4 if rng.random() < 0.3 else 0
    return position(cards, met=met, ratings=ratings, total=total, maxi=rng.random() < 0.3)


def check_group(seed: int, largest: int) -> None:
    rng = Random(seed)
    size = rng.choice(range(4, largest + 1, 2))
    state = crowded_group(rng, size)
    direction = rng.choice(list(Direction))
    order = in_order(direction, range(1, size + 1))
    literal = Literal(state)
    if not literal.can_pair(order):
        return
    cards = Cards(state)
    by_articles = literal.exchanged(order)
    assert list(scrutinise(cards, order).pairs) == by_articles
    if not cards.maxi:  # the slower way must agree where it is not needed, too
        costs = exchanges.costs_of(cards, order)
        slower = exchanges._one_by_one(exchanges.rows_of(cards, order), costs)
        assert [(order[v], order[w]) for v, w in slower] == by_articles


def test_5_and_6_2_groups_agree_with_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some groups need each of the two ways that go beyond counting colours."""
    calls: Counter[str] = Counter()

    original = exchanges._dual_weights

    def counted(*args: Any) -> list[int] | None:
        found = original(*args)
        calls["odd circles" if found is None else "beyond colours"] += 1
        return found

    monkeypatch.setattr(exchanges, "_dual_weights", counted)
    for seed in range(500):
        check_group(seed, 10)
    assert calls["beyond colours"] > 20
    assert calls["odd circles"] > 0


@pytest.mark.full
@pytest.mark.parametrize("block", range(5))
def test_5_and_6_2_many_groups_agree_with_enumeration(block: int) -> None:
    for seed in range(1_000 + 800 * block, 1_800 + 800 * block):
        check_group(seed, 12)


# Size


@pytest.mark.parametrize(
    ("size", "how"),
    [
        (200, {}),
        (201, {"absent": 0.05, "forfeits": True}),
        (200, {"drawn": True}),
        (200, {"maxi": True}),
    ],
)
def test_200_players_9_rounds_keep_the_rules(size: int, how: dict[str, bool]) -> None:
    rounds = event(1, size, 9, **how)  # type: ignore[arg-type]
    for _ in range(9):
        state, found = next(rounds)
        assert found is not None
        keeps_the_rules(state, found)


@pytest.mark.parametrize("sizes", [(90,), (60, 60, 60), (98,)])
def test_large_forbidden_groups_are_paired(sizes: tuple[int, ...]) -> None:
    numbers = list(range(1, 201))
    Random(4).shuffle(numbers)
    clubs = []
    for size in sizes:
        clubs.append(ForbiddenGroup(frozenset(numbers[:size])))
        del numbers[:size]
    rounds = event(2, 200, 5, forbidden=tuple(clubs))
    for _ in range(5):
        state, found = next(rounds)
        assert found is not None
        keeps_the_rules(state, found)
        for board in found.boards:
            assert not any({board.white, board.black} <= club.players for club in clubs)


def test_an_exhausted_field_is_paired_or_proved_impossible() -> None:
    """As many rounds as there are opponents."""
    impossible = 0
    for size in (8, 13, 20, 31, 40):
        for state, found in event(6, size, size - 1):
            assert a_pairing_exists(state) is (found is not None)
            impossible += found is None
    assert impossible > 0


def test_a_state_with_a_withdrawn_player_and_a_bye_before() -> None:
    """A bye player who withdraws does not stand in the way of anybody."""
    rounds = event(21, 9, 3)
    state, found = next(rounds)
    assert found is not None and found.bye is not None
    away = replace(state, byes=(Bye(found.bye, ByeKind.ZERO_POINT),))
    assert pair(away).bye is None
