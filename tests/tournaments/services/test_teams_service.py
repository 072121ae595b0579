"""Teams: lists, the draw, line-ups, boards of matches, forfeits, leaving."""

import io
from copy import deepcopy
from datetime import timedelta
from pathlib import Path

import openpyxl
import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.team_events import (
    by_name,
    enter,
    match,
    open_round,
    play_round,
    player_ids,
    stronger,
    team,
    team_event,
)
from tournaments.kernel.errors import Conflict, NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LineUp, LogEntry, Match, Pairing, Round
from tournaments.queries.entries.listed import last_import_of_teams
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.queries.teams.lineups import is_sealed
from tournaments.queries.teams.rules import rules_of
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.teams import drawing, importing, leaving, lineups, listing, matches
from tournaments.services.teams.importing import read_teams, read_teams_file

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parents[2] / "cases"


def boards_of(tournament, number):
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=number)
    return [
        (row.board, row.white.name, row.black.name if row.black else row.bye)
        for row in rows.select_related("white", "black")
    ]


# --- Lists and the draw ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tournament_once(standing):
    return team_event(4, 2)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_2_the_whole_programme_is_known_after_the_draw(tournament):
    assert tournament.total_rounds == 3
    programme = [
        (one.round.number, one.first.name, one.second.name)
        for one in Match.objects.filter(round__tournament=tournament)
        .select_related("round", "first", "second")
        .order_by("round__number", "number")
    ]
    assert programme == [  # the printed Berger table of four
        (1, "A", "D"), (1, "B", "C"),
        (2, "D", "C"), (2, "A", "B"),
        (3, "B", "D"), (3, "C", "A"),
    ]  # fmt: skip


def test_2_numbers_by_lot_come_from_the_recorded_seed_again_and_again():
    tournament = team_event(6, 1, drawn=False)
    chief = factories.chief_of(tournament)
    first = [one.name for one in drawing.draw(tournament=tournament, by=chief)]
    confirmed(drawing.undo_draw, tournament=tournament, by=chief)
    assert not Match.objects.filter(round__tournament=tournament).exists()
    assert [one.name for one in drawing.draw(tournament=tournament, by=chief)] == first
    line = LogEntry.objects.filter(tournament=tournament, act="teams.drawn").first()
    assert line.after["seed"] == tournament.seed


def test_2_numbers_drawn_at_the_table_come_first_and_must_fit():
    tournament = team_event(3, 1, drawn=False)
    chief = factories.chief_of(tournament)
    c = team(tournament, "C")
    drawing.draw(tournament=tournament, by=chief, typed={c.pk: 1})
    c.refresh_from_db()
    assert c.number == 1
    with pytest.raises(Refused) as refused:
        drawing.draw(tournament=tournament, by=chief, typed={c.pk: 7})
    assert refused.value.code == "teams.numbers_wrong"


def test_2_double_round_robin_meets_again_with_colours_reversed():
    tournament = team_event(4, 2, options={"cycles": 2})
    assert tournament.total_rounds == 6
    for each in Match.objects.filter(round__tournament=tournament, round__number__lte=3):
        assert Match.objects.filter(
            round__tournament=tournament, first=each.second, second=each.first
        ).exists()


def test_an_incomplete_team_is_named_before_the_draw():
    tournament = team_event(3, 2, drawn=False)
    chief = factories.chief_of(tournament)
    b = team(tournament, "B")
    listing.list_players(
        tournament=tournament, team=b, entries=player_ids(tournament, "B1"), by=chief
    )
    with pytest.raises(Refused, match="fewer than 2 players: B"):
        drawing.draw(tournament=tournament, by=chief)


def test_skalitzka_wants_three_teams():
    tournament = team_event(4, 2, system="handbook.skalitzka", drawn=False)
    with pytest.raises(Refused, match="three teams; there are 4"):
        drawing.draw(tournament=tournament, by=None)


