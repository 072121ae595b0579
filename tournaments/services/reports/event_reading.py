"""Reads and judges a report file as a whole tournament of its own; nothing is stored.

Facts that a tournament here cannot hold are refused; those only taken otherwise are named in a
sentence.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.cache import cache

from pairing.errors import PairingError
from pairing.fide2026.acceleration import baku_schedule
from pairing.formats import find, keys
from pairing.sentences import Said
from pairing.state import Board, Fact, PointSystem, RoundPairing, TournamentState
from pairing.systems import System, system
from pairing.tools.checker import check, pairs_of_file
from pairing.tools.report import Report
from pairing.tools.team_checker import options_of
from pairing.trf import TrfDocument, TrfPlayer, choice_of, plays_in_teams, team_swiss_in
from pairing.trf.history import as_counted
from tiebreaks.advice import advice, proposed, refuses
from tiebreaks.field import RatingPolicy
from tiebreaks.lots import seed_told
from tiebreaks.registry import edition_at, parse
from tiebreaks.told_edition import codes_heard
from tiebreaks.told_ratings import policy_told
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Event, Tournament
from tournaments.queries.rounds.checks import general_findings
from tournaments.services.reports.event_notes import (
    EXPLAINS,
    method_of,
    taken_otherwise,
    time_control_of,
)
from tournaments.services.reports.event_people import away
from tournaments.services.reports.files import hash_of, read_report
from tournaments.services.reports.team_reading import (
    ForeignTeams,
    broken_by_teams,
    first_colour,
    guard_acceleration,
    teams_of,
)
from tournaments.services.setup.events import fide_accepts, guard_points
from tournaments.wording.facts import fact_sentence
from tournaments.wording.reading import adjustment_sentence
from tournaments.wording.systems import name_of_format

#: types of record 192 that are not played by individuals round by round
_OTHER_TYPES = re.compile(r"TEAM|KNOCKOUT|SCHILLER|SCHEVENINGEN")
#: what was changed after round 1, in this program or in another
_CONFIGURED = re.compile(r"### ?Configuration @ Round ([1-9][0-9]?): (.+)")
_LEFT = "FIDE mode left"
#: a longer one is none of ours
SEED_DIGITS = 10
_JUDGED_FOR = 15 * 60
#: told how many rounds are judged, of how many
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round of the file, by its numbers; White first, 0 is the bye."""

    number: int
    boards: int
    open_games: int
    used: str = ""
    correct: str = ""
    problem: Said | None = None
    explained: bool = False  # a line ### of the file says exactly this
    facts: tuple[Fact, ...] = ()  # the rules that it breaks
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def broken(self) -> list[str]:
        """The rules that the round breaks, in words."""
        return [
            fact_sentence(fact, lambda tpn: self.names.get(tpn, str(tpn))) for fact in self.facts
        ]

    @property
    def agrees(self) -> bool:
        return not (self.used or self.correct or self.problem)


