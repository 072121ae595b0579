"""Judges of the state after each act of an arbiter, whatever the act was.

The scores are counted here anew from the rows, in a few lines of their own: the judge shares
nothing with the judged.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, Max
from django.utils import translation

from federation.queries.live import leader_now, leader_of
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.models import (
    ByeRequest,
    Entry,
    ForbiddenPairing,
    LogEntry,
    Match,
    Pairing,
    PairingSession,
    Round,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.queries.standings.table import last_public_round, standings_table
from tournaments.queries.teams.standings import team_table
from tournaments.wording import SENTENCES, sentence

PUBLIC = (Round.Status.PUBLISHED, Round.Status.FINISHED)
UNPAIRED = (Round.Status.PLANNED, Round.Status.PAIRING)

Rows = dict[int, dict[str, Any]]

#: of a row: a page that shows it must find out that it is another one now
_ROW = ("round__number", "board", "white_id", "black_id", "bye", "result", "version")
#: of a row, but no page has it in its hands when it is sent back
_BESIDE = (
    "reported_result",
    "by_hand",
    "empty_chairs",
    "entered_at",
    "checked_at",
    "read_differently",
)
_ENTRY = (
    "name",
    "rating",
    "status",
    "first_round",
    "withdrawn_after",
    "fixed_board",
    "bye_entitled",
    "version",
)
_TOURNAMENT = (
    "name",
    "total_rounds",
    "tie_breaks",
    "fide_mode",
    "late_entries_until",
    "checkin_closed_at",
    "finished_at",
    "initial_colour",
    "bye_points",
)


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that an act could change."""

    seats: Rows
    entries: Rows
    numbers: dict[int, int | None]
    byes: frozenset[tuple[int, int, str]]
    rounds: dict[int, tuple[str, bool, bool]]
    rules: Rows
    teams: Rows
    matches: Rows
    open_sessions: frozenset[int]
    tournament: dict[str, Any]
    revision: int
    log: tuple[int, int]

    @property
    def facts(self) -> tuple:
        """All but the counters."""
        return (
            self.seats,
            self.entries,
            self.numbers,
            self.byes,
            self.rounds,
            self.rules,
            self.teams,
            self.matches,
            self.open_sessions,
            self.tournament,
        )

    @property
    def public(self) -> tuple:
        """The part that strangers see."""
        out = {number for number, (status, *_more) in self.rounds.items() if status in PUBLIC}
        shown = ("round__number", "board", "white_id", "black_id", "bye", "result")
        return (
            {
                pk: [row[name] for name in shown]
                for pk, row in self.seats.items()
                if row["round__number"] in out
            },
            {
                pk: [row[name] for name in ("name", "rating", "status", "withdrawn_after")]
                for pk, row in self.entries.items()
            },
            self.numbers,
            {
                number: (status if number in out else "", revised)
                for number, (status, revised, _imported) in self.rounds.items()
            },
            {
                name: value
                for name, value in self.tournament.items()
                if name not in ("checkin_closed_at", "initial_colour")
            },
        )

    @property
    def outcome(self) -> tuple:
        """The part that an act and its way back leave as it was: who met whom with which result."""
        names = ("round__number", "board", "white_id", "black_id", "bye", "result")
        names = (*names, "reported_result")
        return (
            sorted(([row[name] for name in names] for row in self.seats.values()), key=str),
            self.numbers,
            {number: status for number, (status, *_more) in self.rounds.items()},
            sorted(self.rules),
            self.teams,
            self.matches,
        )


def _rows(found: Any, *names: str) -> Rows:
    return {row.pop("pk"): row for row in found.values("pk", *names)}


def picture(tournament: Tournament) -> Picture:
    tournament.refresh_from_db()
    rounds = tournament.rounds.exclude(status__in=UNPAIRED)
    log = LogEntry.objects.filter(tournament=tournament)
    found = log.aggregate(lines=Count("pk"), last=Max("pk"))
    return Picture(
        _rows(Pairing.objects.filter(round__tournament=tournament), *_ROW, *_BESIDE),
        _rows(tournament.entries, *_ENTRY),
        dict(tournament.entries.values_list("pk", "tpn")),
        frozenset(
            ByeRequest.objects.filter(entry__tournament=tournament).values_list(
                "entry_id", "round_number", "kind"
            )
        ),
        {
            number: (status, revised, imported)
            for number, status, revised, imported in rounds.values_list(
                "number", "status", "under_revision", "imported"
            )
        },
        _rows(
            ForbiddenPairing.objects.filter(tournament=tournament),
            "sharing",
            "value",
            "first_round",
            "last_round",
        ),
        _rows(Team.objects.filter(tournament=tournament), "name", "number", "withdrawn_after"),
        _rows(
            Match.objects.filter(round__tournament=tournament),
            "round__number",
            "first_id",
            "second_id",
            "forfeit",
        ),
        frozenset(
            PairingSession.objects.filter(round__tournament=tournament, outcome="").values_list(
                "round__number", flat=True
            )
        ),
        {name: getattr(tournament, name) for name in _TOURNAMENT},
        tournament.revision,
        (found["lines"], found["last"]),
    )


