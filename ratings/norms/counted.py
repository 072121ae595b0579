"""B.01 art. 1.4.2: which games count for a norm."""

from dataclasses import dataclass
from enum import StrEnum

from ratings.norms.event import ByeKind, Card, CardGame, How, NormEvent, NormPlayer
from ratings.norms.titles import OUTSIDE


class Why(StrEnum):
    """Why a round does not count."""

    BYE = "bye"
    OUTSIDE = "1.4.2a"
    ZERO_UNRATED = "1.4.2b"
    NOT_PLAYED = "1.4.2c"


@dataclass(frozen=True, slots=True)
class Excluded:
    round: int
    why: Why


@dataclass(frozen=True, slots=True)
class Counted:
    """`last_forfeit`: the opponent of the last round who did not come (1.4.2 c); `zero`: those of
    1.4.2 b."""

    games: tuple[CardGame, ...]
    excluded: tuple[Excluded, ...]
    last_forfeit: CardGame | None
    walkovers: int  # forfeit wins and pairing-allocated byes (1.4.1 c)
    zero: frozenset[int]

    def may_count(self, opponent: NormPlayer) -> bool:
        return opponent.federation != OUTSIDE and opponent.id not in self.zero


def counted(event: NormEvent, card: Card) -> Counted:
    zero = _zero_unrated(event)
    excluded = [Excluded(bye.round, Why.BYE) for bye in card.byes]
    games = []
    for game in card.games:
        why = _why_not(game, zero)
        if why:
            excluded.append(Excluded(game.round, why))
        else:
            games.append(game)
    won = [one for one in card.games if one.how is How.FORFEIT and one.halves == 2]
    last = next((one for one in won if one.round == event.rounds), None)
    if last and last.opponent.federation == OUTSIDE:
        last = None
    walkovers = len(won) + sum(bye.kind is ByeKind.PAIRING for bye in card.byes)
    excluded.sort(key=lambda one: one.round)
    return Counted(tuple(games), tuple(excluded), last, walkovers, zero)


def _why_not(game: CardGame, zero: frozenset[int]) -> Why | None:
    if game.opponent.federation == OUTSIDE:  # Art. 1.4.2 a
        return Why.OUTSIDE
    if game.opponent.id in zero:  # Art. 1.4.2 b
        return Why.ZERO_UNRATED
    if game.how is not How.PLAYED:  # Art. 1.4.2 c  forfeits, adjudications
        return Why.NOT_PLAYED
    return None


def _zero_unrated(event: NormEvent) -> frozenset[int]:
    """Art. 1.4.2 b: unrated players of a round robin who scored zero against rated ones."""
    if not event.system.all_play_all:
        return frozenset()
    unrated = {one.id for one in event.players.values() if one.rating is None}
    scored = set()
    for game in event.games:
        for own, other, halves in (
            (game.white, game.black, game.halves[0]),
            (game.black, game.white, game.halves[1]),
        ):
            if halves and event.players[other].rating is not None and game.how is How.PLAYED:
                scored.add(own)
    return frozenset(unrated - scored)
