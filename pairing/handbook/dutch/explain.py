"""Handbook 1.1 (Dutch), B, F.6 and F.7: what a given pairing breaks, and why two did not meet."""

from collections.abc import Iterator

from pairing.errors import NoLegalPairing
from pairing.handbook.dutch.criteria import Legal, Rigour
from pairing.handbook.dutch.definitions import (
    DOWN,
    KEY,
    UP,
    Card,
    Field,
    Strength,
    field_of,
    record_of,
)
from pairing.handbook.dutch.group import first_attempt
from pairing.handbook.dutch.procedure import Paired, Procedure
from pairing.handbook.dutch.publication import published
from pairing.state import Fact, Record, RoundPairing, TournamentState
from pairing.verdicts import Articles, Broken, WhyNot, breaches, never_meet, wrong_order

SHARED_RULES = Articles(
    everybody="C",
    away="F.5",
    no_bye="A.5",
    met="B.1.a",
    bye="B.1.b",
    difference="B.2.a",
    three_times="B.2.b",
)


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a pairing breaks: the absolute ones first, then where it leaves C and E.

    For a published pairing and a record put right since, the first are what F.6 has changed, the
    others what F.7 leaves to the arbiter.
    """
    record = record_of(state)
    field = field_of(state, record)
    absolute = _absolute(state, field, record, pairing)
    try:
        proper = published(field, Procedure(field).pair())
    except NoLegalPairing:
        return tuple(absolute)
    return (*absolute, *_departures(field, pairing, proper))


# General rules 2-4, B.1, B.2


def _absolute(
    state: TournamentState, field: Field, record: Record, pairing: RoundPairing
) -> list[Fact]:
    present = {card.tpn for card in field.cards}
    exempt = {card.tpn for card in field.cards if card.exempt}
    return breaches(state, pairing, SHARED_RULES, record=record, present=present, exempt=exempt)


# B.4-B.6, C, E, F.1: where it departs from the procedure


def _departures(field: Field, pairing: RoundPairing, proper: RoundPairing) -> Iterator[Fact]:
    expected = {frozenset((board.white, board.black)): board for board in proper.boards}
    cards = {card.tpn: card for card in field.cards}
    for board in pairing.boards:
        both = (board.white, board.black)
        wanted = expected.get(frozenset(both))
        if wanted is None:
            yield Fact(Broken.OTHER_PAIR, "C", both)
            if set(both) <= cards.keys():
                yield from _relative(cards[board.white], cards[board.black])
        elif wanted != board:
            trace = proper.trace
            assert trace is not None
            colour = next(p.colour for p in trace.pairs if p.white == wanted.white)
            yield Fact(Broken.OTHER_COLOURS, colour.article, both)
    if pairing.bye is not None and proper.bye is not None and pairing.bye != proper.bye:
        yield Fact(Broken.OTHER_BYE, "A.5", (pairing.bye, proper.bye))
    yield from wrong_order(pairing, proper, "F.1")


def _relative(one: Card, two: Card) -> Iterator[Fact]:
    high, low = sorted((one, two), key=lambda card: (-card.score, card.tpn))
    wish = high.preference[0]
    if wish is not None and wish is low.preference[0]:
        yield Fact(f"{KEY}.violation.clash", "B.4", (high.tpn, low.tpn), (("wish", wish.value),))
    if high.score == low.score:
        return
    yield Fact(
        f"{KEY}.violation.score_difference",
        "B.3",
        (high.tpn, low.tpn),
        (("difference", high.score - low.score),),
    )
    for card, mark in ((high, DOWN), (low, UP)):
        for article, before in zip(("B.5", "B.6"), card.floats, strict=True):
            if before == mark:
                yield Fact(f"{KEY}.violation.same_float", article, (card.tpn,), (("float", mark),))


# Why two players do not meet


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The reasons why a and b are not paired in the next round, most telling reason first."""
    record = record_of(state)
    field = field_of(state, record)
    place = {card.tpn: index for index, card in enumerate(field.cards)}
    never = never_meet(state, record, a, b, SHARED_RULES, present=place)
    if never:
        return never
    high, low = sorted((place[a], place[b]))
    both = (field.cards[high].tpn, field.cards[low].tpn)
    if not Legal(field).loosest[high] >> low & 1:
        wish, strength = field.cards[high].preference
        assert wish is not None and strength is Strength.ABSOLUTE
        return (Fact(f"{KEY}.why_not.same_absolute", "B.2", both, (("wish", wish.value),)),)
    try:
        groups = Procedure(field).pair()
    except NoLegalPairing as error:
        return error.reasons
    for group in groups:
        if group.stage and high in group.stage.players and low in group.stage.players:
            return (_why_not_here(group, high, low, both),)
    return (
        Fact(
            f"{KEY}.why_not.other_group",
            "B.3",
            both,
            (("score", field.cards[high].score), ("other_score", field.cards[low].score)),
        ),
    )


def _why_not_here(group: Paired, high: int, low: int, both: tuple[int, int]) -> Fact:
    """The two were in one group: how far behind the pairing made is the first with them?"""
    stage, made = group.stage, group.attempt
    assert stage is not None and made is not None
    if (high, low) in {(min(pair), max(pair)) for pair in made.pairs}:
        return Fact(WhyNot.THEY_MEET, "C.6", both)
    places = {player: i for i, player in enumerate(stage.players)}
    other = first_attempt(stage, together=(places[high], places[low]))
    if other is None:
        return Fact(f"{KEY}.why_not.fewer_pairs", "C.14", both, (("pairs", stage.pairs),))
    if other.order < made.order:
        # Earlier in the group's own order: given up for the group above or below it.
        article = "C.12" if "C.12" in group.reasons else "C.13"
        return Fact(f"{KEY}.why_not.other_groups_need", article, both)
    if other.rigour is not made.rigour:
        article = "A.7.d" if made.rigour is Rigour.STRICT else "A.7.a"
        return Fact(f"{KEY}.why_not.same_colour_due", article, both)
    if other.x > made.x:
        values: tuple[tuple[str, int | str], ...] = (("x", made.x), ("needs", other.x))
        return Fact(f"{KEY}.why_not.more_clashes", "B.4", both, values)
    if other.level > made.level:
        values = (("dropped", made.level), ("needs", other.level))
        return Fact(f"{KEY}.why_not.same_float", "B.5, B.6", both, values)
    return Fact(f"{KEY}.why_not.later_in_order", "D.1, D.2", both)
