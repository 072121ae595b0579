"""A whole tournament made from a report file (FIDE's checklist 47 to 56)."""

import html
import re
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Pairing, Role, Round, Tournament
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.forbidden import forbid
from tournaments.services.entries.listing import enter_player
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.reports import importing
from tournaments.services.reports.event_reading import read_event
from tournaments.services.reports.importing import make_tournament, send_report
from tournaments.services.results.correcting import correct_report
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture(autouse=True)
def without_a_worker(monkeypatch):
    """Files of any size are read at once; `test_report_imports` has the workers."""
    monkeypatch.setattr(importing, "AT_ONCE", 10**9)


def import_event(*, event, data: bytes, name: str, by, confirmed="") -> Tournament:
    work = send_report(event=event, data=data, by=by)
    return make_tournament(work=work, name=name, by=by, confirmed=confirmed).tournament


def take(data: bytes, event=None, name="Taken over") -> Tournament:
    event = event or factories.event()
    chief = event.staff.get(role=Role.CHIEF).user
    made = confirmed(import_event, event=event, data=data, name=name, by=chief)
    made.refresh_from_db()
    return made


def players(data: bytes) -> list[bytes]:
    return [line for line in data.splitlines() if line.startswith(b"001")]


def places(made: Tournament, after: int) -> list[tuple]:
    rows = standings_table(made, after).rows
    return [(row.rank, row.entry.name, row.score, tuple(row.values)) for row in rows]


def same_again(first: Tournament) -> Tournament:
    """Out, in as a new tournament, out again: the same players, rounds, verdict and places."""
    first.refresh_from_db()
    data = report(first)
    second = take(data, event=first.event)
    again = report(second)
    assert players(again) == players(data)
    assert check(read(again)).agreed == check(read(data)).agreed == read(data).begun_rounds
    assert check(read(again)).clean
    last = read(data).begun_rounds
    assert places(second, last) == places(first, last)
    return second


def event_with_everything(**values) -> Tournament:
    """Late entry, withdrawal, byes of every kind, a prohibited pair, odd results."""
    made = factories.tournament(
        11, total_rounds=6, late_entries_until=4, half_byes_allowed=2, no_byes_in_last=0, **values
    )
    chief = factories.chief_of(made)
    given = {"tournament": made, "by": chief}
    Entry.objects.filter(tournament=made, tpn=3).update(
        title="WGM", sex="w", birth_date="1999", fide_id="6300001"
    )
    pair = [factories.entry(made, tpn) for tpn in (1, 6)]
    confirmed(forbid, **given, entries=pair)
    for tpn, number, kind in ((4, 1, "H"), (5, 2, "F"), (7, 2, "Z"), (8, 5, "H")):
        entry = factories.entry(made, tpn)
        confirmed(grant_bye, **given, entry=entry, round_number=number, kind=kind)
    factories.play(made, 2)
    enter_player(**given, values={"name": "Late, Comer", "fide_rating": 2561})
    confirmed(withdraw_player, **given, entry=factories.entry(made, 10))
    factories.play(made, 3, first=3)
    factories.pair(made, 4)
    factories.publish(made, 4)
    codes = iter(("+-", "WL", "=0", "10", "==", "??"))
    for row in made.rounds.get(number=4).pairings.exclude(black=None):
        confirmed(enter_result, **given, pairing_id=row.pk, code=next(codes), version=row.version)
    return made


