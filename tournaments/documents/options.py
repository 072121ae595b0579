"""The options of a paper: lists to choose from, the first being what is usual."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.documents.boards import WITH_CODES
from tournaments.documents.cards import NO_SEATS, public_rounds
from tournaments.documents.catalogue import Paper
from tournaments.documents.certificates import PLACES, WINNERS
from tournaments.documents.render import PAPER_SIZES, WALL_SIZES
from tournaments.documents.request import WALL
from tournaments.documents.score_cards import LEVEL
from tournaments.kernel.errors import Refused
from tournaments.models import Round, Tournament
from tournaments.queries.standings.categories import categories_of, find_category

Choices = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Field:
    """An option as the page offers it."""

    name: str
    label: Promise | str
    choices: Choices
    chosen: str


LABELS = {
    "order": gettext_lazy("order"),
    "size": gettext_lazy("size of the letters"),
    "category": gettext_lazy("category"),
    "per_page": gettext_lazy("slips on a page"),
    "board": gettext_lazy("board"),
    "cards": gettext_lazy("for whom"),
    "player": gettext_lazy("player"),
    "places": gettext_lazy("for whom"),
    "seats": gettext_lazy("boards of"),
    "codes": gettext_lazy("codes for phones"),
    "paper": gettext_lazy("paper"),
}

#: what is chosen once, for the next round's paper and the next year's too
LASTING = {"order", "size", "per_page", "paper"}


def _choices(paper: Paper, name: str, tournament: Tournament, round_: Round | None) -> Choices:
    if name == "paper":
        sizes = WALL_SIZES if "size" in paper.options else PAPER_SIZES
        return [(size, size) for size in sizes]
    if name == "order":
        return [("number", _("by number")), ("name", _("by name"))]
    if name == "size":
        wall = (WALL, _("for the wall, read from 2 m"))
        return [("", _("usual")), ("large", _("large print")), wall]
    if name == "codes":
        return [("", _("without")), (WITH_CODES, _("with the code of each player"))]
    if name == "per_page":
        return [(str(count), str(count)) for count in (4, 3, 5, 6, 8)]
    if name == "board":
        boards = []
        if round_ is not None:
            boards = list(
                round_.pairings.exclude(board=None)
                .order_by("board")
                .values_list("board", flat=True)
            )
        return [("", _("the whole round")), *((str(board), str(board)) for board in boards)]
    if name == "seats":
        rounds = [
            (str(one.number), _("round %(number)s") % {"number": one.number})
            for one in public_rounds(tournament)
        ]
        return [*rounds, (NO_SEATS, _("no round"))]
    if name == "places":
        return [(value, _places(value)) for value in PLACES]
    if name == "player":
        everybody = ("", _("every player"))
        people = _people(tournament)
        return [everybody, *people] if paper.kind == "it1" else [*people, everybody]
    if name == "cards":
        level = (LEVEL, _("those level on points"))
        return [("", _("every player")), level, *_people(tournament)]
    if name != "category":
        raise KeyError(name)
    entries = list(tournament.entries.all())
    found: Choices = [("", _("everybody"))]
    for group in categories_of(tournament, entries, get_language() or "en"):
        found += [(one.key, f"{one.label} ({size})") for one, size in group.categories]
    return found


def _people(tournament: Tournament) -> Choices:
    numbered = tournament.entries.numbered().order_by("tpn")
    return [(str(entry.pk), f"{entry.tpn} {entry.name}") for entry in numbered]


def _places(value: str) -> str:
    if value == WINNERS:
        return _("everybody who gets a prize")
    return _("first place") if value == "1" else _("places 1 to %(last)s") % {"last": value}


def fields(
    paper: Paper, tournament: Tournament, round_: Round | None, given: Mapping[str, str]
) -> list[Field]:
    """Every option with what is chosen; what is not among the choices falls back."""
    found = []
    for name in (*paper.options, "paper"):
        choices = _choices(paper, name, tournament, round_)
        values = [value for value, _label in choices]
        chosen = given.get(name, values[0] if values else "")
        if chosen not in values:
            chosen = values[0] if values else ""
        found.append(Field(name, LABELS[name], choices, chosen))
    return found


def clean(
    paper: Paper, tournament: Tournament, round_: Round | None, given: Mapping[str, str]
) -> dict[str, str]:
    """The options as they are kept: each among its choices, or refused."""
    cleaned = {}
    for name in (*paper.options, "paper"):
        if name not in given:
            continue
        value = str(given[name])
        known = value in dict(_choices(paper, name, tournament, round_))
        if name == "category" and value and not known:
            known = find_category(value, tournament, tournament.entries.all()) is not None
        if not known:
            raise Refused("document.unknown_option", name=str(LABELS[name]))
        cleaned[name] = value
    return cleaned
