"""Corrections after the fact, adjourned games, the second pass, final standings and reports."""

from copy import deepcopy

import pytest

from pairing.formats import keys
from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Translator
from tournaments.kernel.errors import Conflict, NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry, Pairing, Round
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.results.corrections import simulate
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.checkin import mark_absent
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.reports.finishing import finish_tournament, reopen_tournament
from tournaments.services.reports.round_import import import_round, read_round
from tournaments.services.results.correcting import correct_report, correct_result
from tournaments.services.results.entering import (
    adjourn_missing,
    check_result,
    enter_line,
    enter_result,
    read_line,
)
from tournaments.services.rounds import manual_pairing, publication
from tournaments.wording.results import printed_result

pytestmark = pytest.mark.django_db


def board(tournament, number, board) -> Pairing:
    return Pairing.objects.get(round__tournament=tournament, round__number=number, board=board)


def enter(tournament, pairing, code, **more):
    return confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=pairing.pk,
        code=code,
        version=pairing.version,
        by=factories.chief_of(tournament),
        **more,
    )


@pytest.fixture(scope="module")
def played_once(standing):
    """Nine players, four of six rounds played, with byes, a half point and a withdrawal."""
    made = factories.tournament(9, total_rounds=6)
    chief = factories.chief_of(made)
    grant_bye(tournament=made, entry=factories.entry(made, 7), round_number=2, kind="H", by=chief)
    factories.play(made, 3)
    confirmed(withdraw_player, tournament=made, entry=factories.entry(made, 9), by=chief)
    factories.play(made, 4, first=4)
    made.refresh_from_db()
    return made


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


# --- What is typed --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("41 1", (41, "10")),
        (" 41  0 ", (41, "01")),
        ("41=", (41, "==")),
        ("41 =", (41, "==")),
        ("41.1", (41, "10")),
        ("41,0", (41, "01")),
        ("41/5", (41, "==")),
        ("41+", (41, "+-")),
        ("41-", (41, "-+")),
        ("41--", (41, "--")),
        ("41 1-0", (41, "10")),
        ("41 0–1", (41, "01")),
        ("41?", (41, "??")),
        ("41x", (41, "")),
    ],
)
def test_a_line_is_a_board_and_a_result(line, read):
    assert read_line(line) == read


@pytest.mark.parametrize("line", ["", "41", "411", "1", "x", "41 2", "41 10 1", "=", "41 11"])
def test_a_line_that_could_mean_something_else_is_refused(line):
    with pytest.raises(Refused, match="not a board with a result"):
        read_line(line)


def test_a_typed_line_does_not_overwrite_another_result(played):
    standing = board(played, 4, 1).result
    other = "1 0" if standing != "01" else "1 1"
    with pytest.raises(Conflict, match="already has"):
        enter_line(tournament=played, number=4, line=other, by=None)
    assert board(played, 4, 1).result == standing


# --- The second pass ------------------------------------------------------------------------------


def test_the_second_pass_ticks_equal_results_and_a_change_undoes_the_tick(played):
    row = board(played, 4, 1)
    given = {"tournament": played, "pairing_id": row.pk, "by": factories.chief_of(played)}
    other = "01" if row.result != "01" else "10"
    with pytest.raises(Conflict, match="entered first"):
        check_result(**given, code=other)
    assert check_result(**given, code=row.result).checked_at is not None
    row.refresh_from_db()
    enter(played, row, other)
    assert board(played, 4, 1).checked_at is None


@pytest.mark.parametrize("settled", ["read again", "changed"])
def test_a_difference_of_the_second_pass_holds_the_end_of_the_round(played, settled, client):
    row = board(played, 4, 1)
    other = "01" if row.result != "01" else "10"
    given = {"tournament": played, "pairing_id": row.pk, "by": factories.chief_of(played)}
    end = {"tournament": played, "number": 4, "by": factories.chief_of(played)}
    check_result(**given, code=row.result)
    with pytest.raises(Conflict, match="entered first"):
        check_result(**given, code=other)
    doubted = board(played, 4, 1)
    assert (doubted.result, doubted.read_differently) == (row.result, other)
    assert doubted.checked_at is None
    client.force_login(factories.chief_of(played))
    for language, word in (("tr", "okundu"), ("en", "was read")):
        page = client.get(f"/{language}/desk/{played.event.slug}/a/rounds/4/").content.decode()
        assert f"{printed_result(other)} {word}" in " ".join(page.split())
    with pytest.raises(Refused, match="read something else on board 1"):
        publication.finish_round(**end)
    if settled == "changed":
        enter(played, doubted, other)
    else:
        check_result(**given, code=row.result)
    assert publication.finish_round(**end).status == "finished"


