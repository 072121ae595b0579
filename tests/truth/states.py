"""Events on their way through every state in which a page or a paper may be looked at.

Each is a sequence of steps: something is done, then its name is given, and the walk looks.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.core.cache import cache
from django.db.models import F

from tests import factories
from tests.tournaments import knockout_events
from tests.tournaments.team_events import team_event
from tournaments.kernel import jobs
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout, Pairing
from tournaments.queries.knockout.course import course_of
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.listing import enter_players
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.knockout import planning
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.results.correcting import correct_result
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.pairing import pair_round, release_round, request_pairing
from tournaments.services.rounds.publication import finish_round, publish_round, unpublish_round
from tournaments.services.rounds.schedule import show_schedule
from tournaments.services.setup.copying import set_schedule
from tournaments.services.setup.prizes import PrizeRow, set_prizes
from tournaments.services.teams.leaving import withdraw_team
from tournaments.web.pages import TRUST_SECONDS

Steps = Iterator[str]

#: names that are long, and of several scripts; birth years of children among them
PEOPLE = (
    ("Müftüoğlu-Karaosmanoğlu, Muhammed Abdülkerim", "GM", "1970"),  # 45 letters with the comma
    ("Çankaya, Şükrü Ğöksel", "IM", "1985"),
    ("Παπαδόπουλος, Αλέξανδρος", "", "1990"),
    ("Ковалёв, Дмитрий", "FM", "2012"),
    ("კაპანაძე, გიორგი", "", "1999"),
    ("Բաղդասարյան, Արման", "WIM", "2014"),
    ("=HYPERLINK, Evil", "", ""),
    ("O'Neill-Łukasiewicz, Zoë", "WFM", "2001"),
    ("Öztürk, Işıl", "", "2010"),
    ("van der Berg, Jan", "CM", "1960"),
    ("Uzun, Ali", "", "1970-05-04"),
)
CLUBS = ("Ankara Satranç Kulübü", "İzmir SK & Dostları", "", 'Çankaya "Yıldız" SK')


def people(count: int) -> list[dict[str, Any]]:
    rows = []
    for place in range(count):
        name, title, born = PEOPLE[place] if place < len(PEOPLE) else (f"Player {place:03}", "", "")
        rows.append(
            {
                "name": name,
                "title": title,
                "birth_date": born,
                "fide_rating": 0 if place % 11 == 9 else max(2480 - 17 * place, 1400 + place % 400),
                "federation": ("TUR", "GEO", "GRE", "")[place % 4],
                "club": CLUBS[place % 4],
                "fide_id": str(14_100_000 + place) if place % 3 else "",
            }
        )
    return rows


def individual(system: str, players: int = 9, **values: Any) -> Any:
    made = factories.tournament(0, system=system, **({"total_rounds": 5} | values))
    enter_players(tournament=made, by=factories.chief_of(made), rows=people(players))
    abroad(made, "America/New_York")
    return made


#: results of a round, board after board: everything that can be entered
PARTLY = ("10", "", "==", "??", "+-")
COMPLETE = ("01", "==", "-+", "=0", "--", "WL", "00")
CODES = ("10", "01", "==", "DD", "0=", "10")


#: what a match of two games has instead
OF_TWO_GAMES = {
    "10": "1010",
    "01": "0101",
    "==": "10==",
    "=0": "=010",
    "0=": "0=01",
    "00": "0010",
    "+-": "+-+-",
    "-+": "-+01",
    "--": "==--",
    "WL": "==01",
    "DD": "====",
    "??": "10",  # its second game is still to come
}


def enter(tournament: Any, number: int, codes: tuple[str, ...], *, open_only: bool = False) -> None:
    chief = factories.chief_of(tournament)
    rows = Pairing.objects.games().filter(round__tournament=tournament, round__number=number)
    games = tournament.format.games_a_round
    for place, row in enumerate(rows.order_by("board")):
        code = codes[place % len(codes)]
        code = code if games == 1 else OF_TWO_GAMES.get(code, code)
        complete = row.result and "??" not in row.result and len(row.result) == 2 * games
        if row.result == code or (open_only and complete) or not code:
            continue
        confirmed(
            enter_result,
            tournament=tournament,
            pairing_id=row.pk,
            code=code,
            version=row.version,
            by=chief,
        )


def open_round(tournament: Any, number: int) -> None:
    factories.pair(tournament, number)
    factories.publish(tournament, number)


def move(tournament: Any, number: int, hours: int) -> None:
    """The round at another hour."""
    at = datetime(2026, 11, 20 + number, 11, 0, tzinfo=UTC) + timedelta(hours=hours)
    set_schedule(tournament=tournament, times={number: at}, by=factories.chief_of(tournament))
    tournament.refresh_from_db()


def abroad(tournament: Any, zone: str) -> None:
    """Far from where the server stands: hours are those of the venue."""
    type(tournament.event).objects.filter(pk=tournament.event.pk).update(
        time_zone=zone, city="Göynük", venue="Kültür Merkezi"
    )
    tournament.refresh_from_db()


def anew(tournament: Any) -> None:
    """Rows were changed behind the services' back: nothing that was kept is shown any more."""
    type(tournament).objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
    tournament.refresh_from_db()
    cache.clear()
    time.sleep(TRUST_SECONDS)


