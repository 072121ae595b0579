"""Handbook 1.2 (Lim): which rules a pairing breaks, and why two players did not meet."""

from pairing.errors import NoLegalPairing
from pairing.handbook.lim.cards import BROKEN_LIMIT, Cards
from pairing.handbook.lim.exchanges import can_be_paired, scrutinise
from pairing.handbook.lim.round import pair
from pairing.state import Board, BracketTrace, Fact, RoundPairing, TournamentState, Trace
from pairing.verdicts import (
    Articles,
    Broken,
    WhyNot,
    breaches,
    never_meet,
    wrong_order,
)

SHARED_RULES = Articles(
    everybody="3.2",
    away="3.2",
    no_bye="2.1",
    met="3.1",
    bye="2.2",
    difference="6.1.b",
    three_times="6.1.a",
)

# Steps after which two players were paired with each other by exchange, not as floaters.
_EXCHANGED = frozenset(f"handbook.lim.pair.{step}" for step in ("proposed", "opponents", "colours"))


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a (hand-made) pairing breaks, worst first."""
    cards = Cards(state)
    boards = [board for board in pairing.boards if {board.white, board.black} <= cards.legal.keys()]
    facts = breaches(
        state, pairing, SHARED_RULES, record=cards.record, exempt=_level(cards, boards)
    )
    try:
        by_rule = pair(state)
    except NoLegalPairing:
        return tuple(facts)
    return (*facts, *_other_than_rule(cards, pairing, by_rule, boards))


def _level(cards: Cards, boards: list[Board]) -> set[int]:
    """Art. 7: in the last round the limits do not part players who have the same score."""
    return {
        tpn
        for board in boards
        if cards.state.is_last_round and cards.score[board.white] == cards.score[board.black]
        for tpn in (board.white, board.black)
    }


def _other_than_rule(
    cards: Cards, pairing: RoundPairing, by_rule: RoundPairing, boards: list[Board]
) -> list[Fact]:
    facts = []
    if pairing.bye and by_rule.bye and pairing.bye != by_rule.bye:
        facts.append(Fact(Broken.OTHER_BYE, "2.1", (pairing.bye, by_rule.bye)))
    colours = {frozenset((board.white, board.black)): board.white for board in by_rule.boards}
    others = [board for board in boards if frozenset((board.white, board.black)) not in colours]
    facts += [Fact(Broken.OTHER_PAIR, "3.4", (board.white, board.black)) for board in others]
    for board in boards:
        white = colours.get(frozenset((board.white, board.black)))
        if white is None:
            below = all(
                2 * cards.score[tpn] < cards.double_median for tpn in (board.white, board.black)
            )
            white = cards.colours(board.white, board.black, below_median=below)[0]
        if white != board.white:
            facts.append(Fact(Broken.OTHER_COLOURS, "6", (board.white, board.black)))
    return facts + wrong_order(pairing, by_rule, "3.2")


# Why two players did not meet


def _why(reason: str, article: str, *players: int, **values: int | str) -> tuple[Fact, ...]:
    return (Fact(f"handbook.lim.why_not.{reason}", article, players, tuple(values.items())),)


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The first reason, in the order of the articles, why the rules do not pair a with b."""
    cards = Cards(state)
    never = never_meet(state, cards.record, a, b, SHARED_RULES, present=cards.legal)
    if never:
        return never
    by_rule = pair(state)
    trace = by_rule.trace
    assert trace is not None
    for tpn in (a, b):
        if tpn == by_rule.bye:
            return _why("bye", "2.1", tpn)
    if not cards.compatible(a, b):
        return _why("limits", "6.1", a, b)
    made = {tpn: two for two in trace.pairs for tpn in (two.white, two.black)}
    if made[a] is made[b]:
        return (Fact(WhyNot.THEY_MEET, "3.4", (a, b)),)
    if made[a].bracket != made[b].bracket:
        return _why(
            "groups",
            "3.2",
            a,
            b,
            first=trace.brackets[made[a].bracket].score,
            second=trace.brackets[made[b].bracket].score,
        )
    for tpn, other in ((a, b), (b, a)):
        step = made[tpn].facts[0]
        if step.code == "handbook.lim.pair.floater":
            return _why("floater_first", "4.8", tpn, other, floater=step.players[0])
        if step.code == "handbook.lim.pair.stands":
            return _why("stands", "5.4", tpn, other)
    return _exchange_refused(cards, trace, trace.brackets[made[a].bracket], a, b)


def _exchange_refused(
    cards: Cards, trace: Trace, bracket: BracketTrace, a: int, b: int
) -> tuple[Fact, ...]:
    """Art. 5 and 6.2: what exchanging a and b together would have cost."""
    rest = sorted(
        (
            tpn
            for two in trace.pairs
            if trace.brackets[two.bracket] is bracket and two.facts[0].code in _EXCHANGED
            for tpn in (two.white, two.black)
        ),
        reverse=2 * bracket.score < cards.double_median,
    )
    others = [tpn for tpn in rest if tpn not in (a, b)]
    if not can_be_paired(cards, others):
        return (Fact(WhyNot.NO_COMPLETION, "5.1", (a, b)),)
    as_is, then = scrutinise(cards, rest), scrutinise(cards, others)
    broken = then.broken_limits + cards.cost(a, b) // BROKEN_LIMIT
    if broken > as_is.broken_limits:
        return _why("last_round_limits", "7", a, b, best=as_is.broken_limits, then=broken)
    clashes = then.clashes + cards.clash(a, b)
    if (broken, clashes) > (as_is.broken_limits, as_is.clashes):
        return _why("clashes", "6.2", a, b, best=as_is.clashes, then=clashes)
    return _why("order", "5.2", a, b)
