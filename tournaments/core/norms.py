"""Title norms: a plain check of one player's games by FIDE's Title Regulations (B.01, edition of
1 January 2024), art. 1.4.

What is not known from the games is not judged: registration, arbiters and hours of play (art. 1.1),
the waivers for foreigners (1.4.3 a-d) and the exceptions for fewer than nine games (1.4.1 b, c). Of
games that may be left out, only the last ones and the lowest-rated beaten opponents are tried: a
norm that is found is one, and one that only a choice among them would give may be missed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ratings.tables import rating_difference

#: art. 1.4.1: so many games make a norm
LEAST_GAMES = 9
#: art. 1.4.6: what an unrated opponent counts as
UNRATED = 1400
#: art. 1.4.5 a: CM and WCM are no title-holders here
TITLED = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})
#: flags that are no federation (1.4.2, 1.4.3); games against NON do not count at all
FLAGLESS, OUTSIDE = "FID", "NON"


@dataclass(frozen=True, slots=True)
class NormTitle:
    """Art. 1.4.5, 1.4.6, 1.4.8 in figures."""

    name: str
    performance: int
    average: int
    floor: int
    met: frozenset[str]  # a third of the opponents, at least three
    women: bool = False


TITLES = (
    NormTitle("GM", 2600, 2380, 2200, frozenset({"GM"})),
    NormTitle("IM", 2450, 2230, 2050, frozenset({"GM", "IM"})),
    NormTitle("WGM", 2400, 2180, 2000, frozenset({"GM", "IM", "WGM"}), women=True),
    NormTitle("WIM", 2250, 2030, 1850, frozenset({"GM", "IM", "WGM", "WIM"}), women=True),
)
#: who has one of these needs no norm for the title
_BEYOND = {
    "GM": {"GM"},
    "IM": {"GM", "IM"},
    "WGM": {"GM", "IM", "WGM"},
    "WIM": {"GM", "IM", "WGM", "WIM"},
}


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game played over the board; rating 0 = unrated."""

    rating: int
    title: str
    federation: str
    halves: int  # 2 won, 1 drawn, 0 lost


@dataclass(frozen=True, slots=True)
class Performance:
    average: int
    percent: int

    @property
    def rating(self) -> int:
        return self.average + rating_difference(self.percent)


def open_titles(title: str, sex: str) -> list[NormTitle]:
    """Those a player can still make norms for."""
    return [
        one for one in TITLES if title not in _BEYOND[one.name] and (sex == "w" or not one.women)
    ]


def norm_of(title: NormTitle, games: Sequence[NormGame], federation: str) -> Performance | None:
    """The performance of the norm, or None; games in the order of the rounds."""
    counted = [game for game in games if game.federation != OUTSIDE]
    for chosen in _choices(counted):
        if _mixed(title, chosen, federation):
            found = performance(chosen, title.floor)
            enough = 50 * sum(game.halves for game in chosen) >= 35 * len(chosen)  # 1.4.8 b
            if found.average >= title.average and found.rating >= title.performance and enough:
                return found
    return None


def performance(games: Sequence[NormGame], floor: int = 0) -> Performance:
    """Art. 1.4.6 to 1.4.9: the lowest-rated opponent is raised to the floor."""
    ratings = sorted(game.rating or UNRATED for game in games)
    ratings[0] = max(ratings[0], floor)
    count, halves = len(games), sum(game.halves for game in games)
    average = (2 * sum(ratings) + count) // (2 * count)
    return Performance(average, (100 * halves + count) // (2 * count))


def _choices(games: Sequence[NormGame]) -> Iterator[list[NormGame]]:
    """Art. 1.4.1 e, f: all of them; without the last ones; without beaten opponents."""
    for count in range(len(games), LEAST_GAMES - 1, -1):
        chosen = list(games[:count])
        yield list(chosen)
        beaten = sorted((game for game in chosen if game.halves == 2), key=lambda one: one.rating)
        for game in beaten[: count - LEAST_GAMES]:
            chosen.remove(game)
            yield list(chosen)


def _mixed(title: NormTitle, games: Sequence[NormGame], federation: str) -> bool:
    """Art. 1.4.3 to 1.4.5: titles and federations of the opponents."""
    count = len(games)
    titled = sum(game.title in TITLED for game in games)
    met = sum(game.title in title.met for game in games)
    flags = Counter(game.federation for game in games if game.federation not in (FLAGLESS, ""))
    foreign = len(flags.keys() - {federation})
    return (
        2 * titled >= count
        and met >= max(3, -(-count // 3))
        and foreign >= 2
        and 5 * flags[federation] <= 3 * count
        and all(3 * met_of <= 2 * count for met_of in flags.values())
    )
