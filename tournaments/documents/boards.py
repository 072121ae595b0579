"""Papers of one round: its pairings in three orders, its results, slips, checks and reasons."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language, ngettext_lazy, override
from django.utils.translation import gettext_lazy as _

from tournaments.core.text import sort_key
from tournaments.core.voice import grouped
from tournaments.documents.layout import (
    MANY_ROWS,
    Fragment,
    Row,
    Section,
    Sheet,
    Table,
    table,
)
from tournaments.documents.qr import qr_svgs
from tournaments.documents.request import ROUND, PaperRequest, player, rating, tpn
from tournaments.documents.translator import COLOUR_WORDS
from tournaments.models import ByeKind, Entry, Pairing
from tournaments.queries.rounds.checks import draft_checks
from tournaments.queries.rounds.reasons import (
    OpponentReasons,
    RoundReasons,
    Sentence,
    round_reasons,
    why_this_opponent,
)
from tournaments.queries.rounds.sheets import BoardRow, ByeRow, RoundSheet, Seat, seats_by_name
from tournaments.queries.teams.listing import team_names
from tournaments.queries.voice.codes import codes_of
from tournaments.wording.papers import (
    BLANK_SLIPS,
    BY_FEDERATION,
    BY_NAME,
    CHECKLIST,
    PAIRINGS,
    REASONS,
    RESULTS,
    SLIPS,
)
from tournaments.wording.results import marks_in

MISSING = ngettext_lazy("%(count)s result is missing.", "%(count)s results are missing.", "count")


#: findings of one check on a checklist; more than these speak for themselves
LISTED = 20


# --- On the wall ---------------------------------------------------------------------------------


def pairings(request: PaperRequest) -> Sheet:
    return Sheet((pairings_section(request, request.sheet),))


def pairings_section(request: PaperRequest, sheet: RoundSheet) -> Section:
    """By board, with the points before the round and room for the result."""
    css = request.print
    title = request.title(PAIRINGS, sheet.round.number)
    note = ""
    if request.tournament.format.games_a_round == 2:
        note = request.translator(_("Two games a match: in game 2 the colours are turned."))
    when = request.when(sheet.round)
    return Section(title, (board_table(request, sheet, results=False),), css, when, note)


def results(request: PaperRequest) -> Sheet:
    section = results_section(request, request.sheet, request.print)
    return Sheet((section,), final=not request.sheet.open)


def results_section(
    request: PaperRequest, sheet: RoundSheet, css: str = "", one_of_many: bool = False
) -> Section:
    """`one_of_many`: a very large round among others is set with fewer cells."""
    title = request.title(RESULTS, sheet.round.number)
    when, note = request.when(sheet.round), ""
    if sheet.open:
        note = request.translator(MISSING, count=sheet.open)
    key = marks_key(request, (row.pairing.result for row in sheet.boards))
    if one_of_many and len(sheet.boards) >= MANY_ROWS:
        return Section(title, (_close_table(request, sheet), *key), css, when, note)
    return Section(title, (board_table(request, sheet, results=True), *key), css, when, note)


def marks_key(request: PaperRequest, codes: Iterable[str]) -> tuple[Fragment, ...]:
    """Explain the marks of forfeits and adjourned games, where there are some."""
    found = [(mark, request.translator(words)) for mark, words in marks_in(codes)]
    return (Fragment("documents/legend.html", {"names": found}),) if found else ()


def board_table(request: PaperRequest, sheet: RoundSheet, *, results: bool) -> Table:
    say = request.translator
    number, points = (say.html(_("No.")), "w8 n"), (say.html(_("Points")), "w10 n")
    elo = (say.html(_("Rating")), "w10 n")
    white, black = (say.html(_("White")), ""), (say.html(_("Black")), "")
    long = request.tournament.format.games_a_round == 2 or request.remarks(
        row.pairing.result for row in sheet.boards
    )
    middle = (say.html(_("Result")), "w34 c b" if long and results else "w16 c b")
    board = (say.html(_("Board")), "w11 n b")
    if request.large:
        columns = [board, white, points, middle, points, black]
    else:
        columns = [board, number, white, elo, points, middle, points, black, elo, number]
    rows = [_board(request, row, results) for row in sheet.boards]
    rows += [_bye(request, row, results) for row in sheet.byes]
    return table(columns, rows, css="boards")


def _close_table(request: PaperRequest, sheet: RoundSheet) -> Table:
    """The same in four cells a board instead of ten: number, name and rating stand together, and
    the points of both on either side of the result."""
    say = request.translator
    columns = [(say.html(_("Board")), "w13 n b"), (say.html(_("White")), "")]
    columns += [(say.html(_("Result")), "w26 c"), (say.html(_("Black")), "")]

    def seat(entry: Entry) -> str:
        return f"{tpn(entry)}\u2002{player(entry)}\u2002{rating(entry)}"

    rows = []
    for row in sheet.boards:
        pairing = row.pairing
        points = (
            request.translator.points(row.white_score),
            request.translator.points(row.black_score),
        )
        result = f"{points[0]}\u2002{request.result(pairing.result) or '–'}\u2002{points[1]}"
        cells = (board_number(request, pairing), seat(pairing.white), result, seat(pairing.black))
        rows.append(Row(f"b{pairing.board}", cells))
    for bye in sheet.byes:
        entry, why = bye.pairing.white, say(ByeKind(bye.pairing.bye).label)
        rows.append(Row(f"p{entry.pk}", ("", seat(entry), say.points(bye.score), why)))
    return table(columns, rows, css="tight")


def board_number(request: PaperRequest, pairing: Pairing) -> str:
    """The number, and a word where it follows a player and not the order of the boards."""
    if not pairing.at_fixed_table:
        return str(pairing.board)
    # Small, a line for each language: the column is made for numbers.
    words = [word for _language, word in request.translator.each(_("fixed table"))]
    label = format_html_join(" ", "<small>{}</small>", ((word,) for word in words))
    return format_html("{} {}", pairing.board, label)


def _board(request: PaperRequest, row: BoardRow, results: bool) -> Row:
    pairing = row.pairing
    white, black = pairing.white, pairing.black
    result = (request.result(pairing.result) if results else "") or "–"
    points = request.translator.points(row.white_score), request.translator.points(row.black_score)
    cells: tuple[str, ...]
    table_ = board_number(request, pairing)
    if request.large:
        cells = (table_, player(white), points[0], result, points[1], player(black))
    else:
        left = (tpn(white), player(white), rating(white), points[0])
        right = (points[1], player(black), rating(black), tpn(black))
        cells = (table_, *left, result, *right)
    return Row(f"b{pairing.board}", cells)


def _bye(request: PaperRequest, row: ByeRow, results: bool) -> Row:
    entry = row.pairing.white
    why = request.translator(ByeKind(row.pairing.bye).label)
    points = request.translator.points(row.score)
    if request.large:
        return Row(f"p{entry.pk}", ("", player(entry), points, "", "", why))
    left = (tpn(entry), player(entry), rating(entry), points)
    return Row(f"p{entry.pk}", ("", *left, "", "", why, "", ""))


def pairings_by_name(request: PaperRequest) -> Sheet:
    """Everybody in the alphabet of the reader, with board, colour and opponent."""
    assert request.round is not None
    seats = seats_by_name(request.sheet, request.translator.main)
    title = request.title(BY_NAME, request.round.number)
    css = f"{request.print} letters".strip()
    return Sheet((Section(title, (_seat_table(request, seats),), css, request.when()),))


def pairings_by_federation(request: PaperRequest) -> Sheet:
    assert request.round is not None
    groups: dict[str, list[Seat]] = defaultdict(list)
    for seat in seats_by_name(request.sheet, request.translator.main):
        groups[seat.entry.federation or "–"].append(seat)
    names = sorted(groups, key=lambda name: sort_key(name, request.translator.main))
    tables = tuple(_seat_table(request, groups[name], name) for name in names)
    css = request.print
    title = request.title(BY_FEDERATION, request.round.number)
    return Sheet((Section(title, tables, css, request.when()),))


def _seat_table(request: PaperRequest, seats: list[Seat], title: str = "") -> Table:
    say = request.translator
    colours = {letter: say(COLOUR_WORDS[letter]) for letter in "wb"}
    columns = [(say.html(_("Name")), "who")]
    number, elo_head = (say.html(_("No.")), "w11 n"), (say.html(_("Rating")), "w13 n")
    columns += [] if request.large else [number, elo_head]
    columns += [
        (say.html(_("Board")), "w13 n b"),
        (say.html(_("Colour")), "w26" if say.both else "w16"),
    ]
    columns += [(say.html(_("Opponent")), "")]
    columns += [] if request.large else [elo_head]
    rows = []
    for seat in seats:
        board = ""
        if seat.opponent is None:
            opponent, elo = say(ByeKind(seat.pairing.bye).label), ""
        else:
            opponent, elo = player(seat.opponent), rating(seat.opponent)
            board = board_number(request, seat.pairing)
        # The title behind the name: the eye goes down the alphabet.
        cells = [f"{seat.entry.name} {seat.entry.title}".rstrip()]
        cells += [] if request.large else [tpn(seat.entry), rating(seat.entry)]
        cells += [board, colours.get(seat.colour, ""), opponent]
        cells += [] if request.large else [elo]
        rows.append(Row(f"p{seat.entry.pk}", tuple(cells)))
    return replace(table(columns, rows, title, "boards"), repeats=bool(title))


# --- At the boards -------------------------------------------------------------------------------


def slips(request: PaperRequest) -> Sheet:
    """One a board, several a page. Cut through the whole stack and put the piles on each other:
    the slips then lie in the order of the boards. The QR code opens the board on the desk."""
    assert request.round is not None
    address = request.address("desk:round", request.round.number)
    pictures = qr_svgs(f"{address}#b{row.pairing.board}" for row in request.sheet.boards)
    teams = team_names(request.tournament)
    seated = [one for row in request.sheet.boards for one in (row.pairing.white, row.pairing.black)]
    codes = codes_wanted(request, seated)
    made = [
        {
            "board": row.pairing.board,
            "white_code": codes.get(row.pairing.white_id, ""),
            "black_code": codes.get(row.pairing.black_id, ""),
            "fixed": row.pairing.at_fixed_table,
            "white": row.pairing.white,
            "black": row.pairing.black,
            "white_team": teams.get(row.pairing.white_id, ""),
            "black_team": teams.get(row.pairing.black_id, ""),
            "white_score": request.translator.points(row.white_score),
            "black_score": request.translator.points(row.black_score),
            "qr": qr,
        }
        for row, qr in zip(request.sheet.boards, pictures, strict=True)
    ]
    per_page = int(request.options.get("per_page", "4"))
    matches = request.tournament.format.games_a_round == 2
    starts = request.time(request.round.starts_at) if request.round.starts_at else ""
    context = {
        "pages": stacked(made, per_page),
        "tournament": request.tournament,
        "round": request.round,
        "starts": starts,
        "teams": bool(teams),
        # Of a match both games, with the result as the player who is named first sees it
        "games": (_("Game 1"), _("Game 2")) if matches else ("",),
    }
    rows = {
        f"b{row.pairing.board}": " · ".join(
            (str(row.pairing.board), *(_of_team(one, teams) for one in _players(row)))
        )
        for row in request.sheet.boards
    }
    rows["when"] = starts
    fragment = Fragment("documents/slips.html", context, rows, "pages")
    size = request.options.get("paper", "A4").lower()
    css = f"bare {size} per{per_page}" + (" close" if per_page >= 5 else "")
    return Sheet(
        (Section(request.title(SLIPS, request.round.number), (fragment,), css),), bare=True
    )


def _players(row: BoardRow) -> tuple[Entry, Entry]:
    return row.pairing.white, row.pairing.black


def _of_team(entry: Entry, teams: dict[int, str]) -> str:
    team = teams.get(entry.pk)
    return f"{player(entry)} ({team})" if team else player(entry)


def blank_slips(request: PaperRequest) -> Sheet:
    """A page of slips to be filled in by hand and copied: board, names and numbers are empty."""
    per_page = int(request.options.get("per_page", "4"))
    matches = request.tournament.format.games_a_round == 2
    context = {
        "slips": range(per_page),
        "tournament": request.tournament,
        "games": (_("Game 1"), _("Game 2")) if matches else ("",),
    }
    text = {"blank": request.tournament.full_name}
    fragment = Fragment("documents/blank_slips.html", context, text)
    size = request.options.get("paper", "A4").lower()
    css = f"bare {size} per{per_page}" + (" close" if per_page >= 5 else "")
    return Sheet((Section(request.title(BLANK_SLIPS), (fragment,), css),), bare=True)


def codes_wanted(request: PaperRequest, people: list[Entry]) -> dict[int, str]:
    """The codes by which phones speak for these players, where the paper shall have them."""
    if request.options.get("codes") != WITH_CODES:
        return {}
    return {pk: grouped(code) for pk, code in codes_of(people).items()}


#: of the option `codes`
WITH_CODES = "codes"


def stacked(items: list[Any], per_page: int) -> list[list[Any]]:
    """Pages for cutting: the first pile holds the first items, the next pile goes on below."""
    pages = -(-len(items) // per_page)
    return [items[page::pages] for page in range(pages)]


# --- For the arbiters ----------------------------------------------------------------------------


def checklist(request: PaperRequest) -> Sheet:
    """The points to check before a round is published, and what the program found."""
    assert request.round is not None
    sections = []
    for language in request.translator.languages:
        with override(language):
            rows = []
            for number, check in enumerate(draft_checks(request.round), start=1):
                found = [f"{one.text} {one.article}".strip() for one in check.findings]
                first, *others = found[:LISTED] or [str(_("in order"))]
                rows.append(Row(f"c{number}", (str(check.label), first, "□")))
                if len(found) > LISTED:
                    others.append(str(_("and %(count)s more")) % {"count": len(found) - LISTED})
                rows += [Row(f"c{number}.{n}", ("", text, "")) for n, text in enumerate(others)]
            columns = [(str(_("What")), ""), (str(_("Found")), ""), (str(_("Seen")), "w16 c")]
            boards, byes = len(request.sheet.boards), len(request.sheet.byes)
            note = str(_("Boards: %(boards)s. Players without a game: %(byes)s."))
            title = f"{CHECKLIST} · {ROUND % {'number': request.round.number}}"
            text = note % {"boards": boards, "byes": byes}
        sign = Fragment("documents/sign.html", {"language": language})
        sections.append(Section(title, (table(columns, rows), sign), note=text))
    return Sheet(tuple(sections))


def reasons(request: PaperRequest) -> Sheet:
    """The reasons for the pairings of the round, or of one board; a part for each language."""
    assert request.round is not None
    wanted = request.options.get("board", "")
    sections = []
    for language in request.translator.languages:
        with override(language):
            found = round_reasons(request.round, public=request.public)
            title = f"{REASONS} · {ROUND % {'number': request.round.number}}"
            if found is None:
                text = {
                    "text": _(
                        "There are no reasons for this round: it was imported or paired by hand."
                    )
                }
                none = Fragment("documents/text.html", text, {"none": str(text["text"])})
                sections.append(Section(title, (none,)))
                continue
            if wanted:
                sections += _one_board(request, wanted, title)
                continue
            blocks = [_why_boards(request, found)]
            if request.tournament.format.swiss:  # a table has no score groups
                blocks.insert(0, _brackets(found))
            lines = [*found.facts, *([found.bye] if found.bye else [])]
            note = " ".join(map(_words, lines))
        sections.append(Section(title, tuple(blocks), note=note))
    return Sheet(tuple(sections))


def _one_board(request: PaperRequest, wanted: str, title: str) -> Iterator[Section]:
    """The reasons for one board, as the two players read them on the board's page."""
    for row in request.sheet.boards:
        pairing = row.pairing
        if str(pairing.board) != wanted:
            continue
        columns = [(str(_("Colour")), "w20"), (str(_("No.")), "w11 n"), (str(_("Name")), "")]
        columns += [(str(_("Rating")), "w20 n"), (str(_("Points before")), "w34 n b")]
        seats = (("w", pairing.white, row.white_score), ("b", pairing.black, row.black_score))
        people = [
            Row(
                f"{letter}{entry.pk}",
                (
                    str(COLOUR_WORDS[letter]),
                    tpn(entry),
                    player(entry),
                    rating(entry),
                    request.translator.points(score),
                ),
            )
            for letter, entry, score in seats
        ]
        reasons = why_this_opponent(request.sheet, pairing)
        context = {
            "reasons": reasons,
            "language": get_language(),
        }
        why = Fragment("documents/board.html", context, _lines_of(reasons))
        head = f"{title} · {_('Board')} {wanted}"
        yield Section(head, (table(columns, people), why), "match")


