"""Notes of what a report file says and is taken otherwise, or not at all (FIDE's checklist
52): each has its sentence, and the making of the tournament asks about all of them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime

from pairing.formats import DEFAULT, find
from pairing.systems import System
from pairing.trf import TrfDocument, TrfPlayer, choice_of, plays_in_teams
from pairing.trf.time_controls import encoded
from pairing.trf.types import code_of_text
from tournaments.kernel.errors import Reason
from tournaments.models import Event, RatingMethod
from tournaments.services.reports.event_people import away, has_left, person
from tournaments.wording.systems import name_of_format

#: lines that say from which other facts a round was paired; here it counts from those of the file
EXPLAINS = re.compile(r"### ?(?:Correction|Adjournment|MPA|Import) @")
#: the standard writes the days of record 132 in two digits each
_DAYS = ("%y/%m/%d", "%Y/%m/%d", "%y-%m-%d", "%Y-%m-%d", "%d.%m.%y", "%d.%m.%Y")
#: sentences name so many
_MOST = 12


def taken_otherwise(event: Event, document: TrfDocument, chosen: System) -> list[Reason]:
    return [
        *_of_the_event(event, document, chosen),
        *_of_players(event, document),
        *([] if plays_in_teams(document) else _of_byes(document)),
    ]


def day_of(text: str) -> date | None:
    """A day of record 132."""
    for shape in _DAYS:
        try:
            return datetime.strptime(text, shape).date()
        except ValueError:
            continue
    return None


def time_control_of(document: TrfDocument) -> str:
    """The words of record 122, unless record 222 says something else."""
    words, code = document.time_text, document.time_control
    return words if not code or encoded(words) == code else code


def method_of(document: TrfDocument) -> str:
    """The rating method of record 172, if there is such a one here."""
    method = document.rating_method
    return method if method in RatingMethod.values else ""


# --- The event ----------------------------------------------------------------------------------


def _of_the_event(event: Event, document: TrfDocument, chosen: System) -> Iterator[Reason]:
    start, end = document.start_date, document.end_date
    ours = (f"{event.starts_on:%Y/%m/%d}", f"{event.ends_on:%Y/%m/%d}")
    if (start or ours[0], end or ours[1]) != ours:
        yield Reason("import.dates_stay", {"start": start or "–", "end": end or "–"})
    place = (document.city or event.city, document.federation or event.federation)
    if place != (event.city, event.federation):
        yield Reason("import.place_stays", {"place": " ".join(filter(None, place))})
    if _other_kind(document, chosen):
        values = {"text": document.type_text, "code": document.type_code}
        yield Reason("import.types_differ", values | {"system": name_of_format(chosen.format)})
    first = document.first_colour()
    if document.initial_colour and first and first is not document.initial_colour:
        yield Reason("import.colours_differ", {"colour": document.initial_colour.value.upper()})
    points = ("PTS", "MPTS", "GPTS", "PTS:GP")
    behind = tuple(code for code in document.standings if code.upper() not in points)
    if document.tie_breaks and document.standings and behind != document.tie_breaks:
        values = {"left": ",".join(document.tie_breaks), "taken": ",".join(document.standings)}
        yield Reason("import.tie_breaks_differ", values)
    if document.time_text and time_control_of(document) != document.time_text:
        values = {"left": document.time_text, "taken": document.time_control}
        yield Reason("import.time_text_left", values)
    if document.round_dates:
        yield Reason("import.days_only")
        unread = [text for text in document.round_dates if text and not day_of(text)]
        if unread:
            yield Reason("import.days_unread", {"days": ", ".join(unread[:_MOST])})
    if document.rating_method and not method_of(document):
        yield Reason("import.method_unknown", {"method": document.rating_method})
    if document.chief_arbiter or document.deputies:
        yield Reason("import.staff_stays")
    if any(EXPLAINS.match(line) for line in document.comments):
        yield Reason("import.own_lines")
    if document.rosters:
        names = "; ".join(roster.name for roster in document.rosters[:_MOST])
        yield Reason("import.rosters_left", {"teams": names})


def _other_kind(document: TrfDocument, chosen: System) -> bool:
    """Record 092 names another kind of tournament than record 192."""
    told = code_of_text(document.type_text, len(document.players), document.planned_rounds)
    if not told or any(one.code == "missing_record" and dict(one.values).get("record") == "192"
                       for one in document.adjustments):  # fmt: skip
        return False  # then 192 was taken from it
    if plays_in_teams(document):
        return "TEAM" not in told or ("SWISS" in told) != chosen.format.swiss
    if "TEAM" in told:
        return True
    meant = find(choice_of(TrfDocument(type_code=told)).system)
    ours = chosen.format
    if (meant.swiss, meant.fixed_schedule) != (ours.swiss, ours.fixed_schedule):
        return True
    # A Swiss without a name may be any of them.
    return meant.swiss and meant.key != DEFAULT and meant.summary != ours.summary


# --- Players ------------------------------------------------------------------------------------


def _of_players(event: Event, document: TrfDocument) -> Iterator[Reason]:
    if unnamed := [str(player.number) for player in document.players if not player.name]:
        yield Reason("import.unnamed", {"players": ", ".join(unnamed[:_MOST])})
    if left := [player for player in document.players if _leaves(document, player)]:
        names = "; ".join(f"{player.number} {player.name}" for player in left)
        yield Reason("import.left_event", {"players": names})
    if lost := [text for player in document.players for text in _lost(player)]:
        yield Reason("import.lost", {"values": "; ".join(lost)})
    others = {document.rating_federation, *(one.federation for one in document.national)}
    if others := others - {"", event.federation}:
        yield Reason("import.other_national_list", {"federations": ", ".join(sorted(others))})


def _leaves(document: TrfDocument, player: TrfPlayer) -> bool:
    """In a round robin nobody leaves the table: who is away loses by forfeit. Players of a team
    need not play in every round."""
    if plays_in_teams(document):
        return False
    table = find(choice_of(document).system).fixed_schedule
    return not table and has_left(player, document)


def _lost(player: TrfPlayer) -> list[str]:
    """The values in the record of a player that an entry cannot hold."""
    kept = person(player)
    return [
        f"{player.number} {getattr(player, name)}"
        for name in ("title", "sex", "federation", "fide_id", "birth_date")
        if getattr(player, name) and not kept[name]
    ]


# --- Byes ---------------------------------------------------------------------------------------


def _of_byes(document: TrfDocument) -> Iterator[Reason]:
    """Requests of records 240 that nobody keeps: of rounds that are paired, of who has left."""
    people = {player.number: player for player in document.players}
    begun = document.begun_rounds
    left: dict[str, list[str]] = defaultdict(list)
    first: dict[tuple[int, int], str] = {}
    for request in document.requested:
        for number in request.players:
            player = people.get(number)
            if player is None:
                continue
            stands = away(player, request.round)
            known = first.setdefault((request.round, number), stands or request.kind)
            gone = request.round > begun and has_left(player, document)
            past = request.round <= begun and stands != request.kind
            if gone or past or known != request.kind:
                left[f"{request.kind} {request.round}"].append(str(number))
    if left:
        told = "; ".join(f"{one}: {', '.join(numbers)}" for one, numbers in left.items())
        yield Reason("import.byes_left_out", {"byes": told})
