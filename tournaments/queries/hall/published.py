"""Files that the public may take home: papers, the calendar, spreadsheets, the report file."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from hashlib import blake2b
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from pairing import trf
from pairing.results import KNOWN
from tournaments.models import Entry, Event, GameRow, Round, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.reports.games_beside import knockout_ranks, knockout_rounds
from tournaments.queries.rounds.sheets import (
    PUBLIC,
    CardLine,
    RoundSheet,
    player_card,
    round_sheet,
)
from tournaments.queries.standings.prizes import PrizePage
from tournaments.queries.standings.rating_changes import RatingChanges
from tournaments.queries.standings.table import (
    StandingsTable,
    counted_state,
    last_public_round,
    missing_results,
    standings_table,
)
from tournaments.snapshot import snapshot
from tournaments.wording import following as words
from tournaments.wording.results import printed_result

#: how long a round stands in a calendar where nothing better is known
ROUND_HOURS = 4
#: how often a calendar that is subscribed to is to be asked for again (RFC 7986)
ASKED_AGAIN = "PT15M"


# --- Spreadsheets --------------------------------------------------------------------------------


def rows_as_csv(rows: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO()
    out.write("\ufeff")  # spreadsheets then know the encoding
    csv.writer(out).writerows([harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def lines_as_csv(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """The same line by line, for what may be long."""
    yield "\ufeff"
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow([harmless(cell) for cell in row])
        yield line.getvalue()


def harmless(cell: Any) -> Any:
    """A name must not become a formula in somebody's spreadsheet; a forfeit, +–−, is none."""
    begins = isinstance(cell, str) and cell[:1] in "=+-@\t\r" and cell[1:]
    return f"'{cell}" if begins and any(map(str.isalnum, cell)) else cell


def round_csv(sheet: RoundSheet) -> str:
    head = ("board", "white", "white_rating", "white_points", "result", "black", "black_rating")
    rows: list[tuple[Any, ...]] = [(*head, "black_points")]
    for row in sheet.boards:
        pairing = row.pairing
        rows.append(
            (
                pairing.board,
                pairing.white.name,
                pairing.white.rating or "",
                row.white_score / 10,
                printed_result(pairing.result),
                pairing.black.name,
                pairing.black.rating or "",
                row.black_score / 10,
            )
        )
    for bye in sheet.byes:
        entry = bye.pairing.white
        rows.append(
            ("", entry.name, entry.rating or "", bye.score / 10, bye.pairing.bye, "", "", "")
        )
    return rows_as_csv(rows)


def players_csv(entries: Iterable[Entry]) -> str:
    head = ("number", "title", "name", "rating", "federation", "club", "fide_id", "status")
    rows: list[tuple[Any, ...]] = [head]
    for entry in entries:
        rows.append(
            (
                entry.tpn or "",
                entry.title,
                entry.name,
                entry.rating or "",
                entry.federation,
                entry.club,
                entry.fide_id,
                entry.status if entry.gone else "",
            )
        )
    return rows_as_csv(rows)


def rating_changes_csv(changes: RatingChanges) -> str:
    head = ("number", "title", "name", "federation", "fide_id", "rating", "games", "average")
    rows: list[tuple[Any, ...]] = [(*head, "points", "expected", "k", "change", "new_rating")]
    for row in changes.rows:
        entry, found = row.entry, row.estimate
        rows.append(
            (
                entry.tpn,
                entry.title,
                entry.name,
                entry.federation,
                entry.fide_id,
                found.rating or "",
                row.games,
                row.average,
                row.halves / 2,
                row.expected_hundredths / 100 if found.games else "",
                found.coefficient if found.games else "",
                found.change if found.games else "",
                row.new or "",
            )
        )
    return rows_as_csv(rows)


def standings_csv(table: StandingsTable) -> str:
    """Everybody, also those who are not ranked: their points are those of the cross table, and the
    remark says why they have no place."""
    head = ("rank", "number", "title", "name", "rating", "federation", "club", "points")
    rows: list[tuple[Any, ...]] = [(*head, *table.codes, "remark")]
    for row in table.rows:
        entry = row.entry
        rows.append(
            (
                row.rank,
                entry.tpn,
                entry.title,
                entry.name,
                entry.rating or "",
                entry.federation,
                entry.club,
                row.score / 10,
                *row.values,
                entry.get_status_display() if entry.gone else "",
            )
        )
    empty = ("",) * len(table.codes)
    for one in table.unranked:
        entry = one.entry
        person = (entry.tpn, entry.title, entry.name, entry.rating or "", entry.federation)
        rows.append(("", *person, entry.club, one.score / 10, *empty, one.sentence))
    return rows_as_csv(rows)


