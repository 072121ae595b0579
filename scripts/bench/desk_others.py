"""Measures actions that `desk_actions` does not reach from its Swiss: lists before round 1,
knock-outs, teams."""

from collections.abc import Callable

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from pairing.handbook.knockout import DueGame
from tests import factories
from tests.pages import Page
from tests.tournaments import knockout_events, team_events
from tournaments.models import ByeRequest, Entry
from tournaments.queries.knockout.course import course_of, game_key
from tournaments.queries.reports.trf import report
from tournaments.services.entries.listing import enter_players

Actions = list[tuple[str, Callable[[], int]]]


def lists(client: Client, players: int) -> Actions:
    """Before round 1: a pasted list, the check-in of everybody, a whole report."""
    text = "Name;Rating;Fed;FIDE ID\n" + "\n".join(
        f"Player {n:03};{2600 - n};TUR;{44_500_000 + n}" for n in range(1, players + 1)
    )
    made = factories.tournament()
    client.force_login(factories.chief_of(made))
    desk = f"/en/desk/{made.event.slug}/{made.slug}"
    here = factories.tournament(chief=factories.chief_of(made))
    enter_players(
        tournament=here,
        by=None,
        rows=[{"name": f"Player {n:03}", "fide_rating": 2600 - n} for n in range(1, players + 1)],
    )
    Entry.objects.filter(tournament=here).update(status=Entry.Status.PRESENT)
    silent = list(here.entries.order_by("tpn")[:20])
    Entry.objects.filter(pk__in=[one.pk for one in silent]).update(status=Entry.Status.ENTERED)
    ByeRequest.objects.bulk_create(
        ByeRequest(entry=one, round_number=1, kind="H") for one in here.entries.order_by("-tpn")[:9]
    )
    check_in = f"/en/desk/{here.event.slug}/{here.slug}/players"
    played = factories.tournament(players // 4, chief=factories.chief_of(made), total_rounds=5)
    factories.play(played, 5)
    file = report(played)

    everybody = made.entries.all()

    def preview() -> int:
        return client.post(f"{desk}/players/import/", {"text": text}).status_code

    def enter() -> int:
        everybody._raw_delete(everybody.db)  # nothing hangs on them; not a part of the act
        preview = Page(client.post(f"{desk}/players/import/", {"text": text}).content.decode())
        sent = {"sealed": preview.field("sealed")}
        return client.post(f"{desk}/players/import/", sent).status_code

    def whole_report() -> int:
        sent = {"file": SimpleUploadedFile("a.trf", file)}
        return client.post(f"/en/desk/{made.event.slug}/new/report/", sent).status_code

    return [
        (f"a pasted list of {players}: the preview", preview),
        ("the preview, then enter all of it", enter),
        ("check-in, everybody here but 20", _get(client, f"{check_in}/check-in/")),
        (
            "close the check-in: the question",
            _post(
                client,
                f"{check_in}/check-in/close/",
                **{f"choice-{one.pk}": "zero" for one in silent},
            ),
        ),
        (f"a whole report of {players // 4} players is sent", whole_report),
    ]


def knockouts(client: Client, players: int = 128) -> Actions:
    knockout = knockout_events.announced(knockout_events.knockout(players))
    knockout_events.play_out(knockout, games=players // 2)
    tournament = knockout.tournament
    client.force_login(factories.chief_of(tournament))
    desk = f"/en/desk/{tournament.event.slug}/{tournament.slug}/knockout/{knockout.pk}/"
    open_games: list[DueGame] = list(course_of(knockout).progress.due)

    def enter() -> int:
        sent = "|".join(map(str, game_key(open_games.pop())))
        return client.post(f"{desk}games/", {"set": f"{sent}|0|10"}).status_code

    return [
        (f"knock-out of {players}", _get(client, desk)),
        ("a game of the knock-out", enter),
        ("the plan of the knock-out", _get(client, f"{desk}plan/")),
    ]


def teams(client: Client, boards: int = 8) -> Actions:
    """Ten teams in their fifth round; the number of boards is what pages grow with."""
    tournament = team_events.team_event(10, boards, reserves=2)
    for number in range(1, 5):
        team_events.play_round(tournament, number)
    team_events.open_round(tournament, 5)
    client.force_login(factories.chief_of(tournament))
    desk = f"/en/desk/{tournament.event.slug}/{tournament.slug}"
    match = tournament.rounds.get(number=5).matches.all()[0]
    team = match.first_id
    pages = {
        "teams": "teams/",
        "rules of the teams": "teams/rules/",
        "matches of a round": "teams/rounds/5/",
        "a match": f"teams/matches/{match.pk}/",
        "a line-up": f"teams/rounds/5/line-up/{team}/",
        "boards of a round of teams": "rounds/5/",
        "standings of teams": "teams/standings/",
        "working of a team": f"teams/standings/4/{team}/",
        "cross table of teams": "teams/crosstable/",
        "best on their boards": "teams/boards/",
    }
    return [(name, _get(client, f"{desk}/{path}")) for name, path in pages.items()]


def _get(client: Client, path: str) -> Callable[[], int]:
    return lambda: client.get(path).status_code


def _post(client: Client, path: str, **sent: str) -> Callable[[], int]:
    return lambda: client.post(path, sent).status_code