@dataclass(frozen=True, slots=True)
class ForeignEvent:
    document: TrfDocument  # as its results count
    source: TrfDocument  # as it was read
    values: dict[str, Any]  # of the tournament
    seed: int | None
    fide_mode: bool
    policy: RatingPolicy  # about ratings in tie-breaks, by the numbers of the file
    configured: tuple[tuple[int, str], ...]  # round and what was changed then
    last_of_first_group: int  # file number, 0 = not accelerated or not begun
    rounds: tuple[RoundSeen, ...]
    report: Report
    notes: tuple[Reason, ...]
    fingerprint: str
    teams: ForeignTeams | None = None  # of an event of teams

    @property
    def differing(self) -> tuple[RoundSeen, ...]:
        return tuple(one for one in self.rounds if not one.agrees)

    @property
    def left_fide_mode(self) -> int:
        """The round in which the event of the file left FIDE mode; 0 = it did not."""
        return next((number for number, what in self.configured if what.startswith(_LEFT)), 0)

    @property
    def full_byes(self) -> list[str]:
        """Players, or teams, with a full-point bye that was asked for."""
        if self.teams:
            return self.teams.full_byes
        return [one.name for one in self.document.players if _byes_of(self.document, one, "F")]

    @property
    def most_half_byes(self) -> int:
        if self.teams:
            return 0  # no regulation here limits those of teams
        return _most_half_byes(self.document)

    @property
    def system_name(self) -> Any:
        return name_of_format(find(self.values["system"]))

    @property
    def adjustments(self) -> list[str]:
        return [adjustment_sentence(one.code, one.values) for one in self.source.adjustments]

    @property
    def byes(self) -> int:
        if self.teams:
            return sum(len(each.byes) for each in self.teams.event.rounds)
        rounds = range(1, self.document.begun_rounds + 1)
        return sum(
            1
            for player in self.document.players
            for number in rounds
            if player.entry(number).symbol in "UFH"
        )


def read_event(event: Event, data: bytes, progress: Progress | None = None) -> ForeignEvent:
    source = read_report(data)
    document = _counted(source)
    _refuse_other_types(source, document)
    choice = choice_of(source)
    teams = teams_of(document) if plays_in_teams(source) else None
    chosen = system(teams.swiss.system if teams else choice.system)
    options = options_of(source, teams.swiss) if teams else dict(choice.options)
    tie_breaks, edition, notes = _tie_breaks(source, chosen)
    if teams:
        tie_breaks, notes = proposed(chosen.format), list(teams.notes)
    if choice.note and not teams:
        code = source.type_code
        notes.append(
            Reason(
                "import.type_taken", {"code": code, "system": name_of_format(find(choice.system))}
            )
        )
    seed = _seed(source)
    policy = policy_told(source.comments, {one.number: 0 for one in source.players})
    points = _points(source)
    values = {
        "name": _name(event, source),
        "system": chosen.key,
        "options": options,
        "total_rounds": max(source.planned_rounds, 1),
        "win_points": points.win,
        "draw_points": points.draw,
        "loss_points": points.loss,
        "bye_points": points.pairing_bye,
        "tie_breaks": tie_breaks,
        "tie_break_edition": edition,
        "time_control": time_control_of(source)[:80],
        "unrated": policy.unrated,
        "rating_of_round": policy.choice,
        "rating_round": policy.round,
        **({"unrated_rating": policy.fixed} if policy.fixed else {}),
        **({} if teams else _byes_allowed(document)),
        **({"rating_method": method} if (method := method_of(source)) else {}),
    }
    colour = source.initial_colour or (
        first_colour(teams.event) if teams else source.first_colour()
    )
    values["initial_colour"] = colour.value if colour else ""
    first_group = None if teams else _first_group(document, chosen)
    if first_group is not None or (teams and guard_acceleration(document, teams)):
        values["acceleration"] = "baku"
    trial = Tournament(event=event, seed=0, **values)
    trial.fide_mode = fide_accepts(trial)
    guard_points(trial)
    if not 1 <= trial.total_rounds <= 99:
        raise Refused("import.too_many_rounds", rounds=trial.total_rounds)
    configured = _configured(source)
    if teams and not teams.rules["edition"].startswith("fide"):
        trial.fide_mode = False
    left = any(what.startswith(_LEFT) for _number, what in configured)
    report, plain = _judged(source, data, progress)
    return ForeignEvent(
        document,
        source,
        values,
        seed,
        trial.fide_mode and not left,
        policy,
        configured,
        (first_group or 0) if document.begun_rounds else 0,
        tuple(_rounds(document, report, plain, chosen, choice.options, teams)),
        report,
        (*notes, *taken_otherwise(event, source, chosen)),
        hash_of(data),
        teams,
    )


# --- Refused ------------------------------------------------------------------------------------