def test_q49_an_event_with_byes_absences_and_odd_results_comes_back_as_it_was():
    first = event_with_everything()
    second = same_again(first)
    assert (second.fide_mode, second.system) == (True, "fide2026.dutch")  # Q56
    assert (second.total_rounds, second.initial_colour) == (6, first.initial_colour)
    assert second.tie_breaks == first.tie_breaks
    states = list(second.rounds.values_list("status", flat=True))
    assert states == [Round.Status.FINISHED] * 4 + [Round.Status.PLANNED] * 2
    gone = second.entries.get(status=Entry.Status.WITHDRAWN)
    assert gone.name == Entry.objects.get(tournament=first, status="withdrawn").name
    assert second.entries.get(name="Late, Comer").first_round == 3
    assert second.entries.get(fide_id="6300001").title == "WGM"
    asked = second.entries.get(name="Player 008").bye_requests.get()
    assert (asked.round_number, asked.kind) == (5, "H")
    (rule,) = second.forbidden_pairings.all()
    assert {entry.name for entry in rule.entries.all()} == {"Player 001", "Player 006"}
    assert "### FPB @ Round 2:" in report(second).decode()
    boards = Pairing.objects.filter(black__isnull=False).order_by("round__number", "board")
    order = ("round__number", "board", "white__name", "result")
    assert list(boards.filter(round__tournament=first).values_list(*order)) == list(
        boards.filter(round__tournament=second).values_list(*order)
    )


def test_the_tournament_goes_on_after_the_import_as_the_first_one_does():
    first = event_with_everything()
    second = same_again(first)
    for made in (first, second):
        factories.pair(made, 5)
        factories.publish(made, 5)
        factories.enter_all(made, 5)
    assert players(report(first)) == players(report(second))
    row = Pairing.objects.filter(round__tournament=second, round__number=4, result="10").first()
    confirmed(
        enter_result, tournament=second, pairing_id=row.pk, code="01", version=row.version,
        reason="slip", by=factories.chief_of(second),
    )  # fmt: skip
    second.refresh_from_db()
    assert check(read(report(second))).clean  # the line ### tells what round 5 was paired from


@pytest.mark.parametrize(
    "values",
    [
        {"acceleration": "baku", "total_rounds": 6},
        {"win_points": 30, "draw_points": 10, "bye_points": 30},
        {"system": "handbook.round_robin", "total_rounds": 9, "tie_breaks": ["DE", "SB"]},
    ],
)
def test_systems_points_and_acceleration_of_fide_come_back_in_fide_mode(values):
    first = factories.tournament(9, **values)
    factories.play(first, 3)
    second = same_again(first)
    assert second.fide_mode
    assert (second.last_of_first_group and second.last_of_first_group.tpn) == (
        first.last_of_first_group and first.last_of_first_group.tpn
    )


def test_acceleration_with_points_that_know_none_is_refused():
    """C.04.7 article 1.1: a win is two draws, and a loss is nothing."""
    first = factories.tournament(9, acceleration="baku", total_rounds=6)
    factories.play(first, 1)
    data = report(first).replace(b"192 FIDE_DUTCH_2025_BAKU\r\n", b"BBD  0.3\r\n")
    assert b"250" in data and b"BBD" in data
    with pytest.raises(Refused) as refused:
        read_event(first.event, data)
    assert refused.value.code == "import.acceleration"


def test_a_correction_for_the_report_alone_stays_one():
    first = factories.tournament(8, total_rounds=5)
    factories.play(first, 3)
    row = first.rounds.get(number=1).pairings.get(board=1)
    code = "00" if row.result != "00" else "10"
    confirmed(
        correct_report, tournament=first, pairing_id=row.pk, code=code, reason="x",
        by=factories.chief_of(first),
    )  # fmt: skip
    second = same_again(first)
    found = second.rounds.get(number=1).pairings.exclude(reported_result="").get()
    assert (found.result, found.reported_result) == (row.result, code)


def test_a_round_still_open_stays_open():
    first = factories.tournament(8, total_rounds=5)
    factories.play(first, 1)
    factories.pair(first, 2)
    factories.publish(first, 2)
    data = report(first)
    second = take(data, event=first.event)
    assert list(second.rounds.values_list("status", flat=True)[:3]) == [
        "finished",
        "published",
        "planned",
    ]
    row = second.rounds.get(number=2).pairings.get(board=1)
    given = {"tournament": second, "pairing_id": row.pk, "version": row.version}
    confirmed(enter_result, **given, code="10", by=factories.chief_of(second))


