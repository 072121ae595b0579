"""Acts that wait for the arbiter in a knock-out or play-off: lots, colours, moves to be counted."""

from dataclasses import dataclass

from tournaments.models import Knockout, KnockoutGame, LogEntry
from tournaments.queries.knockout.bracket import GameView, recorded
from tournaments.queries.knockout.bracket_words import Contender, say
from tournaments.queries.knockout.course import Course
from tournaments.queries.rounds.reasons import Sentence
from tournaments.wording.knockout import name_of_draw


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A lot still to be drawn at the table, or a colour to be chosen."""

    draw: str
    name: str
    entrants: tuple[tuple[int, Contender], ...]
    typed: tuple[int, ...]
    needed: bool  # nothing goes on before it
    reason: Sentence | None = None
    #: who of two chooses first: the higher rated, of equal ones the better seed (A.29)
    first: Contender | None = None


def _chooses_first(draw: str, people: tuple[tuple[int, Contender], ...]) -> Contender | None:
    if len(people) != 2 or draw.endswith((" numbers", " places")) or draw in _OF_PLACES:
        return None
    _number, found = max(people, key=lambda one: (one[1].rating, -one[0]))
    return found


#: lots for places and numbers, not for colours
_OF_PLACES = ("places", "groups", "numbers of seven")


def choices_of(found: Course, draws: dict[str, tuple[int, ...]]) -> list[ChoiceView]:
    """The lots and choices that can be made now; those that games wait for come first."""
    waiting = {
        str(dict(fact.values)["draw"]): fact
        for fact in found.progress.waiting
        if fact.code == "knockout.golden.choose"
    }
    lots = found.plan.lots
    views = [
        ChoiceView(
            draw,
            name_of_draw(draw),
            _people(found, numbers),
            lots.as_typed(draw) or (),
            draw in waiting,
            say(waiting[draw], found.people) if draw in waiting else None,
            None if draw in waiting else _chooses_first(draw, _people(found, numbers)),
        )
        for draw, numbers in draws.items()
    ]
    return sorted(views, key=lambda view: not view.needed)


def _people(found: Course, numbers: tuple[int, ...]) -> tuple[tuple[int, Contender], ...]:
    return tuple((number, found.people[number]) for number in numbers)


def uncounted(found: Course) -> list[GameView]:
    """Games whose moves are needed to decide."""
    steps = {
        str(dict(fact.values)["step"]): fact.players
        for fact in found.progress.waiting
        if fact.code == "playoff.moves_needed"
    }

    def concerns(game: KnockoutGame) -> bool:
        both = {found.numbers[game.white_id], found.numbers[game.black_id]}
        return not both.isdisjoint(steps.get(game.tie, ()))

    games = [game for game in found.games.values() if game.result and not game.moves]
    return [recorded(found, game) for game in games if concerns(game)]


def restore_point(knockout: Knockout) -> LogEntry | None:
    """The latest correction that took games out, unless it was taken back already; or the whole
    announcement was, and all games with it."""
    acts = ("knockout.corrected", "knockout.restored", "knockout.taken_back")
    latest = LogEntry.objects.filter(target=f"knockout:{knockout.pk}", act__in=acts).first()
    if latest is None or latest.act == "knockout.taken_back":
        return None
    return latest if latest.before else None