# --- Words ----------------------------------------------------------------------------------------


def worded(code: str, values: dict[str, Any]) -> None:
    """A sentence in both languages, with everything filled in."""
    assert code in SENTENCES, f"no sentence for {code}"
    for language in ("en", "tr"):
        with translation.override(language):
            text = sentence(code, values)
        assert text.strip() and text != code, code
        for left in ("%(", "None", "{", "<"):
            assert left not in text, f"{code}: {text}"


def ask(service: Callable[..., Any], given: dict[str, Any], unchanged: Callable[[], None]) -> Any:
    """Call a service as a page does: read each question, see that nothing has happened, say yes.
    With the last yes the act goes through."""
    token = ""
    for step in (1, 2, 3):
        try:
            return service(**given, **({"confirmed": token} if token else {}))
        except NeedsConfirmation as question:
            assert question.step == step <= (2 if question.level >= 4 else 1), question
            assert question.reasons
            worded(f"confirm.{question.act}", {})
            for reason in question.reasons:
                worded(reason.code, reason.values)
            unchanged()
            token = question.token
        except Refused as error:
            # Only the engine may find out after the yes that there is no pairing.
            assert not token or error.code == "pairing.impossible", f"after a yes: {error}"
            raise
    raise AssertionError("asked for ever")


# --- After each act -------------------------------------------------------------------------------


def judge_change(
    before: Picture, after: Picture, rounds: Collection[int], seats: Collection[int], silent: bool
) -> None:
    """Only what the act is about has changed; every change is counted, and told."""
    for pk in before.seats.keys() | after.seats.keys():
        old, new = before.seats.get(pk), after.seats.get(pk)
        if old == new:
            continue
        number = (old or new)["round__number"]
        assert number in rounds or pk in seats, f"round {number}: {old} became {new}"
        if old and new and any(old[name] != new[name] for name in _ROW):
            assert new["version"] > old["version"], f"{old} became {new}"
    for pk, old in before.entries.items():
        new = after.entries.get(pk)
        if new and new != old:
            assert new["version"] > old["version"], f"{old} became {new}"
    assert after.revision >= before.revision
    if before.public != after.public:
        assert after.revision > before.revision, "a visible change without a new revision"
    lines, last = before.log
    assert after.log[0] >= lines and (after.log[1] or 0) >= (last or 0)
    if before.facts != after.facts and not silent:
        assert after.log[0] > lines, "a change without a line in the history"


def judge_log(tournament: Tournament, since: int) -> None:
    """Every line can be read."""
    for line in LogEntry.objects.filter(tournament=tournament, pk__gt=since):
        assert f"act.{line.act}" in SENTENCES, line.act


def judge_state(tournament: Tournament, now: Picture) -> None:
    connection.check_constraints()
    seats: dict[int, list[int]] = {}
    for row in now.seats.values():
        players = [pk for pk in (row["white_id"], row["black_id"]) if pk]
        seats.setdefault(row["round__number"], []).extend(players)
    for number, seated in seats.items():
        assert number in now.rounds, f"round {number} is not paired and has boards"
        assert len(seated) == len(set(seated)), f"somebody sits twice in round {number}"
    for number, (status, *_more) in now.rounds.items():
        rows = [row for row in now.seats.values() if row["round__number"] == number]
        if status == Round.Status.FINISHED:
            assert all(row["result"] for row in rows if row["black_id"]), f"round {number} is over"
    out = sorted(n for n, (status, *_more) in now.rounds.items() if status in PUBLIC)
    assert out == list(range(1, len(out) + 1)), "a round is out before the one before it"
    numbers = sorted(n for n in now.numbers.values() if n)
    assert numbers == list(range(1, len(numbers) + 1)), numbers
    for number in out[:-1]:
        open_ = [
            row
            for row in now.seats.values()
            if row["round__number"] == number and row["black_id"] and not row["result"]
        ]
        assert not open_, f"round {number} has lost a result: {open_}"
    if tournament.format.pairs_teams:
        judge_teams(tournament, now)
    else:
        judge_standings(tournament, now)


