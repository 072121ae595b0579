"""The settings of the generator. What a setting leaves open is drawn."""

import re
from dataclasses import dataclass

from pairing.errors import FileError
from pairing.formats import DEFAULT
from pairing.state import Colour
from pairing.trf.types import Options

_AMOUNT = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,5})(?:\.([0-9]))?(%?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Share:
    """A number, or tenths of a per cent."""

    value: int
    per_cent: bool = False

    def of(self, whole: int) -> int:
        return (self.value * whole + 500) // 1000 if self.per_cent else self.value


@dataclass(frozen=True, slots=True)
class Amount:
    """The frequency of something: in the whole event, and in named rounds."""

    whole: Share = Share(0)
    by_round: tuple[tuple[int, Share], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Amount":
        """`5`, `2%`, or by round `1:3,4:10%`."""
        whole = Share(0)
        by_round = []
        for part in text.split(","):
            match = _AMOUNT.fullmatch(part.strip())
            if not match:
                raise FileError("generate.amount", found=part.strip())
            round_, number, tenth, per_cent = match.groups()
            if tenth and not per_cent:
                raise FileError("generate.whole", found=part.strip())
            value = int(number) * 10 + int(tenth or 0) if per_cent else int(number)
            if per_cent and value > 1000:
                raise FileError("generate.per_cent", found=part.strip())
            share = Share(value, bool(per_cent))
            if round_:
                by_round.append((int(round_), share))
            else:
                whole = share
        return cls(whole, tuple(by_round))

    @property
    def nothing(self) -> bool:
        return not self.whole.value and not any(share.value for _, share in self.by_round)


@dataclass(frozen=True, slots=True)
class Settings:
    """None, "" or an empty tuple means: draw it."""

    seed: int | str
    system: str = DEFAULT
    options: Options = ()
    players: int | None = None
    rounds: int | None = None
    half_byes: Amount | None = None
    full_byes: Amount | None = None
    zero_byes: Amount | None = None
    forfeit_wins: Amount | None = None  # games that one player wins without playing
    forfeit_losses: Amount | None = None  # games that both players lose without playing
    half_zero: Amount | None = None  # played, ½-0
    zero_half: Amount | None = None
    zero_zero: Amount | None = None
    unrated_games: Amount | None = None  # less than one move each
    unrated: Share | None = None  # players without a rating
    withdrawals: Share | None = None
    late_entries: Share | None = None
    baku: bool | None = None
    ratings: tuple[int, ...] = ()
    rating_range: tuple[int, int] | None = None
    rating_step: tuple[int, int] | None = None  # of the first player, and down to the next
    tie_breaks: tuple[str, ...] | None = None
    initial_colour: Colour | None = None
