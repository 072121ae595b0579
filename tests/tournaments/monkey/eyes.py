"""Looks at the same state through other eyes: strangers, the desk, a checker, another event."""

import re
from collections.abc import Collection
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction
from django.test import Client

from pairing.tools.checker import check
from pairing.tools.report import Report
from pairing.trf import read
from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing, Role, Round, Tournament
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import last_public_round, standings_table
from tournaments.services.reports.importing import make_tournament, send_report

#: pages without a round, with one, and with a player, below the tournament's address
PAGES = (
    "",
    "news/",
    "about/",
    "documents/",
    "prizes/",
    "schedule/",
    "calendar.ics",
    "report.trf",
    "players/",
    "players.csv",
    "standings/",
    "crosstable/",
)
PAGES_OF_A_ROUND = (
    "rounds/{0}/",
    "rounds/{0}/names/",
    "rounds/{0}/boards/1/",
    "rounds/{0}.csv",
    "rounds/{0}.pgn",
    "standings/{0}/",
    "standings/{0}.csv",
    "crosstable/{0}/",
)
PAGES_OF_TEAMS = (
    "teams/",
    "teams/standings/",
    "teams/crosstable/",
    "teams/boards/",
    "teams/rounds/{0}/",
    "teams/standings/{0}/",
)
PAGES_OF_A_PLAYER = ("players/{0}/", "standings/1/players/{0}/")
API = ("", "players/", "rounds/", "boards/", "standings/", "crosstable/", "regulations/", "acts/")
API_OF_A_ROUND = ("rounds/{0}/", "rounds/{0}/reasons/", "standings/?after={0}", "boards/?round={0}")
DESK = (
    "",
    "players/",
    "players/add/",
    "players/check-in/",
    "players/forbidden/",
    "players/numbers/",
    "rounds/report/",
    "rounds/report/trf26/",
    "settings/",
    "settings/ready/",
    "settings/timetable/",
    "standings/",
    "standings/decisions/",
    "documents/",
    "history/",
)
DESK_OF_A_ROUND = (
    "rounds/{0}/",
    "rounds/{0}/reasons/",
    "rounds/{0}/hand/",
    "rounds/{0}/late/",
    "rounds/{0}/branch/",
    "rounds/{0}/seal/",
    "rounds/{0}/live/",
    "rounds/{0}/boards/1/",
    "rounds/{0}/import/",
)
#: what may differ between two looks at the same thing
_STAMPS = re.compile(
    rb'csrf\w*"[^>]*|nonce-?[^"]*"|"(?:updated|revision|etag)\w*": ?[^,}]*|\d\d:\d\d(?::\d\d)?Z?'
    rb"|DTSTAMP:\S+|\b(?:rev|revision|v)=\d+|data-(?:revision|stamp|at)=\"[^\"]*\""
)


def addresses(tournament: Tournament, number: int) -> list[str]:
    """All that anybody may ask of a tournament, about one of its rounds and one player."""
    entry = tournament.entries.order_by("pk")[number % max(tournament.entries.count(), 1)]
    pages = [
        *PAGES,
        *(page.format(number) for page in PAGES_OF_A_ROUND),
        *(page.format(entry.pk) for page in PAGES_OF_A_PLAYER),
        *(page.format(number) for page in PAGES_OF_TEAMS if tournament.format.pairs_teams),
    ]
    api = [*API, *(page.format(number) for page in API_OF_A_ROUND)]
    return [
        *(f"/en/e/{tournament.event.slug}/{tournament.slug}/{page}" for page in pages),
        *(f"/api/v1/tournaments/{tournament.pk}/{page}" for page in api),
        f"/api/v1/players/{entry.pk}/",
        f"/en/embed/{tournament.event.slug}/{tournament.slug}/round/",
        f"/en/embed/{tournament.event.slug}/{tournament.slug}/standings/",
        f"/en/e/{tournament.event.slug}/",
    ]


