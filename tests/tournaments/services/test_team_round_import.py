"""A round of a Swiss of teams paired elsewhere is taken over: matches, line-ups, results."""

from copy import deepcopy

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.team_events import play_round, player_ids, stronger, team, team_event
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LineUpSeat, Match, Round, RoundBye
from tournaments.queries.reports.trf import report
from tournaments.services.reports.taking_over import read_round, take_over
from tournaments.services.results.undo import way_back
from tournaments.services.rounds.drafts import discard_draft
from tournaments.services.rounds.publication import finish_round
from tournaments.services.teams import lineups, swiss

pytestmark = pytest.mark.django_db

RESULTS = ("10", "==", "01")


def made(teams=6, system="fide2026.team"):
    tournament = team_event(teams, 2, system=system)
    tournament.total_rounds = 3
    tournament.save()
    return tournament


def elsewhere(teams=6, rounds=1, by_hand=False, system="fide2026.team", colour=""):
    """The report of another house with the same teams; in round 1 A plays with its reserve."""
    other = made(teams, system)
    other.initial_colour = colour
    other.save()
    for number in range(1, rounds + 1):
        confirmed(swiss.pair_matches, tournament=other, number=number, by=None)
        if number == 1:
            chief = factories.chief_of(other)
            second, reserve = player_ids(other, "A2", "A3")
            confirmed(
                lineups.hand_in, tournament=other, team=team(other, "A"), number=1, by=chief,
                seats={1: second, 2: reserve},
            )  # fmt: skip
            if by_hand:
                pair = {"one": team(other, "B"), "two": team(other, "C")}
                confirmed(swiss.exchange_teams, tournament=other, number=1, by=None, **pair)
        play_round(other, number, lambda row: RESULTS[row.board % 3])
        finish_round(tournament=other, number=number, by=None)
    return report(other)


@pytest.fixture(scope="module")
def here_once(standing):
    return made()


@pytest.fixture
def here(here_once):
    return deepcopy(here_once)


def taken(tournament, data, number=1):
    chief = factories.chief_of(tournament)
    round_ = confirmed(take_over, tournament=tournament, number=number, data=data, by=chief)
    tournament.refresh_from_db()
    return round_


def as_told(tournament, number=1):
    """Matches with their boards, by names."""
    rows = Match.objects.filter(round__tournament=tournament, round__number=number)
    return [
        (
            match.first.name,
            match.second.name,
            [
                (row.board, row.white.name, row.black and row.black.name, row.result)
                for row in match.pairings.order_by("board")
            ],
        )
        for match in rows.order_by("number")
    ]


def test_the_page_reads_a_round_as_the_program_pairs_it(here):
    found = read_round(here, 1, elsewhere())
    assert (found.same_as_engine, found.unknown, found.broken) == (True, (), ())
    assert len(found.matches) == 3 and all(len(one.boards) == 2 for one in found.matches)
    of_a = next(one for one in found.matches if "A" in (one.first.name, one.second.name))
    seats = of_a.seats[of_a.first.name != "A"]
    assert {board: entry.name for board, entry in seats.items()} == {1: "A2", 2: "A3"}
    assert not Match.objects.filter(round__tournament=here).exists()


def test_matches_line_ups_boards_and_results_become_the_draft(here):
    data = elsewhere()
    round_ = taken(here, data)
    assert (round_.status, round_.imported) == (Round.Status.DRAFT, True)
    told = {
        frozenset((white, black)): code
        for _first, _second, boards in as_told(here)
        for _board, white, black, code in boards
    }
    document = read(data)
    names = {player.number: player.name for player in document.players}
    assert told == {
        frozenset((names[white], names[black])): code for white, black, code in document.games(1)
    }
    seats = LineUpSeat.objects.filter(line_up__round=round_, line_up__team__name="A")
    assert [seat.entry.name for seat in seats.order_by("board")] == ["A2", "A3"]


def test_it_is_published_played_on_and_the_report_holds(here):
    taken(here, elsewhere())
    factories.publish(here, 1)
    finish_round(tournament=here, number=1, by=None)
    play_round(here, 2, stronger)
    here.refresh_from_db()
    judged = check(read(report(here)))
    assert judged.clean and len(judged.rounds) == 2
    assert "### Import @ Round 1: as the program pairs" in report(here).decode()


@pytest.mark.parametrize("colour", ["w", "b"])
def test_the_lot_for_the_first_colour_is_that_of_the_file(here, colour):
    data = elsewhere(colour=colour)
    assert read_round(here, 1, data).same_as_engine
    taken(here, data)
    assert here.initial_colour == colour