def test_the_next_round_is_not_published_over_a_difference_without_asking(played):
    chief = factories.chief_of(played)
    row = board(played, 4, 1)
    other = "01" if row.result != "01" else "10"
    with pytest.raises(Conflict, match="entered first"):
        check_result(tournament=played, pairing_id=row.pk, code=other, by=chief)
    factories.pair(played, 5)
    with pytest.raises(NeedsConfirmation) as asked:
        publication.publish_round(tournament=played, number=5, by=chief)
    doubt = [reason for reason in asked.value.reasons if reason.code == "round.publish_in_doubt"]
    assert [reason.values for reason in doubt] == [{"round": 4, "boards": "1", "count": 1}]
    check_result(tournament=played, pairing_id=row.pk, code=row.result, by=chief)
    with pytest.raises(NeedsConfirmation) as asked:
        publication.publish_round(tournament=played, number=5, by=chief)
    codes = [reason.code for reason in asked.value.reasons]
    assert codes == ["round.publish_summary", "round.checks_fine"]


def test_finishing_a_round_logs_whether_the_second_pass_was_done(played):
    chief = factories.chief_of(played)
    for row in played.rounds.get(number=4).pairings.exclude(black=None):
        check_result(tournament=played, pairing_id=row.pk, code=row.result, by=chief)
    publication.finish_round(tournament=played, number=4, by=chief)
    done = LogEntry.objects.filter(tournament=played, act="round.finished").latest("id")
    assert done.after == {"second_pass": "done", "unchecked": 0}


def test_an_entry_with_a_key_acts_once_even_if_somebody_changed_it_since(played):
    row = board(played, 4, 1)
    given = {"tournament": played, "pairing_id": row.pk, "by": None, "version": row.version}
    first, second = [code for code in ("10", "01", "==") if code != row.result]
    enter_result(**given, code=first, key="k1")
    enter(played, board(played, 4, 1), second)
    assert enter_result(**given, code=first, key="k1").result == second  # not again, no conflict
    assert LogEntry.objects.filter(tournament=played, key="k1").count() == 1


# --- Players who did not come ---------------------------------------------------------------------


def test_who_loses_by_forfeit_is_on_hold_until_he_is_here(played):
    factories.pair(played, 5)
    factories.publish(played, 5)
    row = board(played, 5, 1)
    held = enter(played, row, "+-").on_hold
    assert [entry.pk for entry in held] == [row.black_id]
    assert factories.entry(played, row.black.tpn).status == "absent"
    # A forfeit that was none: the other one did not come.
    assert [entry.pk for entry in enter(played, board(played, 5, 1), "-+").on_hold] == [
        row.white_id
    ]
    assert factories.entry(played, row.black.tpn).status == "present"
    for open_ in played.rounds.get(number=5).pairings.filter(black__isnull=False, result=""):
        enter(played, open_, "==")
    factories.pair(played, 6)
    away = played.rounds.get(number=6).pairings.get(white_id=row.white_id)
    assert (away.black_id, away.bye) == (None, "Z")


@pytest.mark.parametrize("code", ["10", "==", "+-", "??", "00"])
def test_a_result_brings_nobody_back_who_is_absent_for_another_reason(played, code):
    """A player reports sick for the next rounds while their game is still played."""
    factories.pair(played, 5)
    factories.publish(played, 5)
    row = board(played, 5, 1)
    mark_absent(tournament=played, entry=row.white, by=None, zero_point=False)
    enter(played, row, code)
    assert factories.entry(played, row.white.tpn).status == "absent"
    enter(played, board(played, 5, 1), "01")  # no forfeit stood there before, either
    row.white.refresh_from_db()
    assert row.white.status == "absent"


# --- Corrections ----------------------------------------------------------------------------------


def test_a_simulation_says_who_moves_and_changes_nothing(played):
    factories.pair(played, 5)
    factories.publish(played, 5)
    row = board(played, 4, 1)
    code = "00"
    before = list(Pairing.objects.order_by("id").values())
    found = simulate(played, row, code)
    assert list(Pairing.objects.order_by("id").values()) == before
    changed = {move.entry.pk for move in found.moves if move.score_before != move.score_after}
    assert changed <= {row.white_id, row.black_id} and changed
    assert (found.next_number, found.next_public) == (5, True)
    # Then do it: the standings are those foretold, the pairings of round 5 stand.
    pairs = list(played.rounds.get(number=5).pairings.values_list("white_id", "black_id"))
    enter(played, row, code, reason="both players say so")
    assert pairs == list(played.rounds.get(number=5).pairings.values_list("white_id", "black_id"))
    again = simulate(played, board(played, 4, 1), row.result)
    assert {m.entry.pk: m.rank_before for m in again.moves} == {
        m.entry.pk: m.rank_after for m in found.moves
    }
    pair = f"{row.white.tpn}-{row.black.tpn}"
    assert list(irregular_lines(played))[-1].startswith(f"### Correction @ Round 4: {pair}, ")


