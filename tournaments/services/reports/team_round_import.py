"""A round of a Swiss of teams paired elsewhere, taken over from a report: its matches and bye, who
sat where, and the results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils import timezone

from pairing.errors import PairingError
from pairing.results import ByeKind
from pairing.state import Board, Bye, RoundPairing
from pairing.systems import system
from pairing.tools.team_checker import without_blanks
from pairing.trf import TrfDocument
from tiebreaks.teams import Match as FileMatch
from tiebreaks.teams import Team as FileTeam
from tiebreaks.teams import TeamBook, TeamEvent, TeamRound, team_event_of
from tournaments.core.text import fold
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import guard_previous, guard_session, round_of_plan
from tournaments.models import (
    Entry,
    Irregular,
    LineUp,
    LineUpSeat,
    Match,
    Pairing,
    Round,
    RoundBye,
    Team,
    TeamMember,
    Tournament,
    User,
)
from tournaments.queries.rounds.boards import boards_as_data
from tournaments.queries.teams.lineups import boards_fingerprint
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.swiss import TeamSnapshot, team_snapshot, trace_as_data
from tournaments.services.entries.forbidden import fix_members
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.reports.files import hash_of, known_players, read_report
from tournaments.services.reports.team_reading import first_colour, forfeit_of, seats_of
from tournaments.services.teams.lineups import check_line_up
from tournaments.services.teams.match_numbers import numbers_of
from tournaments.wording.facts import fact_sentence
from tournaments.wording.reading import adjustment_sentence

Pairs = set[tuple[int, int]]
#: as long as a name is in record 310
_LETTERS = 32


@dataclass(frozen=True, slots=True)
class ForeignBoard:
    """A board of a match. Nobody opposite: `black` is None, and the point is given."""

    number: int
    white: Entry
    black: Entry | None
    code: str


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    first: Team
    second: Team
    forfeit: str
    boards: tuple[ForeignBoard, ...]
    #: of both teams: board → player
    seats: tuple[Mapping[int, Entry], Mapping[int, Entry]]


@dataclass(frozen=True, slots=True)
class ForeignMatches:
    """A round of a file, by the teams of this tournament."""

    number: int
    matches: tuple[ForeignMatch, ...]
    byes: tuple[tuple[Team, str], ...]
    unknown: tuple[str, ...]  # teams and players of the file whom nobody here matches
    adjustments: tuple[str, ...]  # what the reader assumed
    only_here: tuple[tuple[str, str], ...]  # matches that the program would not make
    only_engine: tuple[tuple[str, str], ...]
    broken: tuple[str, ...]  # rules broken, in words
    #: the same differences by team, for the log; 0 is the bye
    seats: tuple[tuple[int, int], ...]
    seats_by_rule: tuple[tuple[int, int], ...]
    before: TeamSnapshot
    #: the round as this program pairs it
    paired: RoundPairing | None

    @property
    def same_as_engine(self) -> bool:
        return not (self.seats or self.seats_by_rule)


def read_matches(tournament: Tournament, number: int, data: bytes) -> ForeignMatches:
    """The matches as the file has them, held against the rules and the program's own pairing."""
    if not tournament.format.swiss:
        raise Refused("matches.not_a_swiss")
    document = read_report(data)
    event, each = _round_in(document, number)
    boards = rules_of(tournament).boards
    if event.boards != boards:
        raise Refused("import.other_boards", boards=event.boards, here=boards)
    people, unknown = known_players(tournament, document, number)
    teams, missing = _known_teams(tournament, document, event, people)
    reader = _Reader(document, event, number, people, teams)
    found = [reader.match(one) for one in each.matches if {one.first, one.second} <= set(teams)]
    byes = tuple((teams[bye.team], bye.kind.value) for bye in each.byes if bye.team in teams)
    before = _with_byes(team_snapshot(tournament, before_round=number), byes)
    drawn = document.initial_colour or first_colour(event)
    if number == 1 and before.state.initial_colour is None:  # the lot was drawn elsewhere
        before = replace(before, state=replace(before.state, initial_colour=drawn))
    given = RoundPairing(
        number,
        tuple(Board(one.first.number or 0, one.second.number or 0) for one in found),
        next((team.number for team, kind in byes if kind == ByeKind.PAIRING_ALLOCATED), None),
    )
    paired, broken = _judged(tournament, before, given)
    own, rule = _pairs(given), _pairs(paired) if paired else _pairs(given)
    only_here, only_engine = sorted(own - rule), sorted(rule - own)

    def named(pairs: list[tuple[int, int]]) -> tuple[tuple[str, str], ...]:
        return tuple((_name(before, one), _name(before, two)) for one, two in pairs)

    def by_team(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple((before.teams[a].pk, before.teams[b].pk if b else 0) for a, b in pairs)

    return ForeignMatches(
        number,
        tuple(found),
        byes,
        (*missing, *unknown, *reader.strangers),
        tuple(adjustment_sentence(one.code, one.values) for one in document.adjustments),
        named(only_here),
        named(only_engine),
        (*broken, *_line_ups_judged(tournament, found)),
        by_team(only_here),
        by_team(only_engine),
        before,
        paired,
    )


def _round_in(document: TrfDocument, number: int) -> tuple[TeamEvent, TeamRound]:
    if not (document.teams or document.rosters):
        raise Refused("import.no_teams")
    try:
        event = team_event_of(without_blanks(document))
        TeamBook(event, len(event.rounds))
    except PairingError as error:
        raise Refused("import.contradiction", detail=error.as_data()) from error
    each = next((one for one in event.rounds if one.number == number and one.matches), None)
    if each is None:
        raise Refused("import.no_such_round", round=number, last=document.begun_rounds)
    return event, each


def _known_teams(
    tournament: Tournament, document: TrfDocument, event: TeamEvent, people: Mapping[int, Entry]
) -> tuple[dict[int, Team], tuple[str, ...]]:
    """Teams of the file by name, one of several by number; else by the players in its list."""
    own = list(tournament.teams.numbered())
    by_name: dict[str, list[Team]] = {}
    for team in own:
        by_name.setdefault(fold(team.name)[:_LETTERS], []).append(team)
    members = TeamMember.objects.filter(team__tournament=tournament)
    team_of = dict(members.values_list("entry_id", "team_id"))
    by_pk = {team.pk: team for team in own}
    found: dict[int, Team] = {}
    missing = []
    for one in event.teams:
        same = by_name.get(fold(one.name)[:_LETTERS], [])
        numbered = [team for team in same if team.number == one.number]
        known: Team | None = next(iter(numbered or same[:1]), None)
        known = known or _by_players(one, document, people, team_of, by_pk)
        if known is not None and known not in found.values():
            found[one.number] = known
        elif _plays(event, one.number):
            missing.append(f"{one.number} {one.name}")
    return found, tuple(missing)


def _by_players(
    one: FileTeam,
    document: TrfDocument,
    people: Mapping[int, Entry],
    team_of: Mapping[int, int],
    by_pk: Mapping[int, Team],
) -> Team | None:
    known = [people[number] for tpn in one.players if (number := document.number(tpn)) in people]
    teams = {team_of.get(entry.pk) for entry in known}
    return by_pk.get(teams.pop() or 0) if len(teams) == 1 else None


def _plays(event: TeamEvent, team: int) -> bool:
    last = event.rounds[-1]
    return any(team in (one.first, one.second) for one in last.matches)


class _Reader:
    """Matches of the file by the teams and players of this tournament."""

    def __init__(
        self,
        document: TrfDocument,
        event: TeamEvent,
        number: int,
        people: Mapping[int, Entry],
        teams: Mapping[int, Team],
    ) -> None:
        self.document, self.people, self.teams = document, people, teams
        games = document.games(number)
        self.games = {frozenset(game[:2]): game for game in games}
        self.lists = {
            team.pk: {member.entry_id for member in team.members.all()} for team in teams.values()
        }
        #: players who are in the list of another team here, or of none
        self.strangers: list[str] = []

    def match(self, found: FileMatch) -> ForeignMatch:
        first, second = self.teams[found.first], self.teams[found.second]
        seats = (
            self._seats(first, seats_of(found, first=True)),
            self._seats(second, seats_of(found, first=False)),
        )
        boards = []
        number = self.document.number
        for game in found.boards:
            one, other = game.first_player, game.second_player
            if one and other:
                white, black, code = self.games[frozenset((number(one), number(other)))]
                if white in self.people and black in self.people:
                    pair = self.people[white], self.people[black]
                    boards.append(ForeignBoard(game.board, *pair, code.strip("?")))
            elif alone := self.people.get(number(one or other)):
                boards.append(ForeignBoard(game.board, alone, None, ""))
        return ForeignMatch(first, second, forfeit_of(found), tuple(boards), seats)

    def _seats(self, team: Team, seats: Mapping[int, int]) -> dict[int, Entry]:
        found = {}
        for board, tpn in seats.items():
            entry = self.people.get(self.document.number(tpn))
            if entry is None:
                continue  # named among those who are not known here
            if entry.pk not in self.lists[team.pk]:
                self.strangers.append(f"{entry.name} ({team.name})")
            found[board] = entry
        return found


def _with_byes(before: TeamSnapshot, byes: tuple[tuple[Team, str], ...]) -> TeamSnapshot:
    """The event with the byes that the file knows: judged by the teams that were to be paired."""
    asked = {
        team.number or 0: ByeKind(kind) for team, kind in byes if kind != ByeKind.PAIRING_ALLOCATED
    }
    away = [bye for bye in before.state.byes if bye.player not in asked]
    away += [Bye(number, kind) for number, kind in sorted(asked.items())]
    return replace(before, state=replace(before.state, byes=tuple(away)))


def _judged(
    tournament: Tournament, before: TeamSnapshot, given: RoundPairing
) -> tuple[RoundPairing | None, tuple[str, ...]]:
    """The program's own pairing, and the rules that the one of the file breaks."""
    chosen = system(tournament.system)
    assert chosen.violations is not None
    try:
        facts = chosen.violations(before.state, given)
    except PairingError as error:
        facts = getattr(error, "reasons", ())
    broken = tuple(fact_sentence(fact, lambda number: _name(before, number)) for fact in facts)
    try:
        return chosen.pair(before.state), broken
    except PairingError:
        return None, broken


def _line_ups_judged(tournament: Tournament, matches: list[ForeignMatch]) -> list[str]:
    """The objections of the rules for line-ups, in words."""
    rules, found = rules_of(tournament), []
    for match in matches:
        for team, seats in zip((match.first, match.second), match.seats, strict=True):
            if not seats:
                continue
            members = list(team.members.select_related("entry"))
            sitting = {board: entry.pk for board, entry in seats.items()}
            try:
                check_line_up(members, sitting, rules, by_arbiter=True)
            except Refused as refused:
                if refused.code != "lineup.not_in_the_team":  # named among the unknown
                    found.append(f"{team.name}: {refused}")
    return found


def _pairs(paired: RoundPairing) -> Pairs:
    """By number, White on board 1 first; the bye as 0."""
    pairs = {(board.white, board.black) for board in paired.boards}
    return pairs | ({(paired.bye, 0)} if paired.bye is not None else set())


def _name(before: TeamSnapshot, number: int) -> str:
    return f"{number} {before.teams[number].name}" if number in before.teams else "–"


# --- Take over ------------------------------------------------------------------------------------


def import_matches(
    *, tournament: Tournament, number: int, data: bytes, by: User | None, confirmed: str = ""
) -> Round:
    """Take matches, line-ups, boards and results over as a draft."""
    with act("round.imported", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = round_of_plan(tournament, number)
        round_.tournament = tournament
        if round_.status not in (Round.Status.PLANNED, Round.Status.DRAFT):
            raise Refused("pairing.already_published", round=number)
        if not tournament.teams.numbered().exists():
            raise Refused("teams.not_drawn", round=number)
        guard_session(round_)
        guard_previous(tournament, round_)
        assign_numbers(tournament)
        fix_members(tournament, number)
        foreign = read_matches(tournament, number, data)
        if foreign.unknown:
            raise Refused("import.unknown_players", players="; ".join(foreign.unknown[:8]))
        reasons = [Reason("import.breaks", {"text": text}) for text in foreign.broken[:12]]
        if not foreign.same_as_engine:
            reasons.append(Reason("import.differs", {"count": len(foreign.only_here)}))
        if round_.matches.exists():
            reasons.append(Reason("matches.again_effect", {"round": number}))
        reasons.append(Reason("import.line", {"round": number}))
        done.require("round.import", level=3, reasons=reasons, subject=f"{number}:{hash_of(data)}")
        old = boards_as_data(round_)
        _store(done, round_, foreign)
        done.record(
            round_,
            label="as the program pairs" if foreign.same_as_engine else "differs from the program",
            before={"boards": old, "seats": [list(pair) for pair in foreign.seats_by_rule]},
            after={
                "boards": boards_as_data(round_),
                "seats": [list(pair) for pair in foreign.seats],
            },
            irregular=Irregular.IMPORT,
        )
        return round_


def _store(done: Act[Tournament], round_: Round, foreign: ForeignMatches) -> None:
    tournament, now = done.tournament, timezone.now()
    round_.pairings.all().delete()
    round_.matches.all().delete()
    round_.line_ups.all().delete()
    round_.team_byes.all().delete()
    boards = rules_of(tournament).boards
    ordered = _in_order(foreign)
    rows: list[Pairing] = []
    for number, one in zip(
        numbers_of([(each.first, each.second) for each in ordered]), ordered, strict=True
    ):
        match = Match.objects.create(
            round=round_,
            number=number,
            first=one.first,
            second=one.second,
            meeting=round_.number,
            forfeit=one.forfeit,
        )
        for board in one.boards:
            row = Pairing(round=round_, match=match, white=board.white)
            if board.black is None:
                row.bye = ByeKind.FULL_POINT.value
            else:
                row.board, row.black = (number - 1) * boards + board.number, board.black
                row.result = board.code
                row.entered_by, row.entered_at = (done.by, now) if board.code else (None, None)
            rows.append(row)
        for team, seats in zip((one.first, one.second), one.seats, strict=True):
            _line_up(round_, team, seats)
    Pairing.objects.bulk_create(rows)
    RoundBye.objects.bulk_create(
        RoundBye(round=round_, team=team, kind=kind) for team, kind in foreign.byes
    )
    tournament.schedule_public = False
    colour = foreign.before.state.initial_colour
    tournament.initial_colour = colour.value if colour else tournament.initial_colour
    done.save("schedule_public", "initial_colour")
    round_.status, round_.imported, round_.paired_at = Round.Status.DRAFT, True, now
    round_.trace = {
        "fingerprint": boards_fingerprint(tournament, round_),
        "numbers": {},
        "boards": [],
        "bye": None,
        "trace": None,
        "matches": trace_as_data(foreign.before, foreign.paired) if foreign.paired else {},
    }
    round_.save(update_fields=["status", "imported", "paired_at", "trace"])


def _in_order(foreign: ForeignMatches) -> list[ForeignMatch]:
    """The matches as this program orders them; others behind them, by their teams."""
    boards = foreign.paired.boards if foreign.paired else ()
    places = {frozenset((board.white, board.black)): at for at, board in enumerate(boards)}

    def place(one: ForeignMatch) -> tuple[int, list[int]]:
        pair = [one.first.number or 0, one.second.number or 0]
        return places.get(frozenset(pair), len(places)), sorted(pair)

    return sorted(foreign.matches, key=place)


def _line_up(round_: Round, team: Team, seats: Mapping[int, Entry]) -> None:
    if not seats:
        return
    made = LineUp.objects.create(round=round_, team=team)
    LineUpSeat.objects.bulk_create(
        LineUpSeat(line_up=made, board=board, entry=entry) for board, entry in sorted(seats.items())
    )