def test_an_odd_team_keeps_its_bye():
    tournament = made(5)
    taken(tournament, elsewhere(5))
    [bye] = RoundBye.objects.filter(round__tournament=tournament)
    assert (bye.team.name, bye.kind) == ("E", "U")


def test_a_round_paired_otherwise_is_asked_about_with_the_difference_and_told_in_the_report(here):
    data = elsewhere(by_hand=True)
    found = read_round(here, 1, data)
    assert not found.same_as_engine and found.broken
    assert {name for pair in found.only_engine for name in pair} >= {"2 B", "3 C"}
    with pytest.raises(NeedsConfirmation) as asked:
        take_over(tournament=here, number=1, data=data, by=factories.chief_of(here))
    assert "import.differs" in [reason.code for reason in asked.value.reasons]
    taken(here, data)
    factories.publish(here, 1)
    line = next(one for one in report(here).decode().splitlines() if "### Import" in one)
    assert "=>" in line
    assert check(read(report(here))).clean


def test_a_handbook_swiss_takes_a_round_too():
    tournament = made(system="handbook.team_swiss")
    assert taken(tournament, elsewhere(system="handbook.team_swiss")).imported


def test_teams_that_nobody_here_knows_are_named_and_nothing_is_taken(here):
    data = elsewhere(8)
    found = read_round(here, 1, data)
    assert {"7 G", "8 H"} <= set(found.unknown)
    with pytest.raises(Refused) as refused:
        taken(here, data)
    assert refused.value.code == "import.unknown_players"
    assert not Match.objects.filter(round__tournament=here).exists()


def test_a_team_under_another_name_is_known_by_its_players(here):
    type(team(here, "A")).objects.filter(tournament=here, name="A").update(name="Kale SK")
    found = read_round(here, 1, elsewhere())
    assert not found.unknown
    assert "Kale SK" in {one.first.name for one in found.matches} | {
        one.second.name for one in found.matches
    }


def test_a_player_who_is_in_another_team_here_is_named(here):
    one, two = team(here, "A"), team(here, "B")
    a2 = one.members.get(entry__name="A2")
    a2.delete()
    two.members.create(entry=a2.entry, place=9)
    assert "A2 (A)" in read_round(here, 1, elsewhere()).unknown


def test_the_order_of_boards_that_the_rules_forbid_is_said_before(here):
    one = team(here, "A")
    first, second, third = one.members.order_by("place")
    for member, place in ((first, 11), (third, 12), (second, 13)):
        member.place = place
        member.save()
    assert any(text.startswith("A: ") for text in read_round(here, 1, elsewhere()).broken)


@pytest.mark.parametrize(
    ("rules", "code"), [({"boards": 3}, "import.other_boards"), ({}, "import.no_such_round")]
)
def test_what_cannot_be_taken_is_refused_with_its_reason(rules, code):
    tournament = team_event(6, 2, system="fide2026.team", rules=rules)
    with pytest.raises(Refused) as refused:
        read_round(tournament, 2 if not rules else 1, elsewhere())
    assert refused.value.code == code


def test_a_report_without_teams_and_a_programme_known_before_are_refused(here):
    individual = factories.tournament(4)
    factories.play(individual, 1)
    with pytest.raises(Refused) as refused:
        read_round(here, 1, report(individual))
    assert refused.value.code == "import.no_teams"
    with pytest.raises(Refused) as refused:
        read_round(team_event(4, 2), 1, elsewhere())
    assert refused.value.code == "matches.not_a_swiss"


def test_the_draft_is_discarded_and_the_matches_paired_again(here):
    taken(here, elsewhere(by_hand=True))
    line = here.log.get(act="round.imported")
    assert way_back(line).refused == "undo.discard_instead"
    confirmed(discard_draft, tournament=here, number=1, by=None)
    confirmed(swiss.pair_matches, tournament=here, number=1, by=None)
    first = {frozenset((one, two)) for one, two, _boards in as_told(here)}
    assert first == {frozenset("AD"), frozenset("BE"), frozenset("CF")}


def test_the_page_of_the_matches_leads_to_it(here, client):
    client.force_login(factories.chief_of(here))
    desk = f"/en/desk/{here.event.slug}/{here.slug}/"
    link = f"{desk}rounds/1/import/"
    assert link in client.get(f"{desk}teams/rounds/1/").content.decode()
    assert link in client.get(f"{desk}rounds/1/").content.decode()
    sent = client.post(link, {"file": SimpleUploadedFile("r.trf", elsewhere())})
    page = sent.content.decode()
    assert "The same pairing as the program makes." in page and "A2" in page
    assert "Take this round over" in page
