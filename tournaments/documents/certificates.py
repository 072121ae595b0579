"""Certificates, one a page across; before the last game ends one for everybody who may still need
it, with a list which of them is the right one when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.core.text import capital, given_first, sort_key
from tournaments.documents.layout import Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Text
from tournaments.models import Entry, Pairing, Role, Team
from tournaments.queries.knockout.bracket import public_courses
from tournaments.queries.standings.categories import find_category
from tournaments.queries.standings.outcomes import Ended, every_way, most_open, open_games
from tournaments.queries.standings.table import last_public_round
from tournaments.wording.papers import CERTIFICATES
from tournaments.wording.places import place_in_words

CERTIFICATE = _("Certificate")
TOO_EARLY = _("Certificates can be prepared once round %(last)s, the last one, is published.")
NOT_OVER = _("Certificates can be made once the knock-out is over.")
TOO_MANY_OPEN = _(
    "%(open)s games are still open: too many ways to prepare certificates for. Come back when at "
    "most %(most)s are left."
)
NOBODY = _("Nobody has reached a prize.")
#: the option for those who get a prize; the others are numbers of places
WINNERS = "prizes"
PLACES = ("3", "1", "5", "10", WINNERS)


@dataclass(frozen=True, slots=True)
class Certificate:
    number: int
    who: Entry | Team
    place: int
    category: str  # a key, "" = everybody
    ways: frozenset[int]  # in which it is the right one


def certificates(request: PaperRequest) -> Sheet:
    tournament = request.tournament
    after = last_public_round(tournament)
    if tournament.format.eliminates:
        return _of_knockout(request)
    if after < tournament.total_rounds:
        return _not_yet(request, TOO_EARLY, last=tournament.total_rounds)
    boards = open_games(tournament)
    if len(boards) > most_open(tournament):
        return _not_yet(request, TOO_MANY_OPEN, open=len(boards), most=most_open(tournament))
    _purse, every = every_way(tournament, boards, {})
    made = _made(request, every)
    if not made:
        return _not_yet(request, NOBODY)
    sections = [_certificate(request, one, boards, every) for one in made]
    if boards:
        sections.insert(0, _which_when(request, made, boards, every))
    return Sheet(tuple(sections), final=not boards)


def _of_knockout(request: PaperRequest) -> Sheet:
    """When it is over: until then too many can still win."""
    courses = public_courses(request.tournament, public=False)
    if not courses or not all(course.finished for course in courses):
        return _not_yet(request, NOT_OVER)
    places = [
        (place.first, entry, 0)
        for course in courses
        for place in course.places
        for entry in place.entries
    ]
    every = [Ended({}, places, {})]
    made = _made(request, every)
    if not made:
        return _not_yet(request, NOBODY)
    return Sheet(tuple(_certificate(request, one, (), every) for one in made))


def _not_yet(request: PaperRequest, text: Text, **values: int) -> Sheet:
    """A page that says why there are none."""
    words = request.translator(text, **values)
    block = Fragment("documents/text.html", {"text": words}, {"none": words})
    return Sheet((Section(request.title(CERTIFICATES), (block,), "", request.when()),))


# --- Those who may need one -----------------------------------------------------------------------


def _made(request: PaperRequest, every: Sequence[Ended]) -> list[Certificate]:
    """Each place of each person once, however many ways lead to it."""
    ways: dict[tuple[str, int, int], set[int]] = {}
    people: dict[int, Entry | Team] = {}
    order: list[str] = []
    for number, one in enumerate(every):
        for category, place, who in _taken(request, one):
            people[who.pk] = who
            ways.setdefault((category, place, who.pk), set()).add(number)
            if category not in order:
                order.append(category)

    def place_of(key: tuple[str, int, int]) -> tuple[Any, ...]:
        category, place, who = key
        return (order.index(category), place, sort_key(people[who].name, request.translator.main))

    keys = sorted(ways, key=place_of)
    return [
        Certificate(number, people[pk], place, category, frozenset(ways[category, place, pk]))
        for number, (category, place, pk) in enumerate(keys, start=1)
    ]


def _taken(request: PaperRequest, one: Ended) -> Iterator[tuple[str, int, Entry | Team]]:
    """Category, place in it, and who: those for whom certificates are wanted."""
    wanted = request.options.get("places", PLACES[0])
    if wanted == WINNERS:
        people = {who.pk: who for _rank, who, _score in one.places}
        for shares in one.shares.values():
            for share in shares:
                yield share.category, share.place, people[share.key]
        return
    key = request.options.get("category", "")
    entries = [who for _rank, who, _score in one.places if isinstance(who, Entry)]
    category = find_category(key, request.tournament, entries) if key else None
    place, last = 0, 0
    members = [
        (rank, who)
        for rank, who, _score in one.places
        if category is None or (isinstance(who, Entry) and category.has(who))
    ]
    for count, (rank, who) in enumerate(members, start=1):
        place, last = (place, last) if rank == last else (count, rank)
        if place <= int(wanted):
            yield key if category else "", place, who


# --- The page -------------------------------------------------------------------------------------


def _certificate(
    request: PaperRequest, one: Certificate, boards: Sequence[Pairing], every: Sequence[Ended]
) -> Section:
    tournament, say = request.tournament, request.translator
    event = tournament.event
    chief = event.staff.filter(role=Role.CHIEF).select_related("user").first()
    places = [capital(place_in_words(one.place, language), language) for language in say.languages]
    when = ""
    if boards and len(one.ways) < len(every):
        when = say(_("only if %(when)s"), when=_when(request, one, boards, every))
    elif boards:
        when = say(_("in every case"))
    place, category = " / ".join(dict.fromkeys(places)), _category(request, one.category)
    name = given_first(one.who.name) if isinstance(one.who, Entry) else one.who.name
    context = {
        "one": one,
        "name": name,
        "tournament": tournament,
        "event": event,
        "place": place,
        "category": category,
        "days": " / ".join(dict.fromkeys(map(request.days, say.languages))),
        "points": _points(request, one, every),
        "chief": chief.user.display_name if chief else "",
        "when": when,
        "open": bool(boards),
        "emblems": request.emblems,
    }
    text = " · ".join(filter(None, [place, category, name, when]))
    block = Fragment(
        "documents/certificate.html", context, {f"{one.category}.{one.place}.{one.who.pk}": text}
    )
    return Section(say.html(CERTIFICATE), (block,), "certificate")


def _points(request: PaperRequest, one: Certificate, every: Sequence[Ended]) -> str:
    """The points of who gets it, if they are the same whenever it is the right one. A knock-out
    counts none."""
    if request.tournament.format.eliminates:
        return ""
    found = {
        score
        for number in one.ways
        for _rank, who, score in every[number].places
        if who.pk == one.who.pk
    }
    if len(found) != 1:
        return ""
    return request.translator(_("%(points)s points"), points=request.translator.points(*found))


def _category(request: PaperRequest, key: str) -> str:
    if not key:
        return ""
    labels = []
    for language in request.translator.languages:
        with override(language):
            found = find_category(key, request.tournament, request.entries)
            labels.append(found.label if found else key)
    return " / ".join(dict.fromkeys(labels))


# --- Which of them when ---------------------------------------------------------------------------


def _which_when(
    request: PaperRequest,
    made: Sequence[Certificate],
    boards: Sequence[Pairing],
    every: Sequence[Ended],
) -> Section:
    say = request.translator
    columns = [(say.html(_("No.")), "w11 n b"), (say.html(_("Place")), "w34")]
    columns += [(say.html(_("Name")), "w55"), (say.html(_("Right one if")), "")]
    rows = []
    for one in made:
        place = " · ".join(filter(None, [str(one.place), _category(request, one.category)]))
        always = len(one.ways) == len(every)
        when = say(_("in every case")) if always else _when(request, one, boards, every)
        rows.append(Row(f"n{one.number}", (str(one.number), place, one.who.name, when)))
    note = say(_("not final: prepared for every way in which the open games may end"))
    blocks = (table(columns, rows), _by_way(request, made, boards, every))
    return Section(request.title(CERTIFICATES), blocks, note=note)


def _by_way(
    request: PaperRequest,
    made: Sequence[Certificate],
    boards: Sequence[Pairing],
    every: Sequence[Ended],
) -> Table:
    say = request.translator
    columns = [(say.html(_("If the games end so")), ""), (say.html(_("Hand out")), "w55")]
    rows = [
        Row(
            f"y{number}",
            (
                ", ".join(
                    f"{_game(request, game)} {request.result(one.ended[game.pk])}"
                    for game in boards
                ),
                ", ".join(str(each.number) for each in made if number in each.ways),
            ),
        )
        for number, one in enumerate(every)
    ]
    return table(columns, rows, say.html(_("Outcome by outcome")))


def _when(
    request: PaperRequest, one: Certificate, boards: Sequence[Pairing], every: Sequence[Ended]
) -> str:
    """Board by board where that says it all; else the list by ways has to be looked at."""
    codes = {
        game: list(dict.fromkeys(every[number].ended[game.pk] for number in sorted(one.ways)))
        for game in boards
    }
    if prod(len(found) for found in codes.values()) != len(one.ways):
        return request.translator(_("as the list by outcomes says"))
    return ", ".join(
        f"{_game(request, game)} {' / '.join(map(request.result, found))}"
        for game, found in codes.items()
        if len(found) < len({each.ended[game.pk] for each in every})
    )


def _game(request: PaperRequest, game: Pairing) -> str:
    """ "board 12"; of an earlier round with its round."""
    words = request.translator(_("board %(board)s"), board=game.board)
    if game.round.number == request.tournament.total_rounds:
        return words
    return f"{request.translator(_('round %(number)s'), number=game.round.number)}, {words}"
