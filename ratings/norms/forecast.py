"""Tells what the rounds to come must bring for a norm: opponents named, or bands of opponents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ratings.norms.event import Card, CardGame, EventSystem, NormEvent, NormPlayer, card_of
from ratings.norms.titles import NormTitle
from ratings.norms.verdict import Judge


@dataclass(frozen=True, slots=True)
class Forecast:
    """Halves: `least` with which some completion is a norm, `certain` whatever the opponents."""

    least: int | None
    certain: int | None

    @property
    def is_possible(self) -> bool:
        return self.least is not None


@dataclass(frozen=True, slots=True)
class Candidate:
    """An opponent to come; a band may come any number of times."""

    player: NormPlayer
    is_band: bool = False


def forecast(
    event: NormEvent, title: NormTitle, player: int, future: Sequence[Sequence[Candidate]]
) -> Forecast:
    card = card_of(event, player)
    judge = Judge(event, title, card)
    # Where every game is needed nothing can be left out: then neither the order of the opponents
    # matters nor against whom the points are made.
    all_needed = len(judge.counted.games) + len(future) <= judge.least
    played = [game.round for game in event.games] + [bye.round for bye in event.byes]
    first = max(played, default=0) + 1
    least: int | None = None
    certain: int | None = 0
    for opponents in _choices(event, card, future, ordered=not all_needed):
        met = list(enumerate(opponents, first))
        if not _is_norm(event, title, card, met, (2,) * len(met)):
            certain = None  # even winning every game is not enough
            continue
        for results in _results(len(met), every=not all_needed):
            points = sum(results)
            worth_asking = least is None or points < least
            if not worth_asking and (certain is None or points < certain):
                continue
            if _is_norm(event, title, card, met, results):
                least = points if least is None else min(least, points)
                if all_needed:
                    break  # more points are a norm, too
            elif certain is not None:
                certain = max(certain, points + 1)
    return Forecast(least, certain if least is not None else None)


def _choices(
    event: NormEvent, card: Card, future: Sequence[Sequence[Candidate]], *, ordered: bool
) -> Iterator[tuple[NormPlayer, ...]]:
    """One opponent a round; those of the event once each where nobody is met twice. Opponents
    alike in rating, title and federation are tried once; in another order, too, if `ordered`."""
    again = event.system in (EventSystem.DOUBLE_ROUND_ROBIN, EventSystem.KNOCKOUT)
    already = {game.opponent.id for game in card.games}
    seen = set()
    for chosen in product(*future):
        named = [one.player.id for one in chosen if not one.is_band]
        if not again and (len(set(named)) < len(named) or already & set(named)):
            continue
        players = tuple(one.player for one in chosen)
        alike = tuple((one.rating or 0, one.title, one.federation) for one in players)
        if not ordered:
            alike = tuple(sorted(alike))
        if again or alike not in seen:  # who is met twice counts once among required titles
            seen.add(alike)
            yield players


def _results(rounds: int, *, every: bool) -> Iterator[tuple[int, ...]]:
    """By their points, the fewest first: every way to make them, or one."""
    if every:
        yield from sorted(product((0, 1, 2), repeat=rounds), key=sum)
        return
    for halves in range(2 * rounds + 1):
        yield tuple(min(2, max(0, halves - 2 * game)) for game in range(rounds))


def _is_norm(
    event: NormEvent,
    title: NormTitle,
    card: Card,
    met: Sequence[tuple[int, NormPlayer]],
    results: Sequence[int],
) -> bool:
    games = (
        CardGame(number, opponent, opponent.rating, halves)
        for (number, opponent), halves in zip(met, results, strict=True)
    )
    return (
        Judge(event, title, Card(card.player, (*card.games, *games), card.byes)).norm() is not None
    )