def test_another_system_is_asked_for_at_level_4_and_made_outside_fide_mode():
    first = factories.tournament(8, system="handbook.lim", options={"maxi": True})
    factories.play(first, 2)
    data = report(first)
    chief = factories.chief_of(first)
    with pytest.raises(NeedsConfirmation) as question:
        import_event(event=first.event, data=data, name="B", by=chief)
    assert question.value.level == 4
    second = same_again(first)
    assert (second.system, second.options) == ("handbook.lim", {"maxi": True})
    assert not second.fide_mode


def test_q54_q55_a_broken_pairing_is_named_asked_at_level_3_and_told_in_the_report():
    first = factories.tournament(8, initial_colour="w")
    factories.play(first, 2)
    row = first.rounds.get(number=1).pairings.get(board=1)
    Pairing.objects.filter(pk=row.pk).update(white=row.black, black=row.white)
    data = report(first)
    chief = factories.chief_of(first)
    seen = read_event(first.event, data)
    assert not seen.rounds[0].agrees and seen.rounds[0].broken
    with pytest.raises(NeedsConfirmation) as question:
        import_event(event=first.event, data=data, name="B", by=chief)
    assert question.value.level == 3
    assert seen.rounds[0].broken[0] in " ".join(map(str, question.value.reasons))
    assert first.event.tournaments.count() == 1
    second = take(data, event=first.event)
    line = f"### Import @ Round 1: {seen.rounds[0].correct} => {seen.rounds[0].used}"
    assert line in list(irregular_lines(second)) and second.fide_mode  # Q56
    judged = check(read(report(second)))
    assert judged.agreed == 2 and judged.rounds[0].altered


def test_q51_q52_a_faulty_file_is_repaired_with_every_repair_told():
    first = factories.tournament(6, initial_colour="w")
    factories.play(first, 1)
    lines = report(first).splitlines()
    row = next(i for i, line in enumerate(lines) if line.startswith(b"001    1"))
    lines[row] = lines[row][:98] + b"k" + lines[row][99:]  # a result that nobody knows
    data = b"\r\n".join(lines)
    seen = read_event(first.event, data)
    assert len(seen.adjustments) == len(read(data).adjustments) > 0
    assert "the game is taken as adjourned" in " ".join(seen.adjustments)
    second = take(data, event=first.event)
    assert Pairing.objects.filter(round__tournament=second, result="??").count() == 1


@pytest.mark.parametrize("name", ["harbour_trf16.trf", "harbour_trf26.trf", "open_19_players.trf"])
def test_q49_reports_of_other_programs_are_taken_over_whole(name):
    data = (CASES / "trf" / name).read_bytes()
    document = read(data)
    made = take(data)
    assert made.entries.count() == len(document.players)
    assert made.rounds.filter(imported=True).count() == document.begun_rounds
    again = read(report(made))
    assert [player.rounds[: again.columns] for player in again.players] == [
        player.rounds[: again.columns] for player in document.players
    ]
    assert check(again).agreed == document.begun_rounds


def test_events_of_the_checker_s_own_cases_are_taken_over_and_agree():
    with zipfile.ZipFile(CASES / "oracle" / "dutch-2026.zip") as archive:
        names = sorted(archive.namelist(), key=lambda name: archive.getinfo(name).file_size)[:3]
        files = [archive.read(name) for name in names]
    assert len(files) == 3
    for data in files:
        made = take(data)
        again = read(report(made))
        wanted = read(data)
        assert check(again).agreed == wanted.begun_rounds
        assert [one.points for one in again.players] == [one.points for one in wanted.players]


