"""Games beside the rounds: those of knock-outs as rounds of the report, the others as its notes.

A knock-out's matches are the event itself and are reported as rounds, one for each game of a
match in each stage. Extensions, golden points and play-offs have other times and decide who goes
on; the report names them in notes only, apart from the rated games.
"""

from collections.abc import Iterator

from pairing.results import RESULTS
from pairing.state import Game, Round
from tournaments.models import Entry, KnockoutGame, Tournament
from tournaments.queries.knockout.course import announced_knockout, course_of


def games_beside(tournament: Tournament) -> list[KnockoutGame]:
    """With their results, of knock-outs and play-offs."""
    return list(
        KnockoutGame.objects.filter(
            knockout__tournament=tournament,
            knockout__announced_at__isnull=False,
            knockout__cancelled_at=None,
        )
        .exclude(result="")
        .select_related("knockout", "white", "black")
        .order_by("knockout__kind", "knockout__place", "pk")
    )


def is_of_a_match(game: KnockoutGame) -> bool:
    """Of the time control of the event: no extension, no golden point, no play-off."""
    return not game.knockout.is_playoff and game.phase == 0 and not game.golden


def knockout_rounds(tournament: Tournament) -> tuple[Round, ...]:
    """The games of the matches as rounds, in the order of play."""
    slots: dict[tuple[int, int], list[Game]] = {}
    for game in filter(is_of_a_match, games_beside(tournament)):
        stage, tie = map(int, game.tie.split("."))
        white, black = game.white.tpn, game.black.tpn
        assert white and black  # the list was numbered before the announcement
        slots.setdefault((stage, game.number), []).append(
            Game(white, black, RESULTS[game.result], tie)
        )
    return tuple(
        Round(number, tuple(sorted(slots[slot], key=lambda game: game.board)))
        for number, slot in enumerate(sorted(slots), start=1)
    )


def knockout_ranks(tournament: Tournament) -> dict[int, int]:
    """By number of the player: the first of the places that they share."""
    found = announced_knockout(tournament)
    if found is None:
        return {}
    course = course_of(found)
    ranks: dict[int, int] = {}
    for shared in course.order():
        place = len(ranks) + 1
        ranks |= {tpn: place for number in shared if (tpn := course.people[number].tpn)}
    return ranks


def notes_beside(tournament: Tournament) -> Iterator[str]:
    """`### Play-off @ place 1: 3 Kaya, Deniz - 1 Ak, Can 1-0`"""
    for game in games_beside(tournament):
        if is_of_a_match(game):
            continue
        knockout = game.knockout
        where = f"Play-off @ place {knockout.place}" if knockout.is_playoff else "Knock-out"
        name = "golden point" if game.golden else "extension" if not knockout.is_playoff else ""
        step = " ".join(filter(None, (game.tie if not knockout.is_playoff else "", name)))
        yield (
            f"### {where}: {_called(game.white)} - {_called(game.black)} "
            f"{game.result[0]}-{game.result[1]}" + (f" ({step})" if step else "")
        )


def _called(entry: Entry) -> str:
    return f"{entry.tpn} {entry.name}"
