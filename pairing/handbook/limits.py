"""Handbook: the limits that the Dubov and Burstein methods share.

Nobody meets twice, nobody has the bye after scoring a point without playing (a bye, or the opponent
did not come: general rule 4; a requested half point is not a point), no colour difference above two
and no colour three times running. Rounds without a game drop out of a colour history. Here is
also how a hand-made pairing is held against these limits; the systems name their own articles.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pairing.state import Colour, Fact, Record, RoundPairing, TournamentState

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def difference(colours: Sequence[Colour]) -> int:
    """Whites minus blacks."""
    return 2 * colours.count(WHITE) - len(colours)


def forbidden_colours(colours: Sequence[Colour]) -> frozenset[Colour]:
    """No difference above two, no colour three times running."""
    lead = difference(colours)
    barred = set()
    for colour, excess in ((WHITE, lead), (BLACK, -lead)):
        if excess >= 2 or list(colours[-2:]) == [colour, colour]:
            barred.add(colour)
    return frozenset(barred)


def last_difference(first: Sequence[Colour], second: Sequence[Colour]) -> int | None:
    """How many games back the two last had different colours; 1 = the last game."""
    for back in range(1, min(len(first), len(second)) + 1):
        if first[-back] is not second[-back]:
            return back
    return None


def may_not_meet(state: TournamentState, record: Record) -> dict[int, set[int]]:
    """Those a player has met, and those the arbiter keeps apart from him in this round."""
    barred = {tpn: set(met) for tpn, met in record.met.items()}
    for group in state.forbidden:
        if group.applies_to(state.next_round):
            for tpn in group.players & barred.keys():
                barred[tpn] |= group.players - {tpn}
    return barred


def playable(new: Sequence[int], barred: Sequence[frozenset[Colour]], everybody: int) -> list[int]:
    """Of the opponents in `new`, those with whom one can have white and the other black."""
    can_have = {
        colour: sum(1 << i for i, colours in enumerate(barred) if colour not in colours)
        for colour in (WHITE, BLACK)
    }
    rows = []
    for i, row in enumerate(new):
        suitable = 0
        for colour in (WHITE, BLACK):
            if colour not in barred[i]:
                suitable |= can_have[colour.opposite]
        rows.append(row & suitable & everybody)
    return rows


@dataclass(frozen=True, slots=True)
class Articles:
    """Where a system's chapter states the limits."""

    met: str
    bye: str
    difference: str
    three_times: str


def broken_limits(
    state: TournamentState, pairing: RoundPairing, key: str, articles: Articles
) -> list[Fact]:
    """What a hand-made pairing breaks: who is in it, rematches, the bye, the colour limits."""
    record = Record(state)
    barred = may_not_meet(state, record)
    known = {player.tpn for player in state.players}
    present = {player.tpn for player in state.to_be_paired()}
    seen = Counter(tpn for board in pairing.boards for tpn in (board.white, board.black))
    if pairing.bye is not None:
        seen[pairing.bye] += 1

    def broken(reason: str, article: str, *players: int, **values: int | str) -> Fact:
        return Fact(f"{key}.violation.{reason}", article, players, tuple(values.items()))

    found = [broken("unknown_player", "", tpn) for tpn in seen if tpn not in known]
    found += [broken("not_to_be_paired", "", tpn) for tpn in seen if tpn in known - present]
    found += [broken("paired_twice", "", tpn) for tpn, times in seen.items() if times > 1]
    found += [broken("not_paired", "", tpn) for tpn in sorted(present) if tpn not in seen]
    boards = [b for b in pairing.boards if b.white in known and b.black in known]
    for board in boards:
        if board.black in record.met[board.white]:
            found.append(broken("met_before", articles.met, board.white, board.black))
        elif board.black in barred[board.white]:
            found.append(broken("forbidden_pair", "", board.white, board.black))
    if pairing.bye in known and pairing.bye in record.bye_barred:
        found.append(broken("bye_again", articles.bye, pairing.bye))
    for board in boards:
        for tpn, colour in ((board.white, WHITE), (board.black, BLACK)):
            colours = [*record.colours[tpn], colour]
            given = {"colour": colour.value}
            if abs(difference(colours)) > max(2, abs(difference(colours[:-1]))):
                found.append(broken("colour_difference", articles.difference, tpn, **given))
            if colours[-3:] == [colour] * 3:
                found.append(broken("same_colour_three_times", articles.three_times, tpn, **given))
    return found