def prizes_csv(page: PrizePage) -> str:
    """The prizes and who gets them; before there are standings, the lists alone."""
    if page.allocation is None:
        rows: list[tuple[Any, ...]] = [("list", "places", "amount", "thing")]
        for one in page.lists:
            rows += [
                (one.category, line.places, line.prize.amount or "", line.thing)
                for line in one.lines
            ]
        return rows_as_csv(rows)
    head = ("list", "place", "rank", "name", "points", "amount", "things", "final", "reason")
    rows = [head]
    for winner in page.allocation.winners:
        share = winner.share
        rows.append(
            (
                share.category,
                share.place,
                winner.rank,
                winner.entry.name,
                winner.score / 10,
                Decimal(share.cents) / 100 if share.cents else "",
                ", ".join(winner.things),
                "yes" if page.allocation.final else "no",
                winner.reason,
            )
        )
    return rows_as_csv(rows)


_PGN_RESULTS = {
    "10": "1-0",
    "WL": "1-0",
    "01": "0-1",
    "LW": "0-1",
    "==": "1/2-1/2",
    "DD": "1/2-1/2",
}


def round_pgn(sheet: RoundSheet) -> str:
    """A game for every board with its headers and no moves: to begin a database with."""
    round_ = sheet.round
    tournament = round_.tournament
    event = tournament.event
    day = round_.starts_at.astimezone(ZoneInfo(event.time_zone)) if round_.starts_at else None
    games = []
    teams = _teams_of(tournament)
    for row in sheet.boards:
        pairing = row.pairing
        games += [
            _pgn(
                tournament,
                f"{round_.number}.{pairing.board}{suffix}",
                day,
                white,
                black,
                code,
                teams,
            )
            for suffix, white, black, code in _games_of(pairing, tournament.format.games_a_round)
        ]
    return "\n".join(games)


def all_pgn(tournament: Tournament, *, latest: bool = False) -> str:
    """The headers of all published rounds, or of the latest; of a knock-out without rounds the
    games of its matches."""
    if not tournament.format.has_rounds:
        people = {entry.tpn: entry for entry in tournament.entries.all()}
        return "\n".join(
            _pgn(
                tournament, f"{one.number}.{place}", None, people[game.white], people[game.black],
                game.result.code,
            )
            for one in knockout_rounds(tournament)
            for place, game in enumerate(one.games, 1)
        )  # fmt: skip
    rounds = tournament.rounds.filter(status__in=PUBLIC).order_by("number")
    shown = rounds.reverse()[:1] if latest else rounds
    return "\n".join(round_pgn(round_sheet(one)) for one in shown)


def _teams_of(tournament: Tournament) -> dict[int, str]:
    """The names of the teams, by entry."""
    if not tournament.format.pairs_teams:
        return {}
    found = tournament.entries.filter(membership__isnull=False)
    return dict(found.values_list("pk", "membership__team__name"))


def _games_of(pairing: GameRow, games: int) -> list[tuple[str, Entry, Entry, str]]:
    """Of a match both games, the second with the colours turned."""
    white, black, code = pairing.white, pairing.black, pairing.standing
    if games == 1:
        return [("", white, black, code)]
    return [(".1", white, black, code[:2]), (".2", black, white, code[2:][::-1])]


def _pgn(
    tournament: Tournament,
    number: str,
    day: datetime | None,
    white: Entry,
    black: Entry,
    code: str,
    teams: Mapping[int, str] = MappingProxyType({}),
) -> str:
    event = tournament.event
    played = bool(code) and KNOWN[code].played
    result = _PGN_RESULTS.get(code, "*")
    tags = {
        "Event": tournament.full_name,
        "Site": event.city or "?",
        "Date": day.strftime("%Y.%m.%d") if day else "????.??.??",
        "Round": number,
        "White": white.name,
        "Black": black.name,
        "Result": result,
        "WhiteElo": str(white.fide_rating or ""),
        "BlackElo": str(black.fide_rating or ""),
        "WhiteTitle": white.title,
        "BlackTitle": black.title,
        "WhiteFideId": white.fide_id,
        "BlackFideId": black.fide_id,
        "WhiteTeam": teams.get(white.pk, ""),
        "BlackTeam": teams.get(black.pk, ""),
        "Board": number.split(".")[1],
        "Termination": "" if played or not code else "unplayed",
    }
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items() if value]
    return "\n".join([*lines, "", result, ""])


def _quoted(text: str) -> str:
    """On one line: whatever a name holds, it makes no tag of its own."""
    text = " ".join(text.split())
    return text.replace("\\", "\\\\").replace('"', '\\"')


# --- Report file ---------------------------------------------------------------------------------


