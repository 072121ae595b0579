"""B.01 art. 1.4.1: how many games a norm takes and which may be left out; the whole verdict."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ratings.norms.counted import Counted, Excluded, counted
from ratings.norms.event import Card, CardGame, EventKind, EventSystem, NormEvent, card_of
from ratings.norms.mix import Fail, Mix, Waiver, mix, waiver
from ratings.norms.result import Result, average_of, result
from ratings.norms.titles import NormTitle

#: 1.4.1: so many games make a norm
LEAST_GAMES = 9
#: 1.7: more rounds count as so many games
MOST_GAMES = 13


@dataclass(frozen=True, slots=True)
class Verdict:
    """`result` and `mix` are None where there is no game to judge, or the games cannot count."""

    fails: tuple[Fail, ...]
    rounds: tuple[int, ...]
    excluded: tuple[Excluded, ...]
    games: tuple[CardGame, ...] = ()
    result: Result | None = None
    mix: Mix | None = None
    waiver: Waiver | None = None
    worth: int | None = None
    eight_plus_one: bool = False
    last_forfeit: int | None = None

    @property
    def is_norm(self) -> bool:
        return not self.fails


class Judge:
    """One player's card for one title."""

    def __init__(self, event: NormEvent, title: NormTitle, card: Card) -> None:
        self.event, self.title, self.card = event, title, card
        self.counted: Counted = counted(event, card)
        self.waiver = waiver(event, card.player)

    # Art. 1.4.1  the number of games

    @cached_property
    def least(self) -> int:
        event = self.event
        if event.system is EventSystem.DOUBLE_ROUND_ROBIN and len(event.players) == 6:
            return 10  # all scheduled rounds
        if event.kind is EventKind.WORLD_TEAM and 7 <= event.rounds <= 9:  # Art. 1.4.1 b
            return 7
        if event.kind is EventKind.WORLD_CUP:
            return 8
        return LEAST_GAMES

    def is_eight_plus_one(self, games: Sequence[CardGame]) -> bool:
        """Art. 1.4.1 c: eight games and one walkover or bye of nine rounds."""
        walkovers = self.counted.walkovers - (self.last_forfeit in games)
        return self.event.rounds == 9 and len(games) == 8 and walkovers == 1

    @cached_property
    def last_forfeit(self) -> CardGame | None:
        """Art. 1.4.2 c: who had to play to reach the number of games may count it as a loss."""
        last = self.counted.last_forfeit
        if last is None or len(self.counted.games) >= self.least:
            return None
        return CardGame(last.round, last.opponent, last.rating, 0, last.how)

    # The whole verdict

    def of_all(self) -> Verdict:
        """Every game that counts; with the forfeit of the last round where that makes the norm."""
        found = self._of(self.counted.games)
        if not found.is_norm and self.last_forfeit:
            other = self._of((*self.counted.games, self.last_forfeit))
            return other if other.is_norm else found
        return found

    def of_selection(self, rounds: Sequence[int]) -> Verdict:
        """The games of these rounds, legal or not."""
        known = {game.round: game for game in self.counted.games}
        if self.last_forfeit:
            known[self.last_forfeit.round] = self.last_forfeit
        if any(number not in known for number in rounds) or len(set(rounds)) < len(rounds):
            return Verdict((Fail.CANNOT_COUNT,), tuple(sorted(rounds)), self.counted.excluded)
        return self._of([known[number] for number in sorted(rounds)])

    def best(self) -> Verdict:
        """The norm with most games, or the verdict on all games if there is none."""
        return self.norm() or self.of_all()

    def norm(self) -> Verdict | None:
        """The legal selection that is a norm: with most games, then the highest performance and
        average, then the earliest rounds."""
        found = self._best(self.counted.games)
        if found is None and self.last_forfeit:
            found = self._best((*self.counted.games, self.last_forfeit))
        return found

    # Art. 1.4.1 e, f  what may be left out

    @cached_property
    def may_drop_wins(self) -> bool:
        """Round robins: if the complete field has the mix that a norm asks for."""
        if not self.event.system.all_play_all:
            return True
        times = 2 if self.event.system is EventSystem.DOUBLE_ROUND_ROBIN else 1
        field = [
            one
            for one in self.event.players.values()
            if one.id != self.card.player.id and self.counted.may_count(one)
        ]
        found = mix(self.title, self.card.player, field * times, self.event.system)
        return not self._fails_of(found)

    def _is_legal(self, games: Sequence[CardGame]) -> bool:
        chosen = {game.round for game in games}
        left = [game for game in self.counted.games if game.round not in chosen]
        if not left:
            return True
        if self.event.system.all_play_all:
            return self.may_drop_wins and all(game.halves == 2 for game in left)
        # e: every game after the last one; f: those that were won before it
        return all(game.halves == 2 for game in left if game.round < max(chosen))

    def _selections(self, games: Sequence[CardGame], count: int) -> Iterator[tuple[CardGame, ...]]:
        """Each legal selection of so many of these games, once."""
        seen = set()
        ends = [len(games)] if self.event.system.all_play_all else range(count, len(games) + 1)
        for end in ends:
            kept = games[:end]
            won = [index for index, game in enumerate(kept) if game.halves == 2]
            for dropped in combinations(won, end - count):
                chosen = tuple(game for index, game in enumerate(kept) if index not in dropped)
                if chosen not in seen and self._is_legal(chosen):
                    seen.add(chosen)
                    yield chosen

    def _best(self, games: Sequence[CardGame]) -> Verdict | None:
        if not self._may_reach(games):
            return None
        least = min(self.least, 8) if self.is_eight_plus_one(games[:8]) else self.least
        for count in range(len(games), max(least, 1) - 1, -1):
            found = [one for one in map(self._of, self._selections(games, count)) if one.is_norm]
            if found:
                return min(found, key=_rank)
        return None

    def _may_reach(self, games: Sequence[CardGame]) -> bool:
        """False where no selection can be a norm: too few required titles, or too low opponents."""
        if self.title.women and not self.card.player.woman:
            return False
        if len(games) < min(self.least, 8):
            return False
        holders = {g.opponent.id for g in games if g.opponent.title in self.title.required}
        if len(holders) < (2 if self.event.system is EventSystem.DOUBLE_ROUND_ROBIN else 1):
            return False
        ordered = sorted(games, key=lambda game: game.rating or 0, reverse=True)
        highest = ordered[: min(self.least, 8)]
        return average_of(self.title, highest)[0] >= self.title.average

    def _fails_of(self, found: Mix) -> list[Fail]:
        return found.fails(waived=self.waiver is not None)

    def _of(self, games: Sequence[CardGame]) -> Verdict:
        used = {game.round for game in games}
        excluded = tuple(one for one in self.counted.excluded if one.round not in used)
        if not games:
            return Verdict((Fail.TOO_FEW,), (), excluded)
        told = mix(
            self.title, self.card.player, [game.opponent for game in games], self.event.system
        )
        reached = result(self.title, games)
        eight = self.is_eight_plus_one(games)
        fails = [*self._fails_of(told), *reached.fails(self.title)]
        if self.title.women and not self.card.player.woman:
            fails.append(Fail.WOMEN)
        if len(games) < self.least and not eight:
            fails.append(Fail.TOO_FEW)
        if not self._is_legal(games):
            fails.append(Fail.SELECTION)
        if self.event.system is EventSystem.DOUBLE_ROUND_ROBIN and len(self.event.players) < 6:
            fails.append(Fail.SMALL_DOUBLE)
        last = self.last_forfeit
        return Verdict(
            fails=tuple(sorted(fails)),
            rounds=tuple(sorted(used)),
            excluded=excluded,
            games=tuple(games),
            result=reached,
            mix=told,
            waiver=self.waiver,
            worth=None if fails else self._worth(reached, eight=eight),
            eight_plus_one=eight,
            last_forfeit=last.round if last and last.round in used else None,
        )

    def _worth(self, reached: Result, *, eight: bool) -> int:
        """Art. 1.4.1 d: each full point above what is required is one game more."""
        is_cup = self.event.kind is EventKind.WORLD_CUP and reached.games == 8
        games = 9 if eight or is_cup else reached.games
        worth = games + (reached.halves - (reached.required or 0)) // 2
        return min(worth, MOST_GAMES) if self.event.rounds > MOST_GAMES else worth


def _rank(found: Verdict) -> tuple[int, int, tuple[int, ...]]:
    reached = found.result
    if reached is None:
        return (0, 0, found.rounds)
    return (-reached.performance, -reached.average, found.rounds)


def judge(event: NormEvent, title: NormTitle, player: int) -> Judge:
    return Judge(event, title, card_of(event, player))