def test_a_player_is_in_one_team_only_and_stays_once_played(tournament):
    chief = factories.chief_of(tournament)
    a = team(tournament, "A")
    with pytest.raises(Refused, match="B1 is in the list of B"):
        listing.list_players(
            tournament=tournament, team=a, entries=player_ids(tournament, "A1", "B1"), by=chief
        )
    play_round(tournament, 1)
    with pytest.raises(Refused, match="A2 has played"):
        listing.list_players(
            tournament=tournament, team=a, entries=player_ids(tournament, "A1", "A3"), by=chief
        )


def test_a_team_changed_by_somebody_else_meanwhile_is_not_overwritten():
    tournament = team_event(2, 1, drawn=False)
    a = team(tournament, "A")
    values = {"name": "A", "captain": "One"}
    listing.change_team(tournament=tournament, team=a, version=a.version, by=None, values=values)
    with pytest.raises(Conflict):
        listing.change_team(
            tournament=tournament, team=a, version=a.version, by=None, values={"captain": "Two"}
        )


def test_c26_the_draw_is_repeated_unless_the_last_even_number_leaves():
    tournament = team_event(4, 1)
    last, first = team(tournament, "D"), team(tournament, "A")
    assert confirmed(leaving.remove_team, tournament=tournament, team=last, by=None) is False
    tournament.refresh_from_db()
    assert tournament.total_rounds == 3  # D's number has become the free one
    assert Match.objects.filter(round__tournament=tournament).count() == 3
    assert confirmed(leaving.remove_team, tournament=tournament, team=first, by=None) is True
    assert set(tournament.teams.values_list("number", flat=True)) == {None}


LIST = """Team;Board;Name;Rating;Fed;Captain;Captain e-mail
Ege SK;2;Kaya, Deniz;2100;TUR;Ayşe Demir;ayse@example.org
Ege SK;1;GM Yıldız, Ege;2500;TUR;;
Çankaya;1;Işık, İnci;2300;TUR;;
"""


def test_teams_are_read_with_their_players_in_board_order():
    tournament = factories.tournament(system="handbook.team_round_robin")
    preview = read_teams(LIST, tournament)
    assert preview.importable
    importing.import_teams(
        tournament=tournament, by=None, teams=[one.as_values() for one in preview.teams]
    )
    ege = team(tournament, "Ege SK")
    assert [one.entry.name for one in ege.members.all()] == ["Yıldız, Ege", "Kaya, Deniz"]
    assert (ege.captain, ege.captain_email, ege.federation) == (
        "Ayşe Demir", "ayse@example.org", "TUR",
    )  # fmt: skip
    assert tournament.entries.get(name="Yıldız, Ege").title == "GM"


def test_what_is_wrong_in_a_list_of_teams_is_said_line_by_line():
    tournament = factories.tournament(system="handbook.team_round_robin")
    text = LIST + "Ege SK;1;Koç, Ümit;2000;TUR;;\n;1;Nobody;2000;TUR;;\nÇankaya;x;Ay;1900;TUR;;\n"
    preview = read_teams(text, tournament)
    assert not preview.importable
    assert [str(line.problems[0]) for line in preview.players.bad] == [
        "Board 1 of Ege SK is there twice.",
        "The name of the team is missing or too long.",
        "“x” is not a board.",
    ]


def test_a_list_without_header_begins_with_team_and_board():
    tournament = factories.tournament(system="handbook.team_round_robin")
    preview = read_teams("A\t1\tOne\t2100\nA\t2\tTwo\t\nB\t1\tThree\t2000\n", tournament)
    assert preview.importable
    assert [(one.name, len(one.lines)) for one in preview.teams] == [("A", 2), ("B", 1)]


def test_teams_are_read_from_a_spreadsheet_too():
    tournament = factories.tournament(system="handbook.team_round_robin")
    book = openpyxl.Workbook()
    for row in (
        ("Takım", "Masa", "Ad Soyad", "ELO", "Kaptan"),
        ("Ege SK", 2, "Kaya, Deniz", 2100, "Ayşe Demir"),
        ("Ege SK", 1, 'Yıldız "Tank", Ege', 2500.0, None),
        (None, None, None, None, None),
        ("Çankaya", 1, "Işık, İnci", None, None),
    ):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    preview = read_teams_file(data.getvalue(), "takimlar.xlsx", tournament)
    assert preview.importable
    found = [one.as_values() for one in preview.teams]
    assert [
        (one["values"]["name"], one["values"]["captain"], [p["name"] for p in one["players"]])
        for one in found
    ] == [
        ("Ege SK", "Ayşe Demir", ['Yıldız "Tank", Ege', "Kaya, Deniz"]),
        ("Çankaya", "", ["Işık, İnci"]),
    ]
    assert found[0]["players"][0]["fide_rating"] == 2500
    broken = read_teams_file(b"PK\x03\x04 nothing", "x.xlsx", tournament)
    assert not broken.importable and "cannot be read" in broken.players.problem