def public_trf(tournament: Tournament) -> bytes:
    """The published rounds as a TRF26 file. Of birth dates only the year; a game without a result
    gives nothing yet, as in the standings."""
    last = last_public_round(tournament)
    before = snapshot(tournament, before_round=last + 1, pairing=False)
    shorten_names(tournament.event, before.entries.values())
    players = tuple(
        replace(
            player,
            name=before.entries[player.tpn].name,
            birth_date=f"{player.birth_date[:4]}/00/00" if player.birth_date else "",
        )
        for player in before.state.players
    )
    counted = counted_state(before, missing_results(tournament, last))
    state = replace(counted, players=players, forbidden=())
    if not tournament.format.has_rounds:
        rounds = knockout_rounds(tournament)
        state = replace(state, rounds=rounds, total_rounds=max(len(rounds), 1))
        ranks = knockout_ranks(tournament)
    else:
        table = standings_table(tournament, last or None)
        ranks = {tpn: row.rank for row in table.rows if (tpn := row.entry.tpn)}
    event = tournament.event
    typed: dict[str, Any] = {}
    if tournament.format.games_a_round == 2:
        # Without its type nobody knows that two of the rounds make a match.
        code, notes = trf.code_for(tournament.system)
        typed = {"type_code": code, "comments": notes}
    document = trf.from_state(
        state,
        ranks=ranks,
        name=tournament.full_name,
        city=event.city,
        federation=event.federation,
        start_date=event.starts_on.strftime("%Y/%m/%d"),
        end_date=event.ends_on.strftime("%Y/%m/%d"),
        time_text=tournament.time_control,
        **typed,
    )
    return trf.write(document, profile="trf26")


# --- Calendar ------------------------------------------------------------------------------------


def calendar(event: Event, tournaments: Iterable[Tournament]) -> str:
    """The rounds with a time, as iCalendar (RFC 5545)."""
    return icalendar(event.name, (_entry(row) for one in tournaments for row in _timed(one)))


def player_calendar(entry: Entry) -> str:
    """The rounds of a player, with board and opponent once they are out: made to be subscribed
    to, so that what changes on the site changes in the calendar."""
    seats = {line.round.pk: line for line in player_card(entry)}
    shorten_names(entry.tournament.event, [entry, *(line.opponent for line in seats.values())])
    rows = [_entry(row, seats.get(row.pk)) for row in _timed(entry.tournament)]
    return icalendar(f"{entry.name} · {entry.tournament.full_name}", rows)


def _timed(tournament: Tournament) -> list[Round]:
    """The rounds with a time, each with its tournament and event at hand."""
    rounds = list(tournament.rounds.filter(starts_at__isnull=False).order_by("number"))
    for round_ in rounds:
        round_.tournament = tournament
    return rounds


def icalendar(name: str, entries: Iterable[list[str]]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Hakem//Hakem//EN",
        f"X-WR-CALNAME:{ics_text(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{ASKED_AGAIN}",
        f"X-PUBLISHED-TTL:{ASKED_AGAIN}",
        *(line for entry in entries for line in entry),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _entry(round_: Round, seat: CardLine | None = None) -> list[str]:
    tournament, event, at = round_.tournament, round_.tournament.event, round_.starts_at
    assert at is not None
    start = at.astimezone(timezone.get_fixed_timezone(0))
    name = blake2b(f"{event.slug}/{tournament.slug}/{round_.number}".encode(), digest_size=8)
    path = reverse("public:round", args=[event.slug, tournament.slug, round_.number])
    title = _("Round %(number)s · %(name)s") % {
        "number": round_.number,
        "name": tournament.name,
    }
    if seat and seat.opponent and seat.pairing:
        title = words.round_and_seat(
            round_.number, seat.pairing.board, seat.colour, seat.opponent.name
        )
    place = ", ".join(filter(None, (event.venue, event.city)))
    return [
        "BEGIN:VEVENT",
        f"UID:{name.hexdigest()}@hakem",
        f"DTSTAMP:{start:%Y%m%dT%H%M%SZ}",
        f"DTSTART:{start:%Y%m%dT%H%M%SZ}",
        f"DTEND:{start + timedelta(hours=ROUND_HOURS):%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{ics_text(title)}",
        f"LOCATION:{ics_text(place)}",
        f"URL:{settings.SITE_URL}{path}",
        "END:VEVENT",
    ]


def ics_text(text: str) -> str:
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return text.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """At most 75 octets a line; the rest follows after a blank."""
    parts, part = [], ""
    for character in line:
        if len((part + character).encode()) > 74:
            parts.append(part)
            part = ""
        part += character
    return "\r\n ".join([*parts, part])