WON, DRAWN, BYES = "1W+", "=D", {"F": 10, "H": 5, "Z": 0}


def points(tournament: Tournament, now: Picture, after: int) -> dict[int, int]:
    """Everybody's score in tenths."""
    scores = dict.fromkeys(now.entries, 0)
    for row in now.seats.values():
        if row["round__number"] > after:
            continue
        if row["bye"]:
            scores[row["white_id"]] += {"U": tournament.bye_points, **BYES}[row["bye"]]
        for player, mark in zip((row["white_id"], row["black_id"]), row["result"], strict=False):
            scores[player] += 10 if mark in WON else 5 if mark in DRAWN else 0
    return scores


def judge_standings(tournament: Tournament, now: Picture) -> None:
    latest = last_public_round(tournament)
    scores = points(tournament, now, latest)
    table = standings_table(tournament, latest)
    shown = {row.entry.pk: row.score for row in table.rows}
    there = {
        pk
        for pk, row in now.entries.items()
        if row["status"] != Entry.Status.EXPELLED and now.numbers[pk]
    }
    wanted = {pk: scores[pk] for pk in there}
    assert shown == wanted, (shown, wanted)
    order = [row.score for row in table.rows]
    assert order == sorted(order, reverse=True)
    judge_leader(tournament)


def judge_leader(tournament: Tournament) -> None:
    """The home page shows the one kept while results come in, and it is the one of now."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert leader_of(tournament) == leader_now(tournament)


def judge_teams(tournament: Tournament, now: Picture) -> None:
    """The board points are those of the boards, while every match was played on boards."""
    if any(row["forfeit"] for row in now.matches.values()):
        return
    if any(row["withdrawn_after"] is not None for row in now.teams.values()):
        return
    if any(row["number"] is None for row in now.teams.values()):
        return  # not drawn
    latest = last_public_round(tournament)
    rows = [row for row in now.seats.values() if row["round__number"] <= latest]
    if any(row["black_id"] and row["result"] in ("", "??") for row in rows):
        return  # a match gives its points when it is over
    scores = points(tournament, now, latest)
    team_of = dict(
        TeamMember.objects.filter(team__tournament=tournament).values_list("entry_id", "team_id")
    )
    sums = dict.fromkeys(now.teams, 0)
    for entry, score in scores.items():
        sums[team_of[entry]] += score
    shown = {row.entry.pk: row.board_points for row in team_table(tournament, latest).rows}
    assert shown == sums, (shown, sums)
    judge_leader(tournament)


def judge_draft(tournament: Tournament, now: Picture, number: int) -> None:
    """A round that the program has just paired: everybody who plays is in it, nobody else, and
    nobody meets a player whom they have met, or must not meet."""
    rows = [row for row in now.seats.values() if row["round__number"] == number]
    seated = {pk for row in rows for pk in (row["white_id"], row["black_id"]) if pk}
    asked = {pk: kind for pk, round_, kind in now.byes if round_ == number}
    for pk, entry in now.entries.items():
        gone = entry["status"] in (Entry.Status.WITHDRAWN, Entry.Status.EXPELLED)
        later = entry["first_round"] > number
        assert (pk in seated) is not (gone or (later and pk not in seated)), entry
        bye = next((row["bye"] for row in rows if row["white_id"] == pk and row["bye"]), "")
        if gone or later:
            continue
        absent = "Z" if entry["status"] == Entry.Status.ABSENT else ""
        wanted = asked.get(pk, absent)
        assert bye in ((wanted,) if wanted else ("", "U")), (entry, bye, wanted)
    assert sum(row["bye"] == "U" for row in rows) <= 1
    met = {
        frozenset((row["white_id"], row["black_id"]))
        for row in now.seats.values()
        if row["black_id"] and row["round__number"] < number and row["result"][0] not in "+-"
    }
    had = {
        row["white_id"]
        for row in now.seats.values()
        if row["bye"] in ("U", "F") and row["round__number"] < number
    }
    for row in rows:
        pair = frozenset((row["white_id"], row["black_id"]))
        assert not row["black_id"] or pair not in met, f"they meet again: {row}"
        assert row["bye"] != "U" or row["white_id"] not in had, f"a second bye: {row}"
    for rule in ForbiddenPairing.objects.filter(tournament=tournament, sharing=""):
        if rule.first_round <= number and (not rule.last_round or number <= rule.last_round):
            group = set(rule.entries.values_list("pk", flat=True))
            for row in rows:
                both = {row["white_id"], row["black_id"]} <= group
                assert not (row["black_id"] and both), f"forbidden: {row}"