def test_teams_are_read_from_a_report_in_board_order():
    tournament = factories.tournament(system="handbook.team_round_robin")
    data = (CASES / "trf" / "team_cup.trf").read_bytes()
    preview = read_teams_file(data, "team_cup.trf", tournament)
    assert preview.importable and preview.left_out == 0
    importing.import_teams(
        tournament=tournament, by=None, teams=[one.as_values() for one in preview.teams]
    )
    assert [one.name for one in by_name(tournament)] == [
        "Alfa", "Bravo", "Charlie", "Delta", "Echo",
    ]  # fmt: skip
    bravo = team(tournament, "Bravo")
    assert [one.entry.name for one in bravo.members.all()] == ["Player, P03", "Player, P04"]
    assert bravo.federation == "NOR"


def test_a_report_of_the_older_format_has_its_teams_in_records_013():
    tournament = factories.tournament(system="handbook.team_round_robin")
    lines = [
        "012 Cup",
        *(
            f"001 {n:4} m    {f'Player, P{n}':33} {2000 + n:4} TUR {'':11} {'':10}  0.0 {n:4}"
            for n in (1, 2, 3)
        ),
        f"013 {'Old Team':32}   2    1",
    ]
    preview = read_teams_file("\r\n".join(lines).encode(), "old.trf", tournament)
    assert preview.importable, preview.players
    assert preview.left_out == 1
    (only,) = preview.teams
    assert (only.name, [p["name"] for p in only.as_values()["players"]]) == (
        "Old Team", ["Player, P2", "Player, P1"],
    )  # fmt: skip
    without = read_teams_file("\r\n".join(lines[:-1]).encode(), "old.trf", tournament)
    assert "has no teams" in without.players.problem


def test_an_import_is_taken_back_as_a_whole_until_the_draw():
    tournament = team_event(2, 2, drawn=False)
    preview = read_teams(LIST.replace("Çankaya", "A"), tournament)
    importing.import_teams(
        tournament=tournament, by=None, teams=[one.as_values() for one in preview.teams]
    )
    line = last_import_of_teams(tournament)
    assert (tournament.teams.count(), tournament.entries.count()) == (3, 9)
    with pytest.raises(NeedsConfirmation) as question:
        importing.undo_import(tournament=tournament, line=line, by=None)
    assert "its players (3)" in str(question.value.reasons[0])
    assert "teams that it made (1)" in str(question.value.reasons[0])
    assert confirmed(importing.undo_import, tournament=tournament, line=line, by=None) == 1
    assert [one.name for one in by_name(tournament)] == ["A", "B"]  # A was there before
    assert (team(tournament, "A").members.count(), tournament.entries.count()) == (3, 6)
    assert last_import_of_teams(tournament) is None
    with pytest.raises(Refused) as refused:
        importing.undo_import(tournament=tournament, line=line, by=None)
    assert refused.value.code == "teams.nothing_to_undo"


def test_after_the_draw_no_import_is_taken_back():
    tournament = team_event(2, 2)
    assert last_import_of_teams(tournament) is None


# --- Line-ups -------------------------------------------------------------------------------------


def hand_in(tournament, name, number=1, by=None, **boards):
    seats = {int(board[1:]): player_ids(tournament, player)[0] for board, player in boards.items()}
    return confirmed(
        lineups.hand_in,
        tournament=tournament,
        team=team(tournament, name),
        number=number,
        seats=seats,
        by=by,
    )