def _counted(source: TrfDocument) -> TrfDocument:
    try:
        return as_counted(source)
    except PairingError as error:
        raise Refused("import.contradiction", detail=error.as_data()) from error


def _refuse_other_types(document: TrfDocument, counted: TrfDocument) -> None:
    if not document.players:
        raise Refused("import.no_players")
    of_teams = bool(document.teams and team_swiss_in(document))
    if plays_in_teams(document) and not of_teams:
        raise Refused("import.teams")
    named = [
        line.partition(":")[2].strip()
        for line in document.comments
        if line[3:].strip().startswith("System:")
    ]
    for code in (document.type_code.upper(), *named):
        if of_teams and code == document.type_code.upper():
            continue
        if _OTHER_TYPES.search(code) or (code in named and code not in keys(pairs_rounds=True)):
            raise Refused("import.other_type", type=code)
    if counted.bonuses():
        raise Refused("import.bonus")
    seen: dict[str, TrfPlayer] = {}
    for player in document.players:
        other = seen.setdefault(player.fide_id, player)
        if player.fide_id and other is not player:
            raise Refused(
                "import.same_fide_id", one=other.number, two=player.number, id=player.fide_id
            )


def _points(document: TrfDocument) -> PointSystem:
    given = document.point_system
    system = PointSystem.of_matches if given.games == 2 else PointSystem.of
    usual = system(given.win, given.draw, given.loss, pairing_bye=given.pairing_bye)
    if given != usual:
        raise Refused("import.points")
    return given


def _first_group(document: TrfDocument, chosen: System) -> int | None:
    """The last player of the first group of C.04.7, by number; None = not accelerated."""
    virtual = document.virtual_points() or document.baku_points()
    if not virtual:
        return None
    given = TournamentState((), (), document.planned_rounds, document.point_system)
    try:
        schedule = list(baku_schedule(given))
    except PairingError as error:  # not with these points
        raise Refused("import.acceleration") from error
    numbers = [player.number for player in document.players]
    first = sorted(numbers, key=lambda number: document.tpns[number])[: len(virtual)]
    same = all(row[: len(schedule)] == schedule[: len(row)] for row in virtual.values())
    if not same or set(first) != set(virtual) or not chosen.format.accelerates:
        raise Refused("import.acceleration")
    return first[-1]


# --- Taken as it is, or otherwise ---------------------------------------------------------------


def _name(event: Event, document: TrfDocument) -> str:
    name = " ".join(document.name.split())
    return name.removeprefix(f"{event.name} · ")[:80]


def _seed(document: TrfDocument) -> int | None:
    """Lots that the file says it has drawn are drawn the same again."""
    told = seed_told(document.comments)
    return int(told) if told and len(told) <= SEED_DIGITS else None


def _configured(document: TrfDocument) -> tuple[tuple[int, str], ...]:
    """The changes of the settings that the file tells of: they are told on."""
    found = (_CONFIGURED.fullmatch(line) for line in document.comments)
    return tuple((int(match[1]), match[2].strip()) for match in found if match)


def _byes_of(document: TrfDocument, player: TrfPlayer, kind: str) -> list[int]:
    rounds = range(1, max(document.begun_rounds, len(player.rounds)) + 1)
    return [number for number in rounds if away(player, number) == kind]


def _most_half_byes(document: TrfDocument) -> int:
    return max((len(_byes_of(document, one, "H")) for one in document.players), default=0)


def _byes_allowed(document: TrfDocument) -> dict[str, int]:
    """No record says what the regulations allowed: what the file gave, and a first one to each."""
    last = max(
        (number for one in document.players for number in _byes_of(document, one, "H")), default=0
    )
    allowed = {"half_byes_allowed": max(_most_half_byes(document), 1)}
    if last > document.planned_rounds - 2:
        allowed["no_byes_in_last"] = max(document.planned_rounds - last, 0)
    return allowed


