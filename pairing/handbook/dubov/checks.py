"""Handbook, Dubov system: what a hand-made pairing breaks, and why two were not paired."""

from pairing.errors import NoLegalPairing
from pairing.handbook.dubov.cards import Field
from pairing.handbook.dubov.colours import colours_of_pair
from pairing.handbook.dubov.round import KEY, bye_order, pair
from pairing.handbook.limits import BLACK, WHITE, Articles, broken_limits
from pairing.state import Fact, Record, RoundPairing, TournamentState

VIOLATION = f"{KEY}.violation"
ARTICLES = Articles(met="2.1", bye="2.2", difference="2.3", three_times="2.4")


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule the pairing breaks, worst first: who is in it, art. 2, the bye, the colours."""
    found = broken_limits(state, pairing, KEY, ARTICLES)
    field = Field(state)
    index = {card.tpn: i for i, card in enumerate(field.cards)}
    found += _wrong_bye(field, pairing.bye)
    if state.next_round > 1:
        for board in pairing.boards:
            if board.white in index and board.black in index:
                found += _wrong_colours(field, index[board.white], index[board.black])
    return tuple(found)


def _wrong_bye(field: Field, bye: int | None) -> list[Fact]:
    """Art. 4. Another player comes first in the order of the bye."""
    if bye is None or field.size % 2 == 0 or field.state.next_round == 1:
        return []
    for chosen, _ in bye_order(field):
        if field.can_all_be_paired(field.everybody & ~(1 << chosen)):
            first = field.tpn(chosen)
            return [Fact(f"{VIOLATION}.other_bye_first", "4", (bye, first))] if first != bye else []
    return []


def _wrong_colours(field: Field, white: int, black: int) -> list[Fact]:
    """Art. 3.a. Both could have had their due colour."""
    due = field.due[white], field.due[black]
    if due == (BLACK, WHITE):
        return [Fact(f"{VIOLATION}.due_colours", "3.a", field.tpns((white, black)))]
    return []


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """Why two players do not meet in the round that the system pairs."""
    field = Field(state)
    index = {card.tpn: i for i, card in enumerate(field.cards)}
    why = f"{KEY}.why_not"
    two = (a, b)
    if a == b:
        return (Fact(f"{why}.same_player", "", two),)
    absent = tuple(tpn for tpn in two if tpn not in index)
    if absent:
        return (Fact(f"{why}.not_to_be_paired", "", absent),)
    i, j = index[a], index[b]
    found = []
    if b in Record(state).met[a]:
        found.append(Fact(f"{why}.met_before", "2.1", two))
    elif not field.new[i] >> j & 1:
        found.append(Fact(f"{why}.forbidden_pair", "", two))
    elif not field.legal[i] >> j & 1:
        colour = next(iter(field.cards[i].barred))
        found.append(Fact(f"{why}.both_barred", "2.3-2.4", two, (("colour", colour.value),)))
    if found:
        return tuple(found)
    try:
        pairing = pair(state)
    except NoLegalPairing as error:
        return error.reasons
    if pairing.bye in two:
        assert pairing.trace is not None and pairing.trace.bye is not None
        found.append(pairing.trace.bye)
    partner = {board.white: board.black for board in pairing.boards}
    partner |= {board.black: board.white for board in pairing.boards}
    if partner.get(a) == b:
        white, black, _ = colours_of_pair(field, i, j)
        return (Fact(f"{why}.they_meet", "", field.tpns((white, black))),)
    one, other = field.cards[i], field.cards[j]
    if one.score != other.score:
        values = (("score", one.score), ("other_score", other.score))
        found.append(Fact(f"{why}.other_group", "6.1", two, values))
    assert pairing.trace is not None
    for tpn in two:
        for pair_trace in pairing.trace.pairs:
            if tpn in (pair_trace.white, pair_trace.black):
                meets = (tpn, partner[tpn])
                found += [Fact(f"{why}.meets", pair_trace.colour.article, meets), *pair_trace.facts]
    return tuple(found)