def refusal(*arguments, **boards):
    with pytest.raises(Refused) as refused:
        hand_in(*arguments, **boards)
    return refused.value.code


def test_everybody_moves_up_in_the_order_of_the_list(tournament):
    assert refusal(tournament, "A", b1="A2", b2="A1") == "lineup.order"
    assert refusal(tournament, "A", b1="A1") == "lineup.board_empty"
    assert refusal(tournament, "A", b1="A1", b2="A1") == "lineup.player_twice"
    assert refusal(tournament, "A", b1="A1", b2="B2") == "lineup.not_in_the_team"
    hand_in(tournament, "A", b1="A2", b2="A3")
    open_round(tournament, 1)
    assert boards_of(tournament, 1)[:2] == [(1, "A2", "D1"), (2, "D2", "A3")]


def test_everybody_at_the_own_board_and_a_reserve_at_an_empty_one():
    tournament = team_event(4, 2, rules={"order": "own_board"})
    assert refusal(tournament, "A", b1="A2", b2="A3") == "lineup.own_board"
    hand_in(tournament, "A", b1="A3", b2="A2")
    assert LineUp.objects.get(team__name="A").seats.get(board=1).entry.name == "A3"


def test_any_order_where_the_rules_leave_it_free():
    tournament = team_event(4, 2, rules={"order": "free"})
    hand_in(tournament, "A", b1="A3", b2="A1")
    assert LineUp.objects.get(team__name="A").seats.count() == 2


def test_only_the_last_boards_may_be_empty_and_are_lost_by_forfeit():
    tournament = team_event(4, 3, rules={"gaps": "forfeit"})
    assert refusal(tournament, "A", b1="A1", b3="A3") == "lineup.gap"
    with pytest.raises(NeedsConfirmation) as question:
        lineups.hand_in(
            tournament=tournament,
            team=team(tournament, "A"),
            number=1,
            seats={1: player_ids(tournament, "A1")[0]},
            by=None,
        )
    assert str(question.value.reasons[0]) == "A leaves board 2, 3 empty: lost by forfeit."
    hand_in(tournament, "A", b1="A1")
    open_round(tournament, 1)
    assert boards_of(tournament, 1) == [
        (1, "A1", "D1"), (4, "B1", "C1"), (5, "C2", "B2"), (6, "B3", "C3"),
        (None, "D2", "F"), (None, "D3", "F"),
    ]  # fmt: skip


def test_a_line_up_is_sealed_until_both_are_in_and_then_only_the_arbiter_changes_it(tournament):
    chief = factories.chief_of(tournament)
    round_ = tournament.rounds.get(number=1)
    a, rules = team(tournament, "A"), rules_of(tournament)
    hand_in(tournament, "A", b1="A1", b2="A2")
    assert is_sealed(round_, a, rules)
    hand_in(tournament, "A", b1="A1", b2="A3")  # still the captain's to change
    hand_in(tournament, "D", b1="D1", b2="D2")
    assert not is_sealed(round_, a, rules)
    assert refusal(tournament, "A", b1="A1", b2="A2") == "lineup.closed"
    hand_in(tournament, "A", 1, chief, b1="A1", b2="A2")


def test_after_the_deadline_line_ups_are_closed():
    tournament = team_event(4, 2, rules={"deadline_minutes": 30})
    rounds = tournament.rounds.filter(number=1)
    rounds.update(starts_at=timezone.now() + timedelta(minutes=31))
    hand_in(tournament, "A", b1="A1", b2="A2")
    rounds.update(starts_at=timezone.now() + timedelta(minutes=29))
    assert refusal(tournament, "D", b1="D1", b2="D2") == "lineup.closed"
    assert not is_sealed(rounds.get(), team(tournament, "A"), rules_of(tournament))


def test_the_log_does_not_tell_what_is_sealed(tournament):
    hand_in(tournament, "A", b1="A1", b2="A3")
    line = LogEntry.objects.filter(tournament=tournament, act="lineup.handed_in").get()
    assert line.after == {"boards": 2, "captain": True}


