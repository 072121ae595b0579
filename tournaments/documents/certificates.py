"""Certificates, one a page across; before the last game ends one for everybody who may still need
it, with a list which of them is the right one when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.core.text import capital
from tournaments.documents.ask import Ask
from tournaments.documents.layout import Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.voice import Text
from tournaments.models import Entry, Pairing, Role, Team
from tournaments.queries.standings.categories import find_category
from tournaments.queries.standings.outcomes import Ended, every_way, most_open, open_games
from tournaments.queries.standings.standings import last_public_round
from tournaments.wording.papers import CERTIFICATES
from tournaments.wording.places import place_in_words
from tournaments.wording.results import printed_result

CERTIFICATE = _("Certificate")
TOO_EARLY = _("Certificates can be prepared once round %(last)s, the last one, is published.")
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


def certificates(ask: Ask) -> Sheet:
    tournament = ask.tournament
    after = last_public_round(tournament)
    if tournament.format.eliminates or after < tournament.total_rounds:
        return _not_yet(ask, TOO_EARLY, last=tournament.total_rounds)
    boards = open_games(tournament)
    if len(boards) > most_open(tournament):
        return _not_yet(ask, TOO_MANY_OPEN, open=len(boards), most=most_open(tournament))
    _purse, every = every_way(tournament, boards, {})
    made = _made(ask, every)
    if not made:
        return _not_yet(ask, NOBODY)
    sections = [_certificate(ask, one, boards, every) for one in made]
    if boards:
        sections.insert(0, _which_when(ask, made, boards, every))
    return Sheet(tuple(sections), final=not boards)


def _not_yet(ask: Ask, text: Text, **values: int) -> Sheet:
    """A page that says why there are none."""
    words = ask.voice(text, **values)
    block = Fragment("documents/text.html", {"text": words}, {"none": words})
    return Sheet((Section(ask.title(CERTIFICATES), (block,), "", ask.when()),))


# --- Those who may need one -----------------------------------------------------------------------


def _made(ask: Ask, every: Sequence[Ended]) -> list[Certificate]:
    """Each place of each person once, however many ways lead to it."""
    ways: dict[tuple[str, int, int], set[int]] = {}
    people: dict[int, Entry | Team] = {}
    order: list[str] = []
    for number, one in enumerate(every):
        for category, place, who in _taken(ask, one):
            people[who.pk] = who
            ways.setdefault((category, place, who.pk), set()).add(number)
            if category not in order:
                order.append(category)
    keys = sorted(ways, key=lambda key: (order.index(key[0]), key[1], people[key[2]].name))
    return [
        Certificate(number, people[pk], place, category, frozenset(ways[category, place, pk]))
        for number, (category, place, pk) in enumerate(keys, start=1)
    ]


def _taken(ask: Ask, one: Ended) -> Iterator[tuple[str, int, Entry | Team]]:
    """Category, place in it, and who: those for whom certificates are wanted."""
    wanted = ask.options.get("places", PLACES[0])
    if wanted == WINNERS:
        people = {who.pk: who for _rank, who, _score in one.places}
        for shares in one.shares.values():
            for share in shares:
                yield share.category, share.place, people[share.key]
        return
    key = ask.options.get("category", "")
    entries = [who for _rank, who, _score in one.places if isinstance(who, Entry)]
    category = find_category(key, ask.tournament, entries) if key else None
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
    ask: Ask, one: Certificate, boards: Sequence[Pairing], every: Sequence[Ended]
) -> Section:
    tournament, say = ask.tournament, ask.voice
    event = tournament.event
    chief = event.staff.filter(role=Role.CHIEF).select_related("user").first()
    places = [capital(place_in_words(one.place, language), language) for language in say.languages]
    when = ""
    if boards and len(one.ways) < len(every):
        when = say(_("only if %(when)s"), when=_when(ask, one, boards, every))
    elif boards:
        when = say(_("in every case"))
    place, category = " / ".join(dict.fromkeys(places)), _category(ask, one.category)
    context = {
        "one": one,
        "tournament": tournament,
        "event": event,
        "place": place,
        "category": category,
        "days": " / ".join(dict.fromkeys(map(ask.days, say.languages))),
        "chief": chief.user.display_name if chief else "",
        "when": when,
        "open": bool(boards),
    }
    text = " · ".join(filter(None, [place, category, one.who.name, when]))
    block = Fragment(
        "documents/certificate.html", context, {f"{one.category}.{one.place}.{one.who.pk}": text}
    )
    return Section(say.html(CERTIFICATE), (block,), "certificate")


def _category(ask: Ask, key: str) -> str:
    if not key:
        return ""
    labels = []
    for language in ask.voice.languages:
        with override(language):
            found = find_category(key, ask.tournament, ask.entries)
            labels.append(found.label if found else key)
    return " / ".join(dict.fromkeys(labels))


# --- Which of them when ---------------------------------------------------------------------------


def _which_when(
    ask: Ask, made: Sequence[Certificate], boards: Sequence[Pairing], every: Sequence[Ended]
) -> Section:
    say = ask.voice
    columns = [(say.html(_("No.")), "w11 n b"), (say.html(_("Place")), "w34")]
    columns += [(say.html(_("Name")), "w55"), (say.html(_("Right one if")), "")]
    rows = []
    for one in made:
        place = " · ".join(filter(None, [str(one.place), _category(ask, one.category)]))
        always = len(one.ways) == len(every)
        when = say(_("in every case")) if always else _when(ask, one, boards, every)
        rows.append(Row(f"n{one.number}", (str(one.number), place, one.who.name, when)))
    note = say(_("not final: prepared for every way in which the open games may end"))
    blocks = (table(columns, rows), _by_way(ask, made, boards, every))
    return Section(ask.title(CERTIFICATES), blocks, "", note)


def _by_way(
    ask: Ask, made: Sequence[Certificate], boards: Sequence[Pairing], every: Sequence[Ended]
) -> Table:
    say = ask.voice
    columns = [(say.html(_("If the games end so")), ""), (say.html(_("Hand out")), "w55")]
    rows = [
        Row(
            f"y{number}",
            (
                ", ".join(
                    f"{_game(ask, game)} {printed_result(one.ended[game.pk])}" for game in boards
                ),
                ", ".join(str(each.number) for each in made if number in each.ways),
            ),
        )
        for number, one in enumerate(every)
    ]
    return table(columns, rows, say.html(_("Outcome by outcome")))


def _when(ask: Ask, one: Certificate, boards: Sequence[Pairing], every: Sequence[Ended]) -> str:
    """Board by board where that says it all; else the list by ways has to be looked at."""
    codes = {
        game: list(dict.fromkeys(every[number].ended[game.pk] for number in sorted(one.ways)))
        for game in boards
    }
    if prod(len(found) for found in codes.values()) != len(one.ways):
        return ask.voice(_("as the list by outcomes says"))
    return ", ".join(
        f"{_game(ask, game)} {' / '.join(map(printed_result, found))}"
        for game, found in codes.items()
        if len(found) < len({each.ended[game.pk] for each in every})
    )


def _game(ask: Ask, game: Pairing) -> str:
    """ "board 12"; of an earlier round with its round."""
    words = ask.voice(_("board %(board)s"), board=game.board)
    if game.round.number == ask.tournament.total_rounds:
        return words
    return f"{ask.voice(_('round %(number)s'), number=game.round.number)}, {words}"