def test_a_correction_before_the_next_round_is_published_makes_its_draft_stale(played):
    factories.pair(played, 5)
    enter(played, board(played, 4, 1), "00")
    played.refresh_from_db()
    assert draft_is_stale(played.rounds.get(number=5))


def test_q192_q193_a_closed_round_is_corrected_in_the_report_alone(played):
    row = board(played, 2, 1)
    standing = row.result
    reported = "01" if standing != "01" else "10"
    given = {
        "tournament": played,
        "pairing_id": row.pk,
        "code": reported,
        "by": factories.chief_of(played),
    }
    with pytest.raises(Refused, match="reason"):
        correct_report(**given, reason=" ")
    with pytest.raises(NeedsConfirmation) as question:
        correct_report(**given, reason="score sheet")
    assert question.value.level == 3
    confirmed(correct_report, **given, reason="score sheet")
    row.refresh_from_db()
    assert (row.result, row.reported_result) == (standing, reported)
    text = report(played).decode()
    pair = f"{row.white.tpn}-{row.black.tpn}"
    assert f"### Report @ Round 2: {pair}, used {standing[0]}-{standing[1]}, reported " in text
    document = read(text.encode())
    assert reported in [code for _white, _black, code in document.games(2)]
    assert check(document).clean  # scores and pairings as they counted


def test_after_the_end_the_report_is_not_corrected_and_the_reason_is_the_right_one(played):
    """It said that the round could still be corrected itself."""
    factories.play(played, 6, first=5)
    chief = factories.chief_of(played)
    given = {"tournament": played, "pairing_id": board(played, 2, 1).pk, "by": chief}
    publication.finish_round(tournament=played, number=6, by=chief)
    confirmed(finish_tournament, tournament=played, by=chief)
    for version in (None, board(played, 2, 1).version):
        with pytest.raises(Refused, match="tournament is finished"):
            correct_result(**given, code="00", reason="score sheet", version=version)
    confirmed(reopen_tournament, tournament=played, by=chief)
    confirmed(correct_result, **given, code="00", reason="score sheet", version=None)
    assert "### Report @ Round 2" in report(played, "trf16").decode()


def test_a_round_that_is_not_closed_is_not_corrected_in_the_report(played):
    row = board(played, 4, 1)
    with pytest.raises(Refused, match="corrected itself"):
        correct_report(tournament=played, pairing_id=row.pk, code="00", reason="x", by=None)


def test_no_result_of_a_closed_round_is_reported_as_adjourned(played):
    row = board(played, 2, 1)
    with pytest.raises(Refused, match="does not exist"):
        correct_report(tournament=played, pairing_id=row.pk, code="??", reason="x", by=None)


def test_an_adjourned_game_of_a_closed_round_has_no_result_to_report_otherwise(played):
    """Its result is entered, as of any game that ends late."""
    Pairing.objects.filter(pk=board(played, 2, 1).pk).update(result="??")
    row = board(played, 2, 1)
    with pytest.raises(Refused, match="does not exist"):
        correct_report(tournament=played, pairing_id=row.pk, code="10", reason="x", by=None)


@pytest.mark.parametrize(("number", "counts"), [(2, False), (3, True), (4, True)])
def test_a_result_is_corrected_as_far_as_it_still_counts(played, number, counts):
    row = board(played, number, 1)
    code = "01" if row.result != "01" else "10"
    corrected = confirmed(
        correct_result,
        tournament=played,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        reason="score sheet",
        by=factories.chief_of(played),
    )
    now = (code, "") if counts else (row.result, code)
    assert (corrected.result, corrected.reported_result) == now


def test_without_a_version_the_report_alone_is_meant(played):
    given = {"tournament": played, "code": "00", "reason": "x", "by": factories.chief_of(played)}
    with pytest.raises(Refused, match="corrected itself"):
        correct_result(pairing_id=board(played, 4, 1).pk, version=None, **given)
    row = confirmed(correct_result, pairing_id=board(played, 2, 1).pk, version=None, **given)
    assert row.reported_result == "00"


