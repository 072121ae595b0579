"""Handbook: the limits that the Dubov and Burstein methods share.

Nobody meets twice, nobody has the bye after scoring a point without playing (a bye, or the opponent
did not come: general rule 4; a requested half point is not a point), no colour difference above two
and no colour three times running. Rounds without a game drop out of a colour history. Here is
also what both say of a pairing; each names the articles of its own chapter.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pairing.errors import NoLegalPairing
from pairing.matching import as_set
from pairing.state import Colour, Fact, Record, RoundPairing, TournamentState
from pairing.verdicts import Articles, Broken, WhyNot, both_against_due, breaches, never_meet

WHITE, BLACK = Colour.WHITE, Colour.BLACK

AnyCard = TypeVar("AnyCard", bound="Card")


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
    """The number of games back when the two last had different colours; 1 = the last game."""
    for back in range(1, min(len(first), len(second)) + 1):
        if first[-back] is not second[-back]:
            return back
    return None


def may_not_meet(state: TournamentState, record: Record) -> dict[int, set[int]]:
    """Those a player has met, and those the arbiter keeps apart from them in this round."""
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


# The players of a round, and who may meet whom


class Card(Protocol):
    """A player before the round, as far as the limits go."""

    @property
    def tpn(self) -> int: ...

    @property
    def group_score(self) -> int: ...

    @property
    def due(self) -> Colour | None: ...

    @property
    def barred(self) -> frozenset[Colour]: ...


class Field(ABC, Generic[AnyCard]):
    """Everybody present; a player is a place among the cards, a set of players one integer."""

    def __init__(self, state: TournamentState, cards: Iterable[AnyCard]) -> None:
        self.state = state
        present = {player.tpn for player in state.to_be_paired()}
        self.cards = [card for card in cards if card.tpn in present]
        self.size = len(self.cards)
        self.everybody = (1 << self.size) - 1
        self.due = [card.due for card in self.cards]
        index = {card.tpn: i for i, card in enumerate(self.cards)}
        barred = may_not_meet(state, Record(state))
        #: those a player has not met; the pair may still fail for colours
        self.new = [
            self.everybody
            & ~(1 << i)
            & ~as_set(index[tpn] for tpn in barred[card.tpn] if tpn in index)
            for i, card in enumerate(self.cards)
        ]
        #: forbidden groups of more than a tenth of the field
        self.large_groups = [
            players
            for group in state.forbidden
            if group.applies_to(state.next_round)
            and (players := as_set(index[t] for t in group.players if t in index)).bit_count() * 10
            > self.size
        ]
        #: those with whom a player may be paired: one can have white and the other black
        self.legal = playable(self.new, [card.barred for card in self.cards], self.everybody)

    def tpn(self, i: int) -> int:
        return self.cards[i].tpn

    def tpns(self, players: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.cards[i].tpn for i in players)

    @abstractmethod
    def can_all_be_paired(self, players: int) -> bool: ...


# What a pairing breaks, and why two players do not meet


@dataclass(frozen=True, slots=True)
class Chapter:
    """The articles under which a chapter states what the two methods share."""

    articles: Articles
    barred: str  # a colour that neither of two may have
    groups: str  # players are paired within their score group
    bye: str  # the order in which the bye is given


def violations(
    chapter: Chapter,
    state: TournamentState,
    field: Field[AnyCard],
    pairing: RoundPairing,
    bye_order: Iterable[tuple[int, Fact]],
) -> tuple[Fact, ...]:
    """Every rule the pairing breaks, worst first: who is in it, the limits, the bye, colours."""
    found = breaches(state, pairing, chapter.articles)
    if pairing.bye is not None and field.size % 2:
        for chosen, _ in bye_order:
            if field.can_all_be_paired(field.everybody & ~(1 << chosen)):
                if field.tpn(chosen) != pairing.bye:
                    two = (pairing.bye, field.tpn(chosen))
                    found.append(Fact(Broken.OTHER_BYE, chapter.bye, two))
                break
    due = {card.tpn: colour for card, colour in zip(field.cards, field.due, strict=True)}
    return (*found, *both_against_due(pairing, due.get, chapter.articles.due))


def why_not(
    chapter: Chapter,
    state: TournamentState,
    field: Field[AnyCard],
    a: int,
    b: int,
    pair: Callable[[TournamentState], RoundPairing],
) -> tuple[Fact, ...]:
    """The reasons why two players do not meet in the round that the system pairs."""
    index = {card.tpn: i for i, card in enumerate(field.cards)}
    never = never_meet(state, Record(state), a, b, chapter.articles, present=index)
    if never:
        return never
    two = (a, b)
    one, other = field.cards[index[a]], field.cards[index[b]]
    if not field.legal[index[a]] >> index[b] & 1:
        colour = next(iter(one.barred))
        return (Fact(WhyNot.BOTH_BARRED, chapter.barred, two, (("colour", colour.value),)),)
    try:
        pairing = pair(state)
    except NoLegalPairing as error:
        return error.reasons
    trace = pairing.trace
    assert trace is not None
    made = {tpn: meeting for meeting in trace.pairs for tpn in (meeting.white, meeting.black)}
    if a in made and made[a] is made.get(b):
        return (Fact(WhyNot.THEY_MEET, "", (made[a].white, made[a].black)),)
    found = [trace.bye] if pairing.bye in two and trace.bye is not None else []
    if one.group_score != other.group_score:
        values = (("score", one.group_score), ("other_score", other.group_score))
        found.append(Fact(WhyNot.OTHER_GROUP, chapter.groups, two, values))
    for tpn in two:
        if meeting := made.get(tpn):
            opponent = meeting.black if tpn == meeting.white else meeting.white
            found.append(Fact(WhyNot.MEETS_ANOTHER, chapter.groups, (tpn, opponent)))
            found += meeting.facts
    return tuple(found)
