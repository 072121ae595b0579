"""Handbook 1.1 (Dutch), B and F.6-F.7: what a given pairing breaks, and why two did not meet."""

from collections import Counter
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
from pairing.state import Colour, Fact, Record, RoundPairing, TournamentState


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a pairing breaks: the absolute ones first, then where it leaves C and E."""
    record = record_of(state)
    field = field_of(state, record)
    absolute = (*_incomplete(field, pairing), *_absolute(state, field, record, pairing))
    try:
        proper = published(field, Procedure(field).pair())
    except NoLegalPairing:
        return absolute
    return (*absolute, *_departures(field, pairing, proper))


# General rules 2-4, B.1, B.2


def _incomplete(field: Field, pairing: RoundPairing) -> Iterator[Fact]:
    expected = {card.tpn for card in field.cards}
    named = Counter(tpn for board in pairing.boards for tpn in (board.white, board.black))
    if pairing.bye is not None:
        named[pairing.bye] += 1
    for code, players in (
        ("paired_twice", [tpn for tpn, times in named.items() if times > 1]),
        ("not_in_round", [tpn for tpn in named if tpn not in expected]),
        ("not_paired", [tpn for tpn in expected if not named[tpn]]),
    ):
        if players:
            yield Fact(f"{KEY}.violation.{code}", "C", tuple(sorted(players)))
    if pairing.bye is not None and len(expected) % 2 == 0:
        yield Fact(f"{KEY}.violation.needless_bye", "A.5", (pairing.bye,))


def _absolute(
    state: TournamentState, field: Field, record: Record, pairing: RoundPairing
) -> Iterator[Fact]:
    cards = {card.tpn: card for card in field.cards}
    for board in pairing.boards:
        both = (board.white, board.black)
        if board.black in record.met.get(board.white, ()):
            yield Fact(f"{KEY}.violation.met_before", "B.1.a", both)
        elif _kept_apart(state, *both):
            yield Fact(f"{KEY}.violation.kept_apart", "", both)
    if pairing.bye is not None and pairing.bye in record.bye_barred:
        yield Fact(f"{KEY}.violation.second_bye", "B.1.b", (pairing.bye,))
    for board in pairing.boards:
        for tpn, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            if tpn in cards and not cards[tpn].exempt:
                yield from _colour_limits(cards[tpn], colour)


def _kept_apart(state: TournamentState, a: int, b: int) -> bool:
    return any(
        group.applies_to(state.next_round) and {a, b} <= group.players for group in state.forbidden
    )


def _colour_limits(card: Card, colour: Colour) -> Iterator[Fact]:
    colours = (*card.colours, colour)
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    if abs(difference) > 2 and (difference > 0) == (colour is Colour.WHITE):
        yield Fact(
            f"{KEY}.violation.colour_difference",
            "B.2.a",
            (card.tpn,),
            (("difference", difference),),
        )
    if len(colours) > 2 and len(set(colours[-3:])) == 1:
        yield Fact(
            f"{KEY}.violation.three_running", "B.2.b", (card.tpn,), (("colour", colour.value),)
        )


# B.4-B.6, C, E, F.1: where it departs from the procedure


def _departures(field: Field, pairing: RoundPairing, proper: RoundPairing) -> Iterator[Fact]:
    expected = {frozenset((board.white, board.black)): board for board in proper.boards}
    cards = {card.tpn: card for card in field.cards}
    same = pairing.bye == proper.bye and len(pairing.boards) == len(proper.boards)
    for board in pairing.boards:
        both = (board.white, board.black)
        wanted = expected.get(frozenset(both))
        if wanted is None:
            same = False
            yield Fact(f"{KEY}.violation.procedure", "C", both)
            if set(both) <= cards.keys():
                yield from _relative(cards[board.white], cards[board.black])
        elif wanted != board:
            same = False
            trace = proper.trace
            assert trace is not None
            colour = next(p.colour for p in trace.pairs if p.white == wanted.white)
            yield Fact(f"{KEY}.violation.colours", colour.article, both)
    if pairing.bye != proper.bye:
        players = tuple(tpn for tpn in (pairing.bye, proper.bye) if tpn is not None)
        yield Fact(f"{KEY}.violation.bye", "A.5", players)
    if same and pairing.boards != proper.boards:
        yield Fact(f"{KEY}.violation.board_order", "F.1")


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


# F.6, F.7  Changing a pairing that has been published


def late_correction(corrected: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """What a correction means for a pairing that is published and not played yet.

    `corrected` is the state before the round as it should have been: a result, a colour or a
    rating put right. Empty: nothing changes. Facts of B.1 or B.2: the pairing has to be changed
    (F.6). One fact `correction.arbiter_decides`: another pairing would have come out, and the
    arbiter decides (F.7).
    """
    record = record_of(corrected)
    field = field_of(corrected, record)
    broken = tuple(_absolute(corrected, field, record, pairing))
    if broken:
        return broken
    try:
        proper = published(field, Procedure(field).pair())
    except NoLegalPairing:
        return ()
    if proper.boards == pairing.boards and proper.bye == pairing.bye:
        return ()
    kept = {frozenset((board.white, board.black)) for board in proper.boards}
    changed = [b for b in pairing.boards if frozenset((b.white, b.black)) not in kept]
    players = tuple(sorted(tpn for board in changed for tpn in (board.white, board.black)))
    return (Fact(f"{KEY}.correction.arbiter_decides", "F.7", players),)


# Why two players do not meet


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """Why a and b are not paired in the next round, most telling reason first."""
    record = record_of(state)
    field = field_of(state, record)
    place = {card.tpn: index for index, card in enumerate(field.cards)}
    away = tuple(tpn for tpn in (a, b) if tpn not in place)
    if away:
        return (Fact(f"{KEY}.why_not.not_in_round", "F.5", away),)
    high, low = sorted((place[a], place[b]))
    both = (field.cards[high].tpn, field.cards[low].tpn)
    if b in record.met[a]:
        return (Fact(f"{KEY}.why_not.met_before", "B.1.a", both),)
    if field.have_met(high, low):
        return (Fact(f"{KEY}.why_not.kept_apart", "", both),)
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
        return Fact(f"{KEY}.why_not.they_are_paired", "C.6", both)
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