def test_who_hands_in_nothing_plays_as_listed_and_reserves_stand_in_for_the_absent(tournament):
    tournament.entries.filter(name="A1").update(status="absent")
    with pytest.raises(NeedsConfirmation) as question:
        request_pairing(tournament=tournament, number=1, by=None)
    assert "No line-up from: A, D, B, C." in str(question.value.reasons[0])
    open_round(tournament, 1)
    assert boards_of(tournament, 1)[:2] == [(1, "A2", "D1"), (2, "D2", "A3")]
    assert LineUp.objects.get(team__name="A").by_rule


def test_a_draft_is_stale_once_a_line_up_has_changed(tournament):
    confirmed(request_pairing, tournament=tournament, number=1, by=None)
    round_ = Round.objects.get(tournament=tournament, number=1)
    assert not draft_is_stale(round_)
    hand_in(tournament, "A", 1, factories.chief_of(tournament), b1="A2", b2="A3")
    round_ = Round.objects.get(tournament=tournament, number=1)
    assert draft_is_stale(round_)
    open_round(tournament, 1)
    assert boards_of(tournament, 1)[0] == (1, "A2", "D1")
    assert refusal(tournament, "A", 1, None, b1="A1", b2="A2") == "lineup.round_is_published"


def test_boards_are_not_moved_by_hand_in_an_event_of_teams():
    from tournaments.services.rounds.manual_pairing import begin

    tournament = team_event(4, 2)
    with pytest.raises(Refused, match="line-ups say who plays"):
        begin(tournament=tournament, number=1, by=None)


# --- Forfeits and leaving -------------------------------------------------------------------------


def test_a_forfeited_match_gives_every_board_to_the_team_that_was_there(tournament):
    open_round(tournament, 1)
    found = match(tournament, "A", "D")
    confirmed(matches.forfeit_match, tournament=tournament, match=found, forfeit="+-", by=None)
    codes = dict(found.pairings.values_list("board", "result"))
    assert codes == {1: "+-", 2: "-+"}  # on board 2 the absent team has White
    confirmed(matches.forfeit_match, tournament=tournament, match=found, forfeit="", by=None)
    assert set(found.pairings.values_list("result", flat=True)) == {""}


def test_results_entered_before_are_named_when_a_match_is_forfeited(tournament):
    play_round(tournament, 1)
    with pytest.raises(NeedsConfirmation) as question:
        matches.forfeit_match(
            tournament=tournament, match=match(tournament, "A", "D"), forfeit="--", by=None
        )
    assert [str(reason) for reason in question.value.reasons] == [
        "Every board of A – D becomes a forfeit.",
        "2 results entered before are replaced.",
    ]


def test_taking_a_forfeit_back_brings_back_the_results_that_it_replaced():
    tournament = team_event(4, 3)
    open_round(tournament, 1)
    enter(tournament, 1, lambda row: "" if row.board == 3 else "01")
    found = match(tournament, "A", "D")

    def codes():
        return dict(found.pairings.values_list("board", "result"))

    assert codes() == {1: "01", 2: "01", 3: ""}
    for forfeit in ("+-", "--"):  # the arbiter was wrong twice
        confirmed(
            matches.forfeit_match, tournament=tournament, match=found, forfeit=forfeit, by=None
        )
    assert codes() == {1: "--", 2: "--", 3: "--"}
    with pytest.raises(NeedsConfirmation) as question:
        matches.forfeit_match(tournament=tournament, match=found, forfeit="", by=None)
    assert "2 results that the forfeit replaced stand again." in map(str, question.value.reasons)
    confirmed(matches.forfeit_match, tournament=tournament, match=found, forfeit="", by=None)
    assert codes() == {1: "01", 2: "01", 3: ""}
    found.refresh_from_db()
    assert found.forfeit == ""


def test_a_board_with_another_result_since_the_forfeit_keeps_it():
    tournament = team_event(2, 2)
    play_round(tournament, 1, lambda row: "10")
    found = match(tournament, "A", "B")
    confirmed(matches.forfeit_match, tournament=tournament, match=found, forfeit="+-", by=None)
    row = found.pairings.get(board=2)
    enter_result(tournament=tournament, pairing_id=row.pk, code="==", version=row.version, by=None)
    confirmed(matches.forfeit_match, tournament=tournament, match=found, forfeit="", by=None)
    assert dict(found.pairings.values_list("board", "result")) == {1: "10", 2: "=="}