def _tie_breaks(document: TrfDocument, chosen: System) -> tuple[list[str], str, list[Reason]]:
    listed = list(document.standings or document.tie_breaks)
    if listed and listed[0].upper() in ("PTS", "PTS:GP", "GPTS"):
        del listed[0]
    elif not listed:
        codes = proposed(chosen.format)
        note = Reason("import.tie_breaks_assumed", {"codes": " ".join(codes)})
        return codes, edition_at(document.start_date), [note]
    listed, edition = codes_heard(listed, document.start_date)
    codes = [code for code in listed if len(code) <= 24 and _known(code, edition)]
    facts = advice(codes, chosen.format.family, document.planned_rounds, edition=edition)
    refused = {str(fact.values[0][1]) for fact in facts if refuses(fact)}
    codes = [code for code in codes if code not in refused]
    left = [code for code in listed if code not in codes]
    notes = [Reason("import.tie_breaks_left_out", {"codes": " ".join(left)})] if left else []
    return codes, edition, notes


def _known(code: str, edition: str) -> bool:
    try:
        parse(code, edition=edition)
    except PairingError:
        return False
    return True


# --- The checker's verdict ----------------------------------------------------------------------


def _judged(document: TrfDocument, data: bytes, progress: Progress | None) -> tuple[Report, Report]:
    """By all that the file says, and without what it says of changes since a round was paired:
    those changes are the record itself here."""
    key = f"judged:{hashlib.sha256(data).hexdigest()}"
    found: tuple[Report, Report] | None = cache.get(key)
    if found is None:
        bare = replace(
            document,
            comments=tuple(line for line in document.comments if not EXPLAINS.match(line)),
        )
        twice = bare.comments != document.comments
        rounds = document.begun_rounds * (2 if twice else 1)

        def judged(number: int) -> None:
            if progress:
                progress(number, rounds)

        try:
            report = check(document, heard=judged)
            found = report, report
            if twice:
                found = report, check(bare, heard=lambda one: judged(one + rounds // 2))
        except PairingError as error:
            raise Refused("import.contradiction", detail=error.as_data()) from error
        cache.set(key, found, _JUDGED_FOR)
    return found


def _rounds(
    document: TrfDocument,
    report: Report,
    plain: Report,
    chosen: System,
    options: Any,
    teams: ForeignTeams | None,
) -> list[RoundSeen]:
    agreed = {one.number for one in report.rounds if one.agrees}
    names = {document.tpns[one.number]: f"{one.number} {one.name}" for one in document.players}
    if teams:
        names = teams.names
    rounds = []
    for one in plain.rounds:
        number = one.number
        games = list(document.games(number))
        seen = RoundSeen(
            number, len(games), sum(1 for game in games if not game[2] or "?" in game[2])
        )
        if not one.agrees:
            seen = replace(
                seen,
                used=_listed(one.found),
                correct=_listed(one.expected),
                problem=one.problem,
                explained=number in agreed,
                facts=broken_by_teams(document, teams, number)
                if teams
                else _broken(document, number, chosen, options),
                names=names,
            )
        rounds.append(seen)
    return rounds


def _listed(pairs: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{white}-{black}" for white, black in pairs)


def _broken(document: TrfDocument, number: int, chosen: System, options: Any) -> tuple[Fact, ...]:
    """The rules that the round breaks."""
    tpns = document.tpns
    pairs = pairs_of_file(document, number)
    free = [tpns[white] for white, black in pairs if not black]
    given = RoundPairing(
        number,
        tuple(Board(tpns[white], tpns[black]) for white, black in pairs if black),
        free[0] if free else None,
    )
    try:
        state = document.state(number - 1, options=options)
        if chosen.format.fixed_schedule:
            state = replace(state, byes=())
        return tuple(
            chosen.violations(state, given)
            if chosen.violations
            else general_findings(state, given, chosen)
        )
    except PairingError:
        return ()
