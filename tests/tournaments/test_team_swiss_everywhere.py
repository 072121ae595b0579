"""A Swiss of teams wherever an event of teams is shown: desk, public, papers, API, report."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from django.urls import reverse

from pairing.formats import FORMATS
from pairing.tools.team_checker import check_teams
from pairing.trf import read
from tests import factories
from tests.tournaments.documents.made import document
from tests.tournaments.team_events import enter, open_round, play_round, stronger, team, team_event
from tournaments.documents.catalogue import PAPERS
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Match, Tournament
from tournaments.queries.reports.trf import report
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.services.teams import swiss
from tournaments.services.teams.leaving import withdraw_team

pytestmark = pytest.mark.django_db

SWISS = "fide2026.team"


def made(teams: int = 5, boards: int = 2) -> Tournament:
    tournament = team_event(teams, boards, system=SWISS)
    tournament.total_rounds = 4
    tournament.event.public = True
    tournament.event.save()
    tournament.save()
    for number in range(1, 5):
        tournament.rounds.get_or_create(number=number)
    return tournament


def nothing_yet() -> Tournament:
    tournament = team_event(5, 2, system=SWISS, drawn=False)
    tournament.event.public = True
    tournament.event.save()
    return tournament


def paired() -> Tournament:
    tournament = made()
    confirmed(swiss.pair_matches, tournament=tournament, number=1, by=None)
    return tournament


def announced() -> Tournament:
    tournament = paired()
    confirmed(swiss.announce_matches, tournament=tournament, number=1, public=True, by=None)
    return tournament


def half_played() -> Tournament:
    tournament = made()
    play_round(tournament, 1, stronger)
    open_round(tournament, 2)
    enter(tournament, 2, lambda row: "10" if row.board == 1 else "")
    return tournament


def complete() -> Tournament:
    """Four rounds; E has left after the second, and a match of round 3 was played by nobody."""
    tournament = made(7)
    play_round(tournament, 1, stronger)
    play_round(tournament, 2, stronger)
    confirmed(withdraw_team, tournament=tournament, team=team(tournament, "E"), by=None)
    play_round(tournament, 3, stronger)
    play_round(tournament, 4, lambda row: "-+")
    return tournament


STATES = [nothing_yet, made, paired, announced, half_played, complete]
State = Callable[[], Tournament]


@pytest.fixture(scope="module")
def once(standing) -> dict[State, Tournament]:
    """An event in each state."""
    return {state: state() for state in STATES}


@pytest.fixture
def events(once) -> dict[State, Tournament]:
    return deepcopy(once)


@pytest.mark.parametrize("state", STATES)
def test_every_page_is_there_in_every_state(client, events, state):
    tournament = events[state]
    tournament.refresh_from_db()
    place = [tournament.event.slug, tournament.slug]
    first = tournament.teams.first()
    match = Match.objects.filter(round__tournament=tournament).first()
    public = [("tournament",), ("teams",), ("team", first.pk), ("team_standings",), ("about",)]
    public += [("team_crosstable",), ("team_boards",), ("embed_standings",), ("embed_round",)]
    public += [("preview",), ("documents",), ("players",), ("calendar",)]
    public += [("team_round", number) for number in (1, 2, 3)]
    public += [("round", number) for number in (1, 2)]
    for language in ("en", "tr"):
        for name, *more in public:
            address = reverse(f"public:{name}", args=[*place, *more])
            address = address.replace("/tr/", f"/{language}/")
            assert client.get(address).status_code in (200, 302, 303), (name, more)
    client.force_login(factories.chief_of(tournament))
    desk = [("teams",), ("team", first.pk), ("team_rules",), ("tournament",), ("ready",)]
    desk += [("settings",), ("documents",), ("history",), ("schedule",), ("team_standings",)]
    desk += [("team_crosstable",), ("team_boards",), ("players",)]
    desk += [("team_round", number) for number in (1, 2)] + [("round", 1), ("round", 2)]
    desk += [("match", match.pk)] if match else []
    for name, *more in desk:
        if name in ("team_round", "round") and not tournament.rounds.filter(number=more[0]):
            continue
        answer = client.get(reverse(f"desk:{name}", args=[*place, *more]))
        assert answer.status_code in (200, 302, 303), (name, more)


def test_its_report_has_the_records_of_teams_and_reads_back(events):
    tournament = events[complete]
    tournament.refresh_from_db()
    document_ = read(report(tournament))
    assert document_.type_code == "FIDE_TEAM_TYPEA_MP_GP"
    assert [one.number for one in document_.teams] == list(range(1, 8))
    (byes,) = document_.team_byes
    assert (byes.match_points, byes.game_points) == (10, 10)
    assert len([one for one in byes.teams if one]) == 2
    judged = check_teams(document_)
    assert judged.clean, judged
    assert len(judged.rounds) == 4


@pytest.mark.parametrize("kind", [kind for kind in PAPERS if PAPERS[kind].fits(FORMATS[SWISS])])
def test_every_paper_that_fits_is_made(events, kind):
    tournament = events[half_played]
    number = 2 if PAPERS[kind].per_round else None
    assert len(document(tournament, kind, number).content) > 1000


def test_the_regulations_say_how_teams_are_paired(events):
    parts = dict(regulations_in_words(events[made]))
    text = " ".join(sentence for sentences in parts.values() for sentence in sentences)
    assert "Colour preferences of teams: type A." in text
    assert "A round without an opponent: match points 1, board points 1." in text


@pytest.mark.parametrize("state", STATES)
def test_the_api_reads_it(client, events, state):
    tournament = events[state]
    for path in ("", "teams/", "teams/matches/", "teams/standings/", "schedule/", "regulations/"):
        answer = client.get(f"/api/v1/tournaments/{tournament.pk}/{path}")
        assert answer.status_code in (200, 404), path
        assert answer.status_code == 200 or path == "schedule/", path
