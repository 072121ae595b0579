"""The points that a norm still takes, by the rating of the opponents to come."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.norms.event import Card, CardGame, NormEvent, NormPlayer
from ratings.norms.mix import mix
from ratings.norms.titles import HOLDERS, NormTitle
from ratings.norms.verdict import Judge

#: ids of opponents who are not known yet
_UNKNOWN = -1
#: a federation that nobody has: an opponent from abroad
_ABROAD = "***"


@dataclass(frozen=True, slots=True)
class Missing:
    """Holders and federations that the opponents to come must bring."""

    required: int  # holders of the titles of 1.4.5 b-e
    titled: int  # 1.4.5 a, those above included
    federations: int  # 1.4.3


def missing(judge: Judge, left: int) -> Missing:
    met = [game.opponent for game in judge.counted.games]
    now = mix(judge.title, judge.card.player, met, judge.event.system)
    games = len(met) + left
    required = max(3, -(-games // 3))
    abroad = 0 if judge.waiver else max(0, 2 - now.foreign_federations)
    return Missing(max(0, required - now.required), max(0, -(-games // 2) - now.titled), abroad)


def of_rating(judge: Judge, left: int, rating: int) -> list[NormPlayer]:
    """Opponents of one rating who bring the titles and federations that are missing."""
    wanted = missing(judge, left)
    best = min(judge.title.required, key=HOLDERS.index)
    titles = [best] * wanted.required
    titles += ["FM"] * max(0, wanted.titled - wanted.required)
    return [
        NormPlayer(
            _UNKNOWN - index,
            f"{_ABROAD}{index}",
            titles[index] if index < len(titles) else "",
            rating,
        )
        for index in range(left)
    ]


def points_needed(
    event: NormEvent, title: NormTitle, card: Card, opponents: Sequence[NormPlayer]
) -> int | None:
    """The least halves from games against these, round after round; None: no score is enough."""
    played = [game.round for game in card.games] + [bye.round for bye in card.byes]
    first = max(played, default=0) + 1
    for halves in range(2 * len(opponents) + 1):
        games = tuple(
            CardGame(number, opponent, opponent.rating, score)
            for number, (opponent, score) in enumerate(
                zip(opponents, _spread(halves, len(opponents)), strict=True), first
            )
        )
        then = Card(card.player, (*card.games, *games), card.byes)
        if Judge(event, title, then).norm():
            return halves
    return None


def _spread(halves: int, games: int) -> list[int]:
    """Wins first, losses last: no order leaves more to be left out."""
    wins, draw = divmod(halves, 2)
    return [*[2] * wins, *[1] * draw, *[0] * (games - wins - draw)]