def test_an_adjourned_game_of_a_closed_round_gets_its_result_by_the_same_way(played):
    Pairing.objects.filter(pk=board(played, 2, 1).pk).update(result="??")
    row = board(played, 2, 1)
    given = {"tournament": played, "pairing_id": row.pk, "version": row.version, "reason": ""}
    corrected = confirmed(correct_result, **given, code="10", by=factories.chief_of(played))
    assert (corrected.result, corrected.reported_result) == ("10", "")


# --- Adjourned games and the end ------------------------------------------------------------------


def test_q158_q159_q160_blank_boards_are_marked_as_adjourned_by_one_act_that_names_them(played):
    chief = factories.chief_of(played)
    factories.pair(played, 5)
    factories.publish(played, 5)
    enter(played, board(played, 5, 1), "10")
    with pytest.raises(NeedsConfirmation) as question:
        adjourn_missing(tournament=played, number=5, by=chief)
    assert question.value.level == 2  # Q160
    assert "on these boards are marked as adjourned: 2, 3, 4." in str(question.value.reasons[0])
    assert confirmed(adjourn_missing, tournament=played, number=5, by=chief) == [2, 3, 4]
    assert [board(played, 5, n).result for n in (1, 2, 3, 4)] == ["10", "??", "??", "??"]


def test_q161_q169_nothing_is_final_while_a_game_is_open():
    made = factories.tournament(4, total_rounds=1)
    chief = factories.chief_of(made)
    given = {"tournament": made, "by": chief}
    factories.pair(made, 1)
    factories.publish(made, 1)
    enter(made, board(made, 1, 1), "10")
    for code in ("", "??"):
        row = board(made, 1, 2)
        if code:
            enter(made, row, code)
        with pytest.raises(Refused, match="Not final yet"):
            finish_tournament(**given)
        with pytest.raises(Refused, match="1/2"):
            report(made, final=True)
        assert "?" in report(made).decode()  # Q164, Q165: an interim file marks it
    enter(made, board(made, 1, 2), "01")
    with pytest.raises(Refused, match="Round 1 is not finished"):
        finish_tournament(**given)
    publication.finish_round(**given, number=1)
    confirmed(finish_tournament, **given)
    with pytest.raises(Refused, match="tournament is finished"):
        enter(made, board(made, 1, 1), "01")
    confirmed(reopen_tournament, **given)
    enter(made, board(made, 1, 1), "01")


@pytest.mark.parametrize("open_code", ["", "??"])
def test_q161_no_paper_is_called_final_while_a_game_is_open(open_code):
    made = factories.tournament(4, total_rounds=2)
    factories.play(made, 1)
    assert title_of_bulletin(made) == "Interim bulletin, not final"  # a round is to come
    factories.pair(made, 2)
    factories.publish(made, 2)
    enter(made, board(made, 2, 1), "10")
    if open_code:
        enter(made, board(made, 2, 2), open_code)
    assert title_of_bulletin(made) == "Interim bulletin, not final"
    enter(made, board(made, 2, 2), "01")
    assert title_of_bulletin(made) == "Final bulletin"


def title_of_bulletin(made) -> str:
    made.refresh_from_db()
    request = PaperRequest(made, None, Translator("en"), {}, True)
    sheet = PAPERS["bulletin"].build(request)
    assert str(sheet.label) == str(sheet.sections[0].title)
    return str(sheet.label)


# --- Reports --------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["trf26", "trf16"])
def test_q217_the_report_passes_the_checker(played, profile):
    played.event.city = "İzmir"
    document = read(report(played, profile))
    found = check(document)
    assert found.clean, (found.rounds, found.ranks, found.points)
    assert found.agreed == 4
    assert document.total_rounds == 6


def test_an_accelerated_tournament_reports_its_virtual_points():
    made = factories.tournament(12, total_rounds=6, acceleration="baku")
    factories.play(made, 3)
    document = read(report(made))
    assert document.type_code == "FIDE_DUTCH_2025_BAKU"
    assert check(document).clean


@pytest.mark.parametrize("system", keys(swiss=True, pairs_players=True, trf_code=""))
def test_a_report_says_the_system_where_the_code_cannot(system):
    made = factories.tournament(8, system=system, tie_breaks=["BH"])
    factories.play(made, 2)
    found = check(read(report(made)))
    assert (found.system, found.agreed) == (system, 2)