def _lines_of(found: OpponentReasons | None) -> dict[str, str]:
    lines = [*found.lines, *(line for one in found.not_met for line in one.lines)] if found else []
    return {f"line{number}": _words(line) for number, line in enumerate(lines, start=1)}


def _brackets(found: RoundReasons) -> Table:
    """By numbers: whose they are stands with the boards."""

    def people(entries: Iterable[Entry]) -> str:
        return ", ".join(str(entry.tpn) for entry in entries)

    both_ways = any(bracket.both_ways for bracket in found.brackets)
    columns = [
        (str(_("Score")), "w11 n"),
        (str(_("Players of the score group")), ""),
        (str(_("Moved into it") if both_ways else _("Moved down into it")), "w20"),
        (str(_("Moved on")), "w20"),
        (str(_("What could not be met in full")), "w55"),
    ]
    rows = [
        Row(
            f"g{number}",
            (
                bracket.score,
                people(bracket.residents),
                people(bracket.moved_down),
                people(bracket.floaters),
                "; ".join(map(_words, (*bracket.criteria, *bracket.facts))),
            ),
        )
        for number, bracket in enumerate(found.brackets, start=1)
    ]
    return table(columns, rows, str(_("Brackets")))


def _why_boards(request: PaperRequest, found: RoundReasons) -> Table:
    columns = [
        (str(_("Board")), "w11 n b"),
        (str(_("White")), "w44"),
        (str(_("Black")), "w44"),
        (str(_("Why")), ""),
    ]
    rows = []
    for row in request.sheet.boards:
        pairing = row.pairing
        why = found.of(pairing)
        text = str(_("set by hand"))
        if why:
            text = " ".join(map(_words, (*why.facts, why.colour)))
        names = (f"{tpn(one)} {player(one)}" for one in (pairing.white, pairing.black))
        rows.append(Row(f"b{pairing.board}", (str(pairing.board), *names, text)))
    return table(columns, rows, str(_("Boards")))


def _words(sentence: Sentence) -> str:
    return f"{sentence.text} ({sentence.article})" if sentence.article else sentence.text