def test_a_closed_round_keeps_its_matches(tournament):
    play_round(tournament, 1)
    open_round(tournament, 2)
    with pytest.raises(Refused, match="Round 1 is not open"):
        matches.forfeit_match(
            tournament=tournament, match=match(tournament, "A", "D"), forfeit="+-", by=None
        )


def test_3_a_withdrawn_team_loses_its_later_matches_and_may_come_back(tournament):
    play_round(tournament, 1)
    a = team(tournament, "A")
    confirmed(leaving.withdraw_team, tournament=tournament, team=a, by=None)
    open_round(tournament, 2)
    lost = match(tournament, "A", "B")
    assert (lost.forfeit, lost.pairings.count()) == ("-+", 0)
    enter(tournament, 2, stronger)
    leaving.return_team(tournament=tournament, team=a, by=None)
    open_round(tournament, 3)
    assert match(tournament, "C", "A").pairings.count() == 2


def test_before_round_1_a_team_is_taken_out_not_withdrawn(tournament):
    with pytest.raises(Refused, match="out of the list of teams instead"):
        leaving.withdraw_team(tournament=tournament, team=team(tournament, "A"), by=None)
    play_round(tournament, 1)
    with pytest.raises(Refused, match="already paired"):
        leaving.remove_team(tournament=tournament, team=team(tournament, "A"), by=None)


def test_the_programme_is_fixed_by_the_draw(tournament):
    with pytest.raises(Refused, match="Undo the draw first"):
        listing.change_rules(tournament=tournament, by=None, values={"boards": 3})
    with pytest.raises(Refused, match="Undo the draw first"):
        listing.add_team(tournament=tournament, by=None, values={"name": "X"})
    assert [one.number for one in by_name(tournament)] == [1, 2, 3, 4]


# --- Skalitzka and Scheveningen -------------------------------------------------------------------


def test_skalitzka_plays_the_printed_pattern():
    tournament = team_event(3, 2, system="handbook.skalitzka", reserves=0)
    assert tournament.total_rounds == 2
    play_round(tournament, 1)
    assert boards_of(tournament, 1) == [(1, "A1", "B1"), (2, "B2", "C1"), (3, "C2", "A2")]
    play_round(tournament, 2)
    assert boards_of(tournament, 2) == [(1, "C1", "A1"), (2, "B1", "C2"), (3, "A2", "B2")]


def test_skalitzka_with_odd_boards_plays_the_missing_game_in_a_third_round():
    tournament = team_event(3, 3, system="handbook.skalitzka", reserves=0)
    assert tournament.total_rounds == 3
    for number in (1, 2, 3):
        play_round(tournament, number)
    assert boards_of(tournament, 3) == [(1, "B3", "C3")]


def test_scheveningen_plays_the_printed_table_of_four():
    tournament = team_event(2, 4, system="handbook.scheveningen", reserves=0)
    assert tournament.total_rounds == 4
    for number in (1, 2):
        play_round(tournament, number)
    assert boards_of(tournament, 2) == [
        (1, "B2", "A1"), (2, "B3", "A2"), (3, "B4", "A3"), (4, "B1", "A4"),
    ]  # fmt: skip


def test_scheveningen_of_three_teams_is_a_round_robin_of_matches():
    tournament = team_event(
        3, 2, system="handbook.scheveningen", reserves=0, options={"double": True}
    )
    assert tournament.total_rounds == 12
    meetings = Match.objects.filter(round__tournament=tournament).values_list(
        "round__number", "meeting"
    )
    assert sorted(meetings) == [(number, (number + 3) // 4) for number in range(1, 13)]


def test_a_rating_corrected_later_does_not_turn_the_tables_round():
    tournament = team_event(2, 2, system="handbook.scheveningen", reserves=0)
    play_round(tournament, 1)
    tournament.entries.filter(name__startswith="B").update(rating=2700)
    play_round(tournament, 2)
    assert boards_of(tournament, 2)[0] == (1, "B2", "A1")