def test_q53_what_cannot_be_read_or_held_is_refused_and_nothing_is_made():
    first = factories.tournament(6, initial_colour="w")
    factories.play(first, 1)
    data = report(first)
    chief = factories.chief_of(first)
    given = {"event": first.event, "name": "B", "by": chief}
    cup = (CASES / "trf" / "team_cup.trf").read_bytes()
    league = re.sub(rb"(?m)^192 \S+", b"192 BERGER_TEAM_ROUNDROBIN", cup)
    knockout = re.sub(rb"(?m)^192 \S+", b"192 CUSTOM_KNOCKOUT", data)
    for broken, code in (
        (data.replace(b"001    2", b"001    1"), "import.unreadable"),
        (league, "import.teams"),
        (knockout, "import.other_type"),
        ((CASES / "trf" / "every_record.trf").read_bytes(), "import.bonus"),
    ):
        with pytest.raises(Refused) as answer:
            confirmed(import_event, **given, data=broken)
        assert answer.value.code == code
    with pytest.raises(Refused):
        confirmed(import_event, **(given | {"name": " "}), data=data)
    assert Tournament.objects.count() == 1


# --- The pages ------------------------------------------------------------------------------------


def words(answer) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()))


def test_upload_review_confirm_and_the_tournament_stands(client):
    first = factories.tournament(6, initial_colour="w")
    factories.play(first, 1)
    row = first.rounds.get(number=1).pairings.get(board=1)
    Pairing.objects.filter(pk=row.pk).update(white=row.black, black=row.white)
    data = report(first, "trf16")
    client.force_login(factories.chief_of(first))
    path = f"/en/desk/{first.event.slug}/new/report/"
    assert path in client.get(f"/en/desk/{first.event.slug}/").content.decode()
    sent = client.post(path, {"file": SimpleUploadedFile("a.trf", data)})
    path = sent["Location"]
    page = client.get(path)
    shown = words(page)
    seen = read_event(first.event, data)
    for sentence in (*seen.adjustments, *map(str, seen.notes), *seen.rounds[0].broken):
        assert " ".join(sentence.split()) in shown
    assert first.event.tournaments.count() == 1
    fields = {"name": "Taken over"}
    asked = client.post(path, fields)
    assert asked.status_code == 409 and "### Import @ Round 1" in words(asked)
    token = Page(asked).field("confirmed")
    done = client.post(path, fields | {"confirmed": token})
    made = first.event.tournaments.get(name="Taken over")
    assert done["Location"].endswith(f"/{made.slug}/") and made.fide_mode
    for page in ("", "history/", "standings/", "rounds/1/", "players/", "settings/"):
        address = f"/en/desk/{first.event.slug}/{made.slug}/{page}"
        assert client.get(address, follow=True).status_code == 200


def test_only_the_chief_arbiter_makes_a_tournament_from_a_file(client):
    first = factories.tournament(4)
    path = f"/en/desk/{first.event.slug}/new/report/"
    for role in (Role.READER, Role.CLERK, Role.ARBITER):
        client.force_login(factories.user(role=role, event=first.event))
        assert client.get(path).status_code == client.post(path).status_code == 403


def test_teams_in_a_report_of_players_are_left_out_with_a_word():
    first = factories.tournament(6, initial_colour="w")
    factories.play(first, 1)
    rosters = b"013 Alfa                                1    2    3\r\n"
    told = report(first, "trf16") + rosters
    seen = read_event(first.event, told)
    assert "import.rosters_left" in {note.code for note in seen.notes}
    assert "Alfa" in " ".join(map(str, seen.notes))
    of_teams = re.sub(rb"(?m)^092 .*", b"092 Team: Swiss-System\r", told)
    unsaid = re.sub(rb"(?m)^(092|192) .*\n", b"", told)
    with pytest.raises(Refused, match="team"):
        read_event(first.event, of_teams)
    # Nobody says it, and players of one roster met each other or others: an event of players.
    assert read_event(first.event, unsaid).document.players