def seen(found: list[str]) -> dict[str, tuple[int, bytes]]:
    cache.clear()
    client = Client()
    answers = {}
    for address in found:
        answer = client.get(address)
        while answer.has_header("Location"):
            answer = client.get(answer["Location"])
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        answers[address] = (answer.status_code, _STAMPS.sub(b"", body))
    return answers


@contextmanager
def as_if(tournament: Tournament):
    """Take back at the end whatever was done within."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
    tournament.refresh_from_db()


def strangers_look(tournament: Tournament, number: int) -> None:
    """Every page answers, and says the same as if what is not published were not there at all."""
    asked = addresses(tournament, number)
    now = seen(asked)
    for address, (status, _body) in now.items():
        # The history is the staff's.
        assert status in (200, 404) or address.endswith("/acts/"), (address, status)
    drafts = tournament.rounds.filter(status__in=[Round.Status.DRAFT, Round.Status.PAIRING])
    hidden = Pairing.objects.filter(round__in=drafts)
    if not hidden.exists():
        return
    with as_if(tournament):
        hidden.delete()
        drafts.update(status=Round.Status.PLANNED, trace=None, paired_at=None, imported=False)
        without = seen(asked)
    for address in asked:
        told = set(now[address][1].split(b"\n")) ^ set(without[address][1].split(b"\n"))
        assert now[address] == without[address], f"{address} tells of a draft: {told}"


def desk_looks(tournament: Tournament, number: int) -> None:
    """The arbiter's pages of the same state."""
    cache.clear()
    client = Client()
    client.force_login(factories.chief_of(tournament))
    entry = tournament.entries.order_by("pk")[number % max(tournament.entries.count(), 1)]
    pages = [
        *DESK,
        *(page.format(number) for page in DESK_OF_A_ROUND),
        f"players/{entry.pk}/",
    ]
    for page in pages:
        address = f"/en/desk/{tournament.event.slug}/{tournament.slug}/{page}"
        answer = client.get(address, follow=True)
        board = "/boards/" in page and answer.status_code == 404
        assert answer.status_code == 200 or board, (address, answer.status_code)


def judged(tournament: Tournament) -> Report:
    """The report is read, has no round too many, and each round is paired again: it agrees, or a
    line says how somebody altered it."""
    tournament.refresh_from_db()
    data = report(tournament)
    document = read(data)
    last = last_public_round(tournament)
    assert document.begun_rounds <= last
    found = check(document)
    told = [line.decode() for line in data.splitlines() if line.startswith(b"### ")]
    edited = tournament.rounds.filter(sessions__outcome="").values_list("number", flat=True)
    for one in found.rounds:
        # Rounds being edited by hand are judged when that ends.
        assert one.agrees or one.number in edited, (one, told)
    assert not found.points, found.points
    return found


def places(tournament: Tournament, without: Collection[str]) -> list[tuple]:
    """The standings but for those whom no report can tell to be expelled."""
    rows = standings_table(tournament, last_public_round(tournament)).rows
    shown = [row for row in rows if row.entry.name not in without]
    first = {row.rank: place for place, row in reversed(list(enumerate(shown, start=1)))}
    return [(first[row.rank], row.entry.name, row.score, row.values) for row in shown]


def taken_over(tournament: Tournament) -> None:
    """The report makes a tournament elsewhere that has the same standings."""
    tournament.refresh_from_db()
    data = report(tournament)
    with as_if(tournament):
        event = factories.event()
        chief = event.staff.get(role=Role.CHIEF).user
        work = send_report(event=event, data=data, by=chief)
        work = confirmed(make_tournament, work=work, name="Taken over", by=chief)
        other = work.tournament
        other.refresh_from_db()
        expelled = set(tournament.entries.filter(status="expelled").values_list("name", flat=True))
        there, here = places(other, expelled), places(tournament, expelled)
        assert there == here, (there, here)