def life_of_an_individual_event(tournament: Any) -> Steps:
    """From an empty pairing to the end, with everything that happens on the way."""
    chief = factories.chief_of(tournament)
    swiss = tournament.format.swiss
    leaves_late = max(4, 2 * tournament.total_rounds // 3)
    for number in (1, 2):
        move(tournament, number, 0)
    yield "before the draw"
    if swiss:
        last = tournament.entries.order_by("-pk")[0]
        confirmed(grant_bye, tournament=tournament, entry=last, round_number=1, kind="H", by=chief)
    factories.pair(tournament, 1)
    yield "draft"
    factories.publish(tournament, 1)
    if tournament.format.table_of_players:
        confirmed(show_schedule, tournament=tournament, public=True, by=chief)
    yield "published without a result"
    enter(tournament, 1, PARTLY)
    yield "partly: open, adjourned, forfeited"
    enter(tournament, 1, COMPLETE, open_only=True)
    yield "complete"
    factories.pair(tournament, 2)
    tournament.entries.filter(tpn=3).update(fixed_board=4)
    factories.publish(tournament, 2)
    move(tournament, 2, 1)
    yield "moved in time"
    confirmed(unpublish_round, tournament=tournament, number=2, reason="a mistake", by=chief)
    yield "taken back"
    confirmed(publish_round, tournament=tournament, number=2, by=chief)
    enter(tournament, 2, COMPLETE)
    leaver = tournament.entries.get(tpn=5)
    confirmed(withdraw_player, tournament=tournament, entry=leaver, by=chief)
    yield "withdrawn early"
    open_round(tournament, 3)
    row = Pairing.objects.games().filter(round__tournament=tournament, round__number=2).first()
    confirmed(
        correct_result,
        tournament=tournament,
        pairing_id=row.pk,
        code="==" if tournament.format.games_a_round == 1 else "10==",
        version=row.version,
        reason="the slip says so",
        by=chief,
    )
    yield "corrected"
    enter(tournament, 3, CODES)
    for number in range(4, tournament.total_rounds + 1):
        open_round(tournament, number)
        enter(tournament, number, CODES[number % 3 :])
        if number == leaves_late:
            leaver = tournament.entries.get(tpn=2)
            confirmed(withdraw_player, tournament=tournament, entry=leaver, by=chief)
            yield "withdrawn late"
    tournament.event.shorten_minors = True
    tournament.event.save()
    anew(tournament)
    yield "over, minors shortened"


def with_prizes(made: tuple[Any, Steps], sharing: str) -> tuple[Any, Steps]:
    """Money and things for everybody and for a federation, with places that are shared."""
    tournament, steps = made
    set_prizes(
        tournament=tournament,
        by=factories.chief_of(tournament),
        values={"prize_sharing": sharing, "prize_currency": "TL"},
        rows=[
            PrizeRow(1, 1, Decimal("10000"), "Kupa"),
            PrizeRow(2, 2, Decimal("5000.01")),
            PrizeRow(3, 5, Decimal("1234.50"), "Satranç takımı"),
            PrizeRow(1, 1, Decimal("7000"), "", "fed-TUR"),
            PrizeRow(2, 3, Decimal("0"), "Kitap", "fed-TUR"),
        ],
    )
    tournament.refresh_from_db()
    return tournament, steps


def swiss(system: str, **values: Any) -> tuple[Any, Steps]:
    tournament = individual(system, **values)
    return tournament, life_of_an_individual_event(tournament)


def robin(players: int, cycles: int, edition: str = "fide2026", **values: Any) -> tuple[Any, Steps]:
    rounds = (players - 1 + players % 2) * cycles
    given = {"total_rounds": rounds, "options": {"cycles": cycles}, "tie_break_edition": edition}
    if edition == "handbook":
        given["tie_breaks"] = ["DE", "SB", "WIN", "KS"]
    tournament = individual("handbook.round_robin", players, **given, **values)
    return tournament, life_of_an_individual_event(tournament)


def thousand() -> tuple[Any, Steps]:
    """A thousand players after two rounds."""
    tournament = individual("fide2026.dutch", 1000)

    def life() -> Steps:
        for number in (1, 2):
            by = factories.chief_of(tournament)
            job = request_pairing(tournament=tournament, number=number, by=by)
            jobs.run_job(job.pk, pair_round, on_failure=release_round)  # as a worker does
            factories.publish(tournament, number)
            _as_read(tournament, number)
        yield "a thousand players"

    return tournament, life()


def _as_read(tournament: Any, number: int) -> None:
    """The results of a large round in one go, the last of round 2 still open."""
    rows = list(
        Pairing.objects.games()
        .filter(round__tournament=tournament, round__number=number)
        .order_by("board")
    )
    for place, row in enumerate(rows):
        row.result = CODES[place % len(CODES)] if number == 1 or place % 50 else ""
    Pairing.objects.bulk_update(rows, ["result"])
    anew(tournament)


#: tie-breaks of teams that the recomputation knows
TEAM_CODES = ["PTS:GP", "DE", "SB:GP", "SB:MP"]


def of_teams(system: str, teams: int = 4, boards: int = 2, **values: Any) -> tuple[Any, Steps]:
    """An event of teams with names of every kind, round by round."""
    codes = TEAM_CODES if system.startswith("handbook") else TEAM_CODES[:1]
    tournament = team_event(teams, boards, system=system, rules={"tie_breaks": codes}, **values)
    with_names(tournament)
    return tournament, life_of_teams(tournament)


def leaving_teams() -> tuple[Any, Steps]:
    """A round robin that one team leaves after its first match and one after its third of four."""
    tournament, _life = of_teams("handbook.team_round_robin", teams=5)
    chief = factories.chief_of(tournament)

    def life() -> Steps:
        for number in range(1, tournament.rounds.count() + 1):
            confirmed(request_pairing, tournament=tournament, number=number, by=chief)
            factories.publish(tournament, number)
            enter(tournament, number, CODES[number % 3 :])
            leaving = {2: 1, 4: 2}.get(number)
            if leaving:
                team = tournament.teams.get(number=leaving)
                confirmed(withdraw_team, tournament=tournament, team=team, by=chief)
                yield f"team {leaving} has left"
        yield "over"

    return tournament, life()


def hard_fought(due: Any) -> str:
    """The first match of each stage goes to its golden point, and a draw ends it."""
    if due.tie.endswith(".1"):
        return "=="
    return knockout_events.better_seed(due)


def knockout(players: int = 6) -> tuple[Any, Steps]:
    """A knock-out between players, from its plan to the final."""
    made = knockout_events.knockout(players)
    tournament = made.tournament
    for entry, (name, title, born) in zip(tournament.entries.order_by("pk"), PEOPLE, strict=False):
        tournament.entries.filter(pk=entry.pk).update(name=name, title=title, birth_date=born)
    anew(tournament)

    def life() -> Steps:
        yield "planned"
        knockout_events.announced(made)
        yield "announced"
        knockout_events.play_out(made, hard_fought, games=3)
        yield "partly"
        knockout_events.play_out(made, hard_fought)
        anew(tournament)
        yield "over"

    return tournament, life()


def team_knockout(teams: int = 5) -> tuple[Any, Steps]:
    """A knock-out between teams: round by round as the plan has it."""
    tournament = team_event(teams, 2, system="handbook.team_knockout", drawn=False)
    with_names(tournament)
    made = planning.announce(knockout=Knockout.objects.get(tournament=tournament), by=None)

    def life() -> Steps:
        chief, number = factories.chief_of(tournament), 1
        yield "announced"
        while not course_of(made).progress.finished:
            confirmed(request_pairing, tournament=tournament, number=number, by=chief)
            if number == 1:
                yield "draft"
            factories.publish(tournament, number)
            if number == 1:
                enter(tournament, 1, PARTLY)
                yield "partly: open, adjourned, forfeited"
            stronger = {True: "10", False: "01"}
            for row in Pairing.objects.games().filter(
                round__tournament=tournament, round__number=number
            ):
                code = stronger[row.white.rating > row.black.rating]
                given = {"tournament": tournament, "pairing_id": row.pk, "version": row.version}
                confirmed(enter_result, **given, code=code, by=chief)
            finish_round(tournament=tournament, number=number, by=chief)
            if number == 1:
                yield "complete"
            if not course_of(made).progress.finished:
                make_round(knockout=made, by=chief)
            number += 1
        yield "over"

    return tournament, life()


def with_names(tournament: Any) -> None:
    """Names of every kind for the players of teams."""
    for place, (entry, (name, title, born)) in enumerate(
        zip(tournament.entries.order_by("pk"), PEOPLE, strict=False)
    ):
        tournament.entries.filter(pk=entry.pk).update(
            name=f"{name} {place}", title=title, birth_date=born
        )
    abroad(tournament, "Asia/Tokyo")
    anew(tournament)


def life_of_teams(tournament: Any) -> Steps:
    chief = factories.chief_of(tournament)
    yield "before the first round"
    rounds = tournament.rounds.count()
    for number in range(1, rounds + 1):
        confirmed(request_pairing, tournament=tournament, number=number, by=chief)
        if number == 1:
            yield "draft"
        factories.publish(tournament, number)
        if number == 1:
            yield "published without a result"
        if number == 2:
            taken = {"tournament": tournament, "number": 2, "by": chief}
            confirmed(unpublish_round, **taken, reason="a mistake")
            yield "taken back"
            confirmed(publish_round, **taken)
            row = Pairing.objects.games().filter(round__tournament=tournament).earliest("pk")
            confirmed(
                correct_result,
                tournament=tournament,
                pairing_id=row.pk,
                code="01" if row.result == "10" else "10",
                version=row.version,
                reason="the sheet says so",
                by=chief,
            )
            yield "corrected"
        enter(tournament, number, PARTLY if number == 1 else CODES[number % 3 :])
        if number == 1:
            yield "partly: open, adjourned, forfeited"
            enter(tournament, 1, COMPLETE, open_only=True)
            yield "complete"
        if number == 2:
            move(tournament, 2, 1)
            yield "moved in time"
    tournament.event.shorten_minors = True
    tournament.event.save()
    anew(tournament)
    yield "over, minors shortened"
