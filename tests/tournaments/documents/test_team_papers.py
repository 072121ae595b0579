"""Papers of an event of teams say what its pages say."""

import io
import zipfile
from copy import deepcopy

import pytest

from pairing.formats import DEFAULT, FORMATS
from pairing.state import format_score
from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.team_events import open_round, play_round, stronger, team, team_event
from tournaments.documents.catalogue import BUNDLE, PAPERS
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.teams.standings import team_table
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.teams.leaving import withdraw_team
from tournaments.wording.results import printed_result

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def league_once(standing):
    tournament = team_event(4, 2)
    play_round(tournament, 1, stronger)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def league(league_once):
    return deepcopy(league_once)


def test_a_match_sheet_has_a_page_for_every_match_and_room_to_sign(league):
    made = document(league, "match_sheets", 1)
    text = words(made)
    assert made.pages == 2
    for line in ("A – D · Round 1", "B – C · Round 1", "Result of the match: 2–0", "captain"):
        assert line in text
    assert "1 A1 w 2400 1–0 2397 b D1" in text
    assert "2 A2 b 2300 1–0 2297 w D2" in text


@pytest.mark.parametrize("kind", ["matches", "match_sheets"])
def test_the_matches_of_a_draft_can_be_printed(kind):
    made = team_event(4, 2)
    confirmed(request_pairing, tournament=made, number=1, by=factories.chief_of(made))
    paper = document(made, kind, 1)
    assert paper.draft
    assert "A1" in words(paper) and "D2" in words(paper)


def test_the_list_of_matches_names_the_team_without_one():
    robin = team_event(3, 2)
    play_round(robin, 1, stronger)
    assert "Without a match: A" in words(document(robin, "matches", 1))
    swiss = team_event(5, 2, system="fide2026.team")
    play_round(swiss, 1, stronger)
    said = words(document(swiss, "matches", 1, "tr+en"))
    assert "Maçı yok: E (tur atlama) / Without a match: E (bye)" in said
    assert "Without a match" not in words(document(team_event_of_four(), "matches", 1))


def team_event_of_four():
    made = team_event(4, 2)
    play_round(made, 1, stronger)
    return made


def test_a_line_up_sheet_lists_the_team_and_its_opponent_before_the_round_is_made(league):
    made = document(league, "line_ups", 2)
    text = words(made)
    assert made.pages == 4
    assert "A · Round 2 Opponent: B Board 1" in text
    assert "1 A1 2400 2 A2 2300 3 A3 2200" in text


def test_standings_and_cross_table_of_teams_as_on_the_page(league):
    table = team_table(league)
    text = words(document(league, "team_standings", 1))
    for row in table.rows:
        line = [row.entry.name, row.won, row.drawn, row.lost, format_score(row.score), *row.values]
        assert " ".join(map(str, line)) in text
    cross = words(document(league, "team_crosstable", 1))
    # Its own field, what it scored against D or C, match points, board points.
    assert "1= 1 A × 2 2 2 1= 2 B × 2 2 2 3= 3 C 0 × 0 0 3= 4 D 0 × 0 0" in cross


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind, paper in PAPERS.items()
        if paper.fits(FORMATS["handbook.team_round_robin"]) and not paper.fits(FORMATS[DEFAULT])
    ],
)
def test_every_paper_of_teams_is_made_in_both_languages_and_only_for_teams(league, kind):
    assert document(league, kind, 1, "tr+en").pages >= 1
    with pytest.raises(Refused):
        document(factories.tournament(2), kind, 1)


def test_a_match_lost_by_forfeit_stands_on_its_papers():
    made = team_event(4, 1)
    play_round(made, 1, stronger)
    chief = factories.chief_of(made)
    confirmed(withdraw_team, tournament=made, team=team(made, "D"), by=chief)
    open_round(made, 2)
    lost = made.rounds.get(number=2).matches.exclude(forfeit="").get()
    paper = document(made, "matches", 2)
    heading = f"{lost.first} – {lost.second} {'1–0' if lost.forfeit == '+-' else '0–1'}"
    for text in (words(paper), words(document(made, "match_sheets", 2))):
        assert f"{lost.first} – {lost.second}" in text
        assert printed_result(lost.forfeit) in text
    assert heading in words(paper) and "won by forfeit" in words(paper)


@pytest.mark.parametrize("kind", ["absentees", "reasons", "pairing_cards", "checklist"])
def test_papers_about_the_pairing_of_players_are_not_made_where_teams_are_paired(league, kind):
    """They would say that everybody plays, that the round was imported, or nothing."""
    assert not PAPERS[kind].fits(league.format)
    with pytest.raises(Refused):
        document(league, kind, 1)


@pytest.mark.parametrize("kind", ["knockout", "knockout_sheet"])
def test_a_table_of_teams_has_no_play_offs_and_no_paper_of_them(league, kind):
    assert not PAPERS[kind].fits(league.format)
    assert PAPERS[kind].fits(FORMATS["handbook.team_knockout"])
    assert PAPERS[kind].fits(FORMATS[DEFAULT])


def test_the_list_of_teams_and_the_best_by_board(league):
    teams = words(document(league, "team_list"))
    assert "1. A No. Name" in teams or "1. A Name" in teams
    assert "1 A1 2400" in teams and "3 D3" in teams
    best = words(document(league, "team_boards"))
    assert "Board 1 Rank Name Team Games Points % 1= A1 A 1 1 100.0 1= B1 B 1 1 100.0" in best


def test_bulletins_of_teams_tell_of_teams(league):
    of_round = words(document(league, "round_bulletin", 1))
    assert "A – D 2–0" in of_round and "Standings of teams · Round 1" in of_round
    whole = document(league, "bulletin")
    titles = [one.title for one in reader(whole).outline if not isinstance(one, list)]
    assert titles == [
        "Interim bulletin, not final",
        "Standings of teams · Round 1",
        "Cross table of teams · Round 1",
        "Matches · Round 1",
        "Best players by board",
        "Statistics · Round 1",
    ]


def test_the_papers_of_a_round_in_one_zip_are_those_of_teams(league):
    made = document(league, BUNDLE, 1)
    kinds = list(made.papers.order_by("id").values_list("kind", flat=True))
    assert kinds[:4] == ["matches", "match_sheets", "line_ups", "pairings_by_name"]
    assert {"team_standings", "team_boards", "round_bulletin"} < set(kinds)
    names = zipfile.ZipFile(io.BytesIO(bytes(made.content))).namelist()
    assert [name[:2] for name in names] == [f"{place:02}" for place in range(1, len(kinds) + 1)]
