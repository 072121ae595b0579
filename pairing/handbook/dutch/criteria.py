"""Handbook 1.1 (Dutch), B and A.7.d-e, A.8: what a pair, a floater and a group must satisfy."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pairing.handbook.dutch.definitions import DOWN, UP, Field, Strength
from pairing.matching import bits
from pairing.state import Colour

# B.1, B.2  Absolute criteria, in three rigours


class Rigour(StrEnum):
    """The colours that are absolute. The rigours of a round are tried in this order."""

    STRICT = "strict"  # A.7.d  odd rounds: a strong preference counts as an absolute one
    PLAIN = "plain"  # B.2 as it stands
    EXEMPT = "exempt"  # last round: without B.2 for players above 50 %


def rigours(field: Field) -> tuple[Rigour, ...]:
    return (
        *([Rigour.STRICT] if field.odd_round else []),
        Rigour.PLAIN,
        *([Rigour.EXEMPT] if field.last_round else []),
    )


class Legal:
    """The possible opponents, as bit sets over the places of the field: one row per player."""

    def __init__(self, field: Field) -> None:
        self.field = field
        size = len(field.cards)
        everybody = (1 << size) - 1
        self.unmet = [everybody & ~(1 << place) for place in range(size)]
        for a, b in field.met:
            self.unmet[a] &= ~(1 << b)
            self.unmet[b] &= ~(1 << a)
        #: the colour on which each player insists
        self.insists: dict[Rigour, list[Colour | None]] = {}
        self.rows = {rigour: self._rows(rigour) for rigour in rigours(field)}
        #: the rows that C.1 looks at: B.1 and B.2, with the exemption of the last round
        self.loosest = self.rows[rigours(field)[-1]]

    def _rows(self, rigour: Rigour) -> list[int]:
        """B.1.a and B.2: two players who both insist on one colour cannot meet.

        Either would have a difference above 2 or a colour three times running. With the
        exemption they can, if at least one of the two is above 50 %.
        """
        least = Strength.STRONG if rigour is Rigour.STRICT else Strength.ABSOLUTE
        insisting = dict.fromkeys(Colour, 0)
        self.insists[rigour] = []
        for place, card in enumerate(self.field.cards):
            colour, strength = card.preference
            excused = rigour is Rigour.EXEMPT and card.exempt
            if strength < least or excused:
                colour = None
            self.insists[rigour].append(colour)
            if colour is not None:
                insisting[colour] |= 1 << place
        rows = list(self.unmet)
        for mask in insisting.values():
            for place in bits(mask):
                rows[place] &= ~mask
        return rows


# B.4 with A.8  Colours in a group


@dataclass(frozen=True, slots=True)
class ColourCount:
    """w, b, q and x of a group, and what each player's preference counts for."""

    white: int
    black: int
    q: int
    x: int
    content: int  # A.7.e  players of the majority content with either colour
    colours: tuple[Colour | None, ...]  # what each player insists on here; None = either

    @property
    def majority(self) -> Colour | None:
        if self.white == self.black:
            return None
        return Colour.BLACK if self.black > self.white else Colour.WHITE


def colour_count(field: Field, players: Sequence[int]) -> ColourCount:
    """A.8, and A.7.e in even rounds: counted once for the whole group."""
    preferences = [field.cards[place].preference for place in players]
    colours = [colour for colour, _ in preferences]
    white, black = colours.count(Colour.WHITE), colours.count(Colour.BLACK)
    q = (len(players) + 1) // 2
    majority = Colour.BLACK if black > white else Colour.WHITE
    x = max(white, black) - q
    content = 0
    if not field.odd_round and x > 0:
        for index, (colour, strength) in enumerate(preferences):
            if strength is Strength.MILD and colour is majority:
                colours[index] = None
                content += 1
        x -= content
    return ColourCount(white, black, q, max(x, 0), content, tuple(colours))


# B.5, B.6  Floats, and the order in which C.9 and C.10 drop them

#: How many of the float criteria have been dropped: B.6 and B.5 for upfloats, then both for
#: downfloats.
FLOAT_LEVELS = range(5)
ALL_DROPPED = 4


def may_float_up(field: Field, place: int, level: int) -> bool:
    last, before = field.cards[place].floats
    return not ((before == UP and level < 1) or (last == UP and level < 2))


def may_float_down(field: Field, place: int, level: int) -> bool:
    last, before = field.cards[place].floats
    return not ((before == DOWN and level < 3) or (last == DOWN and level < 4))
