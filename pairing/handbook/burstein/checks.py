"""Handbook, Burstein system: what a hand-made pairing breaks, and why two were not paired."""

from pairing.errors import NoLegalPairing
from pairing.handbook.burstein.cards import Field
from pairing.handbook.burstein.round import KEY, bye_order, pair
from pairing.handbook.limits import BLACK, WHITE, Articles, broken_limits
from pairing.state import Fact, Record, RoundPairing, TournamentState

ARTICLES = Articles(met="3.1", bye="4.1", difference="5.2", three_times="5.3")


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule the pairing breaks, worst first: who is in it, the limits, the bye, colours."""
    found = broken_limits(state, pairing, KEY, ARTICLES)
    field = Field(state)
    index = {card.tpn: i for i, card in enumerate(field.cards)}
    if pairing.bye is not None and field.size % 2:
        # Art. 4.2  Another player comes first in the order of the bye
        for chosen, _ in bye_order(field):
            if field.can_all_be_paired(field.everybody & ~(1 << chosen)):
                two = (pairing.bye, field.tpn(chosen))
                if two[0] != two[1]:
                    found.append(Fact(f"{KEY}.violation.other_bye_first", "4.2", two))
                break
    for board in pairing.boards:
        if board.white in index and board.black in index:
            # Art. 5.4  Both could have had their due colour
            due = field.due[index[board.white]], field.due[index[board.black]]
            if due == (BLACK, WHITE):
                two = (board.white, board.black)
                found.append(Fact(f"{KEY}.violation.due_colours", "5.4", two))
    return tuple(found)


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
    if b in Record(state).met[a]:
        return (Fact(f"{why}.met_before", "3.1", two),)
    if not field.new[i] >> j & 1:
        return (Fact(f"{why}.forbidden_pair", "", two),)
    if not field.legal[i] >> j & 1:
        colour = next(iter(field.cards[i].barred))
        return (Fact(f"{why}.both_barred", "5.2-5.3", two, (("colour", colour.value),)),)
    try:
        pairing = pair(state)
    except NoLegalPairing as error:
        return error.reasons
    trace = pairing.trace
    assert trace is not None
    found = []
    if pairing.bye in two and trace.bye is not None:
        found.append(trace.bye)
    scores = field.cards[i].group_score, field.cards[j].group_score
    if scores[0] != scores[1]:
        values = (("score", scores[0]), ("other_score", scores[1]))
        found.append(Fact(f"{why}.other_group", "6.1", two, values))
    for tpn in two:
        for meeting in trace.pairs:
            if tpn in (meeting.white, meeting.black):
                if {meeting.white, meeting.black} == set(two):
                    return (Fact(f"{why}.they_meet", "", (meeting.white, meeting.black)),)
                other = meeting.black if tpn == meeting.white else meeting.white
                found += [Fact(f"{why}.meets", "6.1", (tpn, other)), *meeting.facts]
    return tuple(found)