def test_a_round_robin_is_reported_with_forfeits_of_those_away():
    made = factories.tournament(6, system="handbook.round_robin", tie_breaks=["SB"])
    chief = factories.chief_of(made)
    factories.play(made, 2)
    confirmed(withdraw_player, tournament=made, entry=factories.entry(made, 6), by=chief)
    factories.pair(made, 3)
    rows = list(
        made.rounds.get(number=3).pairings.values_list("white__tpn", "black__tpn", "result", "bye")
    )
    assert len(rows) == 3 and all(bye == "" for *_rest, bye in rows)  # the board is kept, no bye
    assert [result for white, black, result, _bye in rows if 6 in (white, black)] in (
        ["+-"],
        ["-+"],
    )
    factories.publish(made, 3)
    for row in made.rounds.get(number=3).pairings.filter(result=""):
        enter(made, row, "==")
    found = check(read(report(made)))
    assert (found.system, found.agreed) == ("handbook.round_robin", 3)


def test_q112_q113_irregular_acts_are_lines_of_the_report(played):
    chief = factories.chief_of(played)
    factories.pair(played, 5)
    given = {"tournament": played, "number": 5, "by": chief}
    manual_pairing.begin(**given)
    confirmed(manual_pairing.turn_colours, **given, board=1)
    confirmed(manual_pairing.finish, **given)
    confirmed(
        grant_bye,
        tournament=played,
        entry=factories.entry(played, 3),
        round_number=6,
        kind="F",
        by=chief,
    )
    lines = [line for line in report(played).decode().splitlines() if line.startswith("### ")]
    assert [line[:17] for line in lines] == [
        "### Seed of the l", "### MPA @ Round 5", "### FPB @ Round 6",
    ]  # fmt: skip


# --- A round paired elsewhere ---------------------------------------------------------------------


def copy_of(tournament, players=8, rounds_played=2, **changes):
    """The same players and results in a second tournament, one round behind."""
    other = factories.tournament(players, initial_colour=tournament.initial_colour)
    for number in range(1, rounds_played + 1):
        factories.pair(other, number)
        factories.publish(other, number)
        for row in other.rounds.get(number=number).pairings.exclude(black=None):
            source = Pairing.objects.get(
                round__tournament=tournament, round__number=number, white__tpn=row.white.tpn
            )
            enter(other, row, source.result)
    other.refresh_from_db()
    return other


def test_q54_q55_a_round_of_a_file_is_compared_and_taken_over_with_a_mark():
    made = factories.tournament(8, initial_colour="w")
    factories.play(made, 3)
    other = copy_of(made)
    data = report(made)
    seen = read_round(other, 3, data)
    assert seen.same_as_engine and not seen.broken and len(seen.boards) == 4
    given = {"tournament": other, "number": 3, "data": data, "by": factories.chief_of(other)}
    with pytest.raises(NeedsConfirmation) as question:
        import_round(**given)
    assert question.value.level == 3
    confirmed(import_round, **given)
    assert other.rounds.get(number=3).status == Round.Status.DRAFT
    factories.publish(other, 3)
    pairs = {
        key: list(
            Pairing.objects.filter(round__tournament=key, round__number=3)
            .order_by("board")
            .values_list("white__tpn", "black__tpn", "result")
        )
        for key in (made, other)
    }
    assert sorted(pairs[made]) == sorted(pairs[other])
    assert list(irregular_lines(other)) == ["### Import @ Round 3: as the program pairs"]
    with pytest.raises(Refused, match="published"):  # no round twice
        import_round(**given)


def test_a_different_round_says_which_pairs_and_which_rules():
    made = factories.tournament(8, initial_colour="w")
    factories.play(made, 2)
    factories.pair(made, 3)
    given = {"tournament": made, "number": 3, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    confirmed(manual_pairing.turn_colours, **given, board=1)
    confirmed(manual_pairing.finish, **given)
    factories.publish(made, 3)
    factories.enter_all(made, 3)
    seen = read_round(copy_of(made), 3, report(made))
    assert not seen.same_as_engine
    assert len(seen.only_here) == len(seen.only_engine) == 1
    assert seen.broken


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no tournament report"),
        (b"001 what is this", "cannot be read"),
        (b"012 Empty\r\n", "is no tournament report"),
    ],
)
def test_a_file_that_is_none_gives_one_sentence(data, message):
    made = factories.tournament(4)
    with pytest.raises(Refused, match=message):
        read_round(made, 1, data)


def test_strangers_in_the_file_are_named_and_nothing_is_stored():
    made = factories.tournament(6, initial_colour="w")
    factories.play(made, 1)
    data = report(made).replace(b"Player 004", b"Someone El")
    other = factories.tournament(6)
    assert read_round(other, 1, data).unknown == ("4 Someone El",)
    with pytest.raises(Refused, match="Someone El"):
        import_round(tournament=other, number=1, data=data, by=None)
    assert not other.rounds.get(number=1).pairings.exists()
