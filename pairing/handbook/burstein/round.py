"""Handbook, Burstein system. Art. 4 (odd number) and the round as a whole."""

from collections.abc import Iterator, Sequence

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.handbook.burstein.cards import ACCELERATED_ROUNDS, Field, upper_half
from pairing.handbook.burstein.colours import colours_of_pair
from pairing.handbook.burstein.groups import Group, pair_groups, score_groups
from pairing.matching import bits
from pairing.sentences import Said
from pairing.state import (
    Board,
    BracketTrace,
    Fact,
    PairTrace,
    RoundPairing,
    TournamentState,
    Trace,
)

KEY = "handbook.burstein"


def pair(state: TournamentState) -> RoundPairing:
    """The next round. Raises NoLegalPairing when no pairing keeps 3.1, 5.2 and 5.3.

    Internal option: `forced_bye` (a pairing number).
    """
    if state.acceleration is not None:
        raise UnsupportedRule("system.no_rule", rule=Said("word.acceleration"))
    field = Field(state)
    players = field.everybody
    bye, bye_fact = None, None
    if field.size % 2:
        bye, bye_fact = _bye(field)
        players &= ~(1 << bye)
    if not field.can_all_be_paired(players):
        raise NoLegalPairing(field.tpns(bits(players)), _no_pairing(field, players))
    groups = pair_groups(field, players)
    brackets, traces = _traces(field, groups)
    facts: tuple[Fact, ...] = ()
    if state.next_round <= ACCELERATED_ROUNDS:
        accelerated = tuple(sorted(upper_half(state)))
        facts = (Fact("handbook.burstein.imaginary_point", "3.3", accelerated),)
    return RoundPairing(
        number=state.next_round,
        boards=tuple(Board(trace.white, trace.black) for trace in traces),
        bye=None if bye is None else field.tpn(bye),
        trace=Trace(KEY, brackets, tuple(traces), bye_fact, facts),
    )


def _no_pairing(field: Field, players: int) -> tuple[Fact, ...]:
    """Names those who can meet nobody at all, when that is the reason."""
    stranded = field.tpns(i for i in bits(players) if not field.legal[i] & players)
    return (Fact("handbook.burstein.no_pairing", "3.1", stranded),) if stranded else ()


# Art. 4  Odd number


def bye_order(field: Field) -> Iterator[tuple[int, Fact]]:
    """The lowest of the lowest group by 3.2, then upwards; the next group only after it."""
    for group in reversed(score_groups(field, field.everybody)):
        for i in reversed(list(bits(group.members))):
            if not field.cards[i].scored_without_playing:  # 4.1
                values = (
                    ("score", group.score),
                    ("sonneborn_berger", field.cards[i].sonneborn_berger),
                )
                yield i, Fact("handbook.burstein.bye.lowest", "4.2", (field.tpn(i),), values)


def _bye(field: Field) -> tuple[int, Fact]:
    """The first in that order without whom the round can be paired."""
    forced = field.state.option("forced_bye", 0)
    if forced:
        for i in range(field.size):
            if field.tpn(i) == forced:
                return i, Fact("handbook.burstein.bye.forced", "4", (field.tpn(i),))
        raise UnsupportedRule("swiss.forced_bye", player=forced)
    reasons: tuple[Fact, ...] = (Fact("handbook.burstein.nobody_may_have_bye", "4.1"),)
    for chosen, fact in bye_order(field):
        if field.can_all_be_paired(field.everybody & ~(1 << chosen)):
            return chosen, fact
        reasons = _no_pairing(field, field.everybody)
    raise NoLegalPairing(field.tpns(range(field.size)), reasons)


def _board_order(field: Field, higher: int, lower: int) -> tuple[int, int, int]:
    """The higher score of the two, then the sum, then the higher-scored player by 3.2."""
    scores = {i: field.cards[i].group_score for i in (higher, lower)}
    leader = lower if scores[lower] > scores[higher] else higher
    return -scores[leader], -sum(scores.values()), leader


def _traces(
    field: Field, groups: Sequence[Group]
) -> tuple[tuple[BracketTrace, ...], list[PairTrace]]:
    """The groups from the top, and the pairs in board order."""
    brackets = []
    pairs = []
    for index, group in enumerate(groups):
        pairing = group.pairing
        assert pairing is not None
        rank = {i: place for place, i in enumerate(bits(group.members), start=1)}
        boards = []
        for higher, lower in pairing.pairs:
            white, black, colour = colours_of_pair(field, higher, lower)
            board = field.tpn(white), field.tpn(black)
            boards.append(board)
            values = (
                ("rank", rank[higher]),
                ("opponent_rank", rank[lower]),
                ("size", len(rank)),
            )
            order = Fact("handbook.burstein.ordered", "6.1", field.tpns((higher, lower)), values)
            trace = PairTrace(*board, index, colour, (order,))
            pairs.append((_board_order(field, higher, lower), trace))
        floaters = () if pairing.floater is None else field.tpns((pairing.floater,))
        facts = list(group.facts)
        if floaters:
            facts.append(Fact("handbook.burstein.floats_down", "6.3", floaters))
        misses = (("players", pairing.misses),)
        brackets.append(
            BracketTrace(
                score=group.score,
                residents=field.tpns(bits(group.residents)),
                moved_down=field.tpns(bits(group.members & ~group.residents)),
                floaters=floaters,
                pairs=tuple(boards),
                criteria=(Fact("handbook.burstein.missed_colours", "6.5", (), misses),),
                facts=tuple(facts),
            )
        )
    return tuple(brackets), [trace for _, trace in sorted(pairs, key=lambda item: item[0])]
