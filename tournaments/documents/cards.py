"""One card a player: their record, their pairing card; plates and badges; the poster."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from pairing.results import ByeKind as CoreByeKind
from pairing.state import Colour, Record, TournamentState
from tournaments.core.text import given_first
from tournaments.core.voice import grouped
from tournaments.documents.boards import codes_wanted, stacked
from tournaments.documents.fonts import has_all, width
from tournaments.documents.layout import (
    CELLS_OF_A_PART,
    Fragment,
    Row,
    Section,
    Sheet,
    Table,
    table,
)
from tournaments.documents.qr import qr_svg, qr_svgs
from tournaments.documents.request import ROUND, PaperRequest, player, rating, tpn
from tournaments.documents.translator import Text, Translator
from tournaments.models import ByeKind, Entry, Round, Tournament
from tournaments.queries.rounds.sheets import PUBLIC, rounds_of
from tournaments.queries.setup.regulations import public_regulations, tie_breaks_in_words
from tournaments.queries.standings.prizes import prize_lists
from tournaments.queries.standings.table import counted_state, last_public_round, missing_results
from tournaments.queries.teams.listing import team_names
from tournaments.queries.voice.codes import codes_of, voice_link
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.papers import BADGES, PAIRING_CARDS, PHONE_LETTERS, PLATES, POSTER, RECORD

NO_GAME = "–"
#: points of a game without a result
OPEN = "?"
#: the option for plates without the boards of a round
NO_SEATS = "none"
#: as wide a line fits beside the numbers of a record
MOST_EMS = 30
CONDENSED = "NotoSans-Condensed"
#: from more on, the columns of a pairing card are narrow
MANY_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class _Line:
    """One round of a player, from the record."""

    number: int
    board: int
    colour: str
    opponent: Entry | None
    mark: str  # points of the round
    bye: CoreByeKind | None
    total: int
    float: str  # "↓", "↑" or ""


#: board, colour and whether the game is open, by round index and number
Seats = dict[tuple[int, int], tuple[int, str, bool]]


def _lines(
    say: Translator, before: Snapshot, record: Record, boards: Seats, number: int
) -> Iterator[_Line]:
    state = before.state
    for index, round_ in enumerate(state.rounds):
        other = record.opponents[number][index]
        board, colour, is_open = boards.get((index, number), (0, "", False))
        floated = ""
        own = record.scores_before[number][index]
        if other:
            theirs = record.scores_before[other][index]
            floated = "↓" if own > theirs else "↑" if own < theirs else ""
        yield _Line(
            round_.number,
            board,
            colour,
            before.entries.get(other),
            OPEN if is_open else say.points(record.gained[number][index]),
            record.bye_kinds[number][index],
            record.scores_before[number][index + 1],
            floated,
        )


def _seats(state: TournamentState) -> Seats:
    """Board and colour by round index and number, also of games that were not played; True if
    the game is open."""
    return {
        (index, number): (game.board or 0, letter, not game.result.final)
        for index, round_ in enumerate(state.rounds)
        for game in round_.games
        for number, letter in ((game.white, "w"), (game.black, "b"))
    }


def _known(request: PaperRequest) -> tuple[Snapshot, Record, Seats, bool]:
    """The record up to the round asked for, or of all that is published, with open games as the
    standings count them; True if there are none."""
    after = request.round.number - 1 if request.round else last_public_round(request.tournament)
    before = snapshot(request.tournament, before_round=after + 1, pairing=False)
    request.shorten_names(before.entries.values())
    missing = missing_results(request.tournament, after)
    state = counted_state(before, missing)
    return before, Record(state), _seats(state), not missing


# --- Records -------------------------------------------------------------------------------------


def records(request: PaperRequest) -> Sheet:
    """A table for one player; for everybody short cards, as many on a page as there is room."""
    before, record, seats, final = _known(request)
    wanted = request.options.get("player", "")
    for number, entry in before.entries.items():
        if str(entry.pk) == wanted:
            lines = list(_lines(request.translator, before, record, seats, number))
            block = _record(request, entry, lines)
            section = Section(request.title(RECORD), (block,), "", request.when())
            return Sheet((section,), final=final)
    cards, rows = [], {}
    for number, entry in before.entries.items():
        cells = [
            _cells(request, line)
            for line in _lines(request.translator, before, record, seats, number)
        ]
        short = all(_takes_a_line(line[3]) for line in cells)
        columns = ["\n".join(column) for column in zip(*cells, strict=True)] if short else []
        cards.append({"head": _head(entry), "lines": cells, "columns": columns})
        words = " · ".join(" ".join(filter(None, line)) for line in cells)
        rows[f"p{entry.pk}"] = f"{tpn(entry)} · {player(entry)} · {words}"
    sections = tuple(
        Section(request.title(RECORD), (block,), "", request.when())
        for block in _record_cards(request, cards, rows)
    )
    return Sheet(sections, final=final)


def _takes_a_line(text: str) -> bool:
    return width(text, CONDENSED) <= MOST_EMS and has_all(CONDENSED, text)


def _record_cards(
    request: PaperRequest, cards: list[dict[str, Any]], rows: dict[str, str]
) -> Iterator[Fragment]:
    """Tables in which each player is a group of rows, not longer than is set in one go. Where every
    opponent takes one line, the rounds stand in one row of cells with many lines."""
    each = 1 + max((len(card["columns"]) or 6 * len(card["lines"]) for card in cards), default=0)
    # A line within a cell takes about as much as half a cell.
    each += max((3 * len(card["lines"]) for card in cards if card["columns"]), default=0)
    step = max(1, CELLS_OF_A_PART // each)
    for begin in range(0, max(len(cards), 1), step):
        context = {"cards": cards[begin : begin + step], "both": request.translator.both}
        yield Fragment(
            "documents/record_cards.html", context, rows if not begin else {}, "cards", each
        )


def _cells(request: PaperRequest, line: _Line) -> tuple[str, ...]:
    say = request.translator
    seat = (str(line.number), str(line.board or ""), say.colour(line.colour))
    return (*seat, _opponent(request, line), line.mark, say.points(line.total))


def _head(entry: Entry) -> str:
    parts = (tpn(entry), player(entry), entry.federation, rating(entry), entry.club)
    return " · ".join(filter(None, parts))


def _opponent(request: PaperRequest, line: _Line) -> str:
    other = line.opponent
    if other is None:
        return request.translator(ByeKind(line.bye.value).label) if line.bye else NO_GAME
    return " ".join(filter(None, [tpn(other), player(other), other.federation, rating(other)]))


def _record(request: PaperRequest, entry: Entry, lines: list[_Line]) -> Table:
    say = request.translator
    columns = [
        (say.html(_("Round")), "w11 n"),
        (say.html(_("Board")), "w13 n"),
        (say.html(_("Colour")), "w13 c"),
        (say.html(_("Opponent")), ""),
        (say.html(_("Points")), "w13 n b"),
        (say.html(_("Total")), "w13 n"),
    ]
    rows = [Row(f"p{entry.pk}.{line.number}", _cells(request, line)) for line in lines]
    return table(columns, rows, _head(entry))


def pairing_cards(request: PaperRequest) -> Sheet:
    """Cards to cut out, with which an arbiter pairs by hand: score, colours, floats,
    opponents. Sorted by score, then number, as they are laid on the table."""
    before, record, seats, final = _known(request)
    say = request.translator
    cards, rows = [], {}
    people = sorted(before.entries, key=lambda number: (-record.score[number], number))
    for number in people:
        entry = before.entries[number]
        if entry.gone:
            continue
        lines = list(_lines(request.translator, before, record, seats, number))
        card: dict[str, Any] = {
            "entry": entry,
            "rating": rating(entry),
            "score": say.points(record.score[number]),
            "due": say.colour(_due(record, number)) or NO_GAME,
            "difference": record.colour_difference(number),
            "columns": _columns(request, lines),
            "barred": number in record.bye_barred,
        }
        cards.append(card)
        texts = (tpn(entry), player(entry), card["score"], card["due"], *card["columns"][1:])
        rows[f"p{entry.pk}"] = " · ".join(texts).replace("\n", " ")
    title = request.title(PAIRING_CARDS, request.round.number if request.round else None)
    note = say(_("Before the round: score, opponents, colours, points, floats; the colour due."))
    played = len(before.state.rounds)
    each = 3 * (played + 1) + 8
    step = CELLS_OF_A_PART // each
    sections = []
    for begin in range(0, max(len(cards), 1), step):
        context = {
            "cards": cards[begin : begin + step],
            "size": "dense" if played > MANY_ROUNDS else "",
        }
        shown = {} if begin else rows
        block = Fragment("documents/pairing_cards.html", context, shown, "cards", each)
        sections.append(Section(title, (block,), note=note))
    return Sheet(tuple(sections), final=final)


def _columns(request: PaperRequest, lines: list[_Line]) -> list[str]:
    """Their names, then a column a round, each with four lines. A cell for every line would be
    four times the boxes to lay out."""
    say = request.translator
    found = ["\n".join(map(say, (_("Rd"), _("Opp."), _("Col."), _("Pts"))))]
    for line in lines:
        opponent = tpn(line.opponent) if line.opponent else NO_GAME
        seen = (opponent, say.colour(line.colour) or NO_GAME, line.mark + line.float)
        found.append("\n".join((str(line.number), *seen)))
    return found


def _due(record: Record, number: int) -> str:
    """C.04.1 art. 8: the colour played less often, else the one not played last."""
    colours, lead = record.colours[number], record.colour_difference(number)
    if lead:
        return "b" if lead > 0 else "w"
    return (Colour.BLACK if colours[-1] is Colour.WHITE else Colour.WHITE) if colours else ""


# --- Names on tables and on coats ----------------------------------------------------------------


def plates(request: PaperRequest) -> Sheet:
    """Two a page, in the order for cutting the whole stack; folded in the middle each shows the
    name to both sides of the board."""
    boards, people = _tables(request), _people(request)
    codes = codes_wanted(request, people)
    made = [
        _named(entry, 24, 36, rating(entry) if entry.rating else "")
        | {"board": boards.get(entry.pk, ""), "code": codes.get(entry.pk, "")}
        for entry in people
    ]
    return _names(request, PLATES, "plate", 2, people, made)


def badges(request: PaperRequest) -> Sheet:
    """Eight a page, in the order for cutting the whole stack. The code on each opens the player's
    own page, and at the check-in it is as good as the number."""
    people = _people(request)
    pages = qr_svgs(request.address("public:player", entry.pk) for entry in people)
    teams, codes = team_names(request.tournament), codes_wanted(request, people)
    made = [
        _named(entry, 20, 30, entry.club if entry.club != teams.get(entry.pk) else "")
        | {"qr": qr, "team": teams.get(entry.pk, ""), "code": codes.get(entry.pk, "")}
        for entry, qr in zip(people, pages, strict=True)
    ]
    return _names(request, BADGES, "badge", 8, people, made)


def phone_letters(request: PaperRequest) -> Sheet:
    """Six a page, in the order for cutting the whole stack: to each player the code by which
    their phone speaks for them, and the same as a code to point the phone at."""
    people = _people(request)
    codes = codes_of(people)
    with override(request.translator.main):
        links = [voice_link(request.tournament, codes[entry.pk]) for entry in people]
    made = [
        _named(entry, 24, 36, "")
        | {"qr": qr, "number": tpn(entry), "code": grouped(codes[entry.pk])}
        for entry, qr in zip(people, qr_svgs(links), strict=True)
    ]
    context = {
        "pages": stacked(made, 6),
        "tournament": request.tournament,
        "how": HOW_TO_PROVE,
        "address": request.address("public:me"),
    }
    # What is compared with an earlier sheet is kept; a code is kept nowhere.
    rows = {
        f"p{entry.pk}": f"{one['number']} · {one['name']}"
        for entry, one in zip(people, made, strict=True)
    }
    fragment = Fragment("documents/phone_letters.html", context, rows, "pages")
    size = request.options.get("paper", "A4").lower()
    return Sheet((Section(request.title(PHONE_LETTERS), (fragment,), f"bare {size}"),), bare=True)


HOW_TO_PROVE = _(
    "Your phone reports your results, asks for byes and calls the arbiter: point it at the code, "
    "or open the address and type the letters. Show them to nobody."
)


def _people(request: PaperRequest) -> list[Entry]:
    return [entry for entry in request.ordered(request.entries) if not entry.gone]


def _named(entry: Entry, long: int, longer: int, more: str) -> dict[str, Any]:
    """With a size in which the name stays on two lines at most, and below it what else is told."""
    name = given_first(entry.name)
    size = "longer" if len(name) > longer else "long" if len(name) > long else ""
    who = " · ".join(filter(None, [f"{entry.title} {entry.federation}".strip(), more]))
    return {"name": name, "size": size, "who": who}


def public_rounds(tournament: Tournament) -> list[Round]:
    """Newest first."""
    return list(tournament.rounds.filter(status__in=PUBLIC).order_by("-number"))


def _tables(request: PaperRequest) -> dict[int, str]:
    """The boards of the round that is wanted, by player; else the tables that some always have."""
    rounds = public_rounds(request.tournament)
    wanted = request.options.get("seats") or (str(rounds[0].number) if rounds else NO_SEATS)
    for round_ in rounds:
        if str(round_.number) == wanted:
            seats = round_.pairings.exclude(black=None).values_list("white", "black", "board")
            return {pk: str(board) for white, black, board in seats for pk in (white, black)}
    return {one.pk: str(one.fixed_board) for one in request.entries if one.fixed_board}


def _names(
    request: PaperRequest,
    label: Text,
    kind: str,
    per_page: int,
    people: list[Entry],
    made: list[dict[str, Any]],
) -> Sheet:
    context = {
        "pages": stacked(made, per_page),
        "kind": kind,
        "tournament": request.tournament,
        "event": request.tournament.event,
    }
    rows = {}
    for entry, one in zip(people, made, strict=True):
        named = f"{entry.title} {one['name']}".strip()
        said = named, entry.federation, one.get("team"), one.get("board")
        rows[f"p{entry.pk}"] = " · ".join(filter(None, said))
    fragment = Fragment("documents/names.html", context, rows, "pages")
    size = request.options.get("paper", "A4").lower()
    return Sheet((Section(request.title(label), (fragment,), f"bare {size}"),), bare=True)


# --- The poster ----------------------------------------------------------------------------------


def poster(request: PaperRequest) -> Sheet:
    """The regulations as they follow from the settings, and the way to the pages; a part for
    each language."""
    tournament = request.tournament
    event = tournament.event
    sections = []
    for language in request.translator.languages:
        with override(language):
            facts = [(str(label), str(value)) for label, value in _facts(request) if value]
            rounds = [
                (ROUND % {"number": round_.number}, request.time(round_.starts_at))
                for round_ in rounds_of(tournament)
                if round_.starts_at
            ]
            address = request.address("public:tournament")
            prizes = list(_prizes(tournament))
            context = {
                "facts": facts,
                "rounds": rounds,
                "prizes": prizes,
                "regulations": tournament.regulations,
                "address": address,
                "qr": qr_svg(address),
                "language": language,
            }
            rows = {f"f{n}": f"{label} · {value}" for n, (label, value) in enumerate(facts)}
            rows |= {f"r{n}": " · ".join(line) for n, line in enumerate(rounds)}
            rows |= {f"z{n}": prize for n, prize in enumerate(prizes)}
            rows["text"] = tournament.regulations
            where = " · ".join(filter(None, [event.city, event.venue, request.days(language)]))
            title = f"{tournament.full_name} · {POSTER}"
        sections.append(
            Section(title, (Fragment("documents/poster.html", context, rows),), "poster", where)
        )
    return Sheet(tuple(sections))


def _facts(request: PaperRequest) -> Iterator[tuple[Text, object]]:
    """The lines of the public page of the rules, and whose event it is."""
    tournament = request.tournament
    for heading, sentences in public_regulations(tournament):
        yield heading, " ".join(sentences)
    codes = [f"{code}: {name}" for code, name, _meaning in tie_breaks_in_words(tournament)]
    yield _("Tie-breaks"), "; ".join(codes)
    yield _("Organiser"), tournament.event.organiser
    chief = tournament.event.staff.filter(role="chief").select_related("user")
    yield _("Chief arbiter"), ", ".join(duty.user.display_name for duty in chief)


def _prizes(tournament: Tournament) -> Iterator[str]:
    """As they were written, then by place."""
    yield from tournament.prize_list
    for one in prize_lists(tournament):
        for line in one.lines:
            prize = ", ".join(filter(None, [line.amount, line.thing]))
            yield f"{one.label} {line.places}: {prize}".strip()
