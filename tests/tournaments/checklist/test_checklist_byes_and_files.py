"""FIDE's checklist 45 and 174 to 179 by the other doors: late entries, imported rounds, files."""

from copy import deepcopy
from functools import partial

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.services.test_event_import import import_event, take, without_a_worker
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Irregular
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.rounds.sheets import scores_before
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.listing import enter_player, enter_players
from tournaments.services.reports.importing import make_tournament, send_report
from tournaments.services.reports.round_import import import_round
from tournaments.services.setup.events import change_tournament, leave_fide_mode
from tournaments.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_a_worker")]
__all__ = ["without_a_worker"]


def by(tournament):
    return factories.chief_of(tournament)


# --- 45: FIDE mode is not regained ----------------------------------------------------------------


@pytest.fixture
def left_in_round_2():
    made = factories.tournament(8)
    factories.play(made, 1)
    factories.pair(made, 2)
    confirmed(leave_fide_mode, tournament=made, by=by(made))
    confirmed(change_tournament, tournament=made, by=by(made), values={"total_rounds": 4})
    factories.pair(made, 2)
    factories.publish(made, 2)
    factories.enter_all(made, 2)
    return made


def test_q45_the_way_through_a_file_does_not_bring_fide_mode_back(left_in_round_2):
    data = report(left_in_round_2)
    lines = [one for one in irregular_lines(left_in_round_2) if "Configuration" in one]
    assert lines[0] == "### Configuration @ Round 2: FIDE mode left" and len(lines) == 2
    made = take(data, event=left_in_round_2.event)
    assert not made.fide_mode
    assert [one for one in irregular_lines(made) if "Configuration" in one] == lines
    again = take(report(made), event=made.event, name="And again")
    assert not again.fide_mode
    assert [one for one in irregular_lines(again) if "Configuration" in one] == lines


def test_q45_the_preview_says_in_which_round_the_event_left_it(left_in_round_2):
    event = left_in_round_2.event
    with pytest.raises(NeedsConfirmation) as question:
        import_event(event=event, data=report(left_in_round_2), name="B", by=by(left_in_round_2))
    told = [str(reason) for reason in question.value.reasons]
    assert question.value.level == 4 and any("left FIDE mode in round 2" in one for one in told)


# --- 174 to 176: late entries ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_rounds_on_once(standing):
    made = factories.tournament(8, late_entries_until=4, late_entry_bye="H", half_byes_allowed=2)
    factories.play(made, 2)
    return made


@pytest.fixture
def two_rounds_on(two_rounds_on_once):
    return deepcopy(two_rounds_on_once)


LATE = {"name": "Late, Lara", "fide_rating": 1500}


def test_q174_the_second_half_point_is_asked_about_on_every_way_in(two_rounds_on):
    made = two_rounds_on
    for act in (
        partial(enter_player, values=LATE),
        partial(enter_player, values=LATE, by_program=True),
        partial(enter_players, rows=[LATE]),
    ):
        with pytest.raises(NeedsConfirmation, match=r"entry\.add_late") as question:
            act(tournament=made, by=by(made))
        assert question.value.level == 3
    late = confirmed(enter_player, tournament=made, by=by(made), values=LATE)
    assert scores_before(made, 3)[late.pk] == 10


def test_q174_half_points_for_missed_rounds_count_with_those_asked_for(two_rounds_on):
    made = two_rounds_on
    late = confirmed(enter_player, tournament=made, by=by(made), values=LATE)
    with pytest.raises(NeedsConfirmation) as question:
        grant_bye(tournament=made, entry=late, round_number=3, kind="H", by=by(made))
    told = " ".join(str(reason) for reason in question.value.reasons)
    assert "2 half-point bye already" in told and "regulations allow a player: 2" in told


def test_q176_who_is_entitled_to_none_gets_none_for_missed_rounds(two_rounds_on):
    made = two_rounds_on
    values = LATE | {"bye_entitled": False}
    late = enter_player(tournament=made, by=by(made), values=values)
    assert scores_before(made, 3).get(late.pk, 0) == 0


def test_q176_nor_for_the_round_whose_draft_is_there_already(two_rounds_on):
    made = two_rounds_on
    late = enter_player(tournament=made, by=by(made), values=LATE | {"bye_entitled": False})
    Entry.objects.filter(pk=late.pk).update(first_round=4)
    (bye,) = snapshot(made, before_round=3).state.byes
    assert bye.kind.value == "Z"


@pytest.mark.parametrize("name", ["late_entry_bye", "half_byes_allowed", "no_byes_in_last"])
def test_the_rules_of_byes_are_fixed_with_round_1(two_rounds_on, name):
    value = {"late_entry_bye": "Z", "half_byes_allowed": 5, "no_byes_in_last": 0}[name]
    with pytest.raises(Refused, match="FIDE mode"):
        change_tournament(tournament=two_rounds_on, by=by(two_rounds_on), values={name: value})


# --- 174 to 179: rounds from a file ---------------------------------------------------------------


@pytest.fixture
def with_byes():
    """An event in which players 7 and 8 have byes in round 1, and the report of it."""

    def made(kind: str) -> bytes:
        one = factories.tournament(8, initial_colour="w", no_byes_in_last=0)
        for tpn in (7, 8):
            entry = factories.entry(one, tpn)
            confirmed(grant_bye, tournament=one, entry=entry, round_number=1, kind=kind, by=by(one))
        factories.pair(one, 1)
        factories.publish(one, 1)
        return report(one)

    return made


def test_q178_q179_full_points_of_an_imported_round_are_asked_about_and_told(with_byes):
    made = factories.tournament(8, initial_colour="w")
    take_over = partial(import_round, tournament=made, number=1, data=with_byes("F"), by=by(made))
    with pytest.raises(NeedsConfirmation) as question:
        take_over()
    told = [str(reason) for reason in question.value.reasons]
    assert sum("out of use" in one for one in told) == 2 and not any(
        "differ" in one for one in told
    )
    confirmed(take_over)
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    lines = [one for one in irregular_lines(made) if Irregular.FULL_BYE.value in one]
    assert lines == ["### FPB @ Round 1: 7", "### FPB @ Round 1: 8"]
    assert check(read(report(made))).clean


def test_q176_half_points_that_the_regulations_rule_out_are_not_imported(with_byes):
    made = factories.tournament(8, initial_colour="w", no_byes_in_last=0)
    Entry.objects.filter(tournament=made, tpn=8).update(bye_entitled=False)
    with pytest.raises(Refused, match="Player 008"):
        import_round(tournament=made, number=1, data=with_byes("H"), by=by(made))
    assert not made.rounds.get(number=1).pairings.exists()


def test_q174_half_points_of_an_imported_round_are_granted_as_on_the_page(with_byes):
    made = factories.tournament(8, initial_colour="w", no_byes_in_last=0)
    seven = factories.entry(made, 7)
    grant_bye(tournament=made, entry=seven, round_number=3, kind="H", by=by(made))
    take_over = partial(import_round, tournament=made, number=1, data=with_byes("H"), by=by(made))
    with pytest.raises(NeedsConfirmation) as question:
        take_over()
    told = " ".join(str(reason) for reason in question.value.reasons)
    assert "Player 007 has 1 half-point bye already" in told and "Player 008 has" not in told
    confirmed(take_over)
    factories.publish(made, 1)
    assert factories.entry(made, 8).bye_requests.get().kind == "H"


def test_q178_a_whole_event_from_a_file_asks_about_full_points(with_byes):
    event = factories.event()
    with pytest.raises(NeedsConfirmation) as question:
        import_event(event=event, data=with_byes("F"), name="B", by=event.staff.get().user)
    told = [str(reason) for reason in question.value.reasons]
    assert any("out of use" in one and "Player 007; Player 008" in one for one in told)


def test_what_a_file_gave_is_allowed_in_the_event_made_from_it():
    made = factories.tournament(8, half_byes_allowed=3, no_byes_in_last=0, total_rounds=4)
    for number in (1, 2, 4):
        entry = factories.entry(made, 8)
        confirmed(
            grant_bye, tournament=made, entry=entry, round_number=number, kind="H", by=by(made)
        )
    factories.play(made, 4)
    taken = take(report(made), event=made.event)
    assert (taken.half_byes_allowed, taken.no_byes_in_last) == (3, 0)


# --- 52: every adjustment of an import is told and asked about ------------------------------------


def record(code: str, text: str):
    """The report with this record in place of its own, or added."""

    def changed(data: bytes) -> bytes:
        kept = [line for line in data.split(b"\r\n") if not line.startswith(code.encode())]
        first = next(at for at, line in enumerate(kept) if line.startswith(b"001"))
        return b"\r\n".join([*kept[:first], f"{code} {text}".encode(), *kept[first:]])

    return changed


def without_name(data: bytes) -> bytes:
    return data.replace(b"Player 003", b"          ")


DAYS = " " * 87 + "26/11/21  26/11/22"
TOLD = {
    "empty name": (without_name, "Players without a name"),
    "172": (record("172", "NOR FIDON"), "The national ratings of the file are of NOR"),
    "NRS": (
        record("NOR", "   1 m    Player 001                        2500 NOR        99"),
        "The national ratings of the file are of NOR",
    ),
    "240 of a round that is paired": (record("240", "H 001    3"), "Byes of records 240"),
    "240 without players": (record("240", "H 003"), "Record 240 names too few players"),
    "260 with one player": (record("260", "001 005    4"), "Record 260 names too few players"),
    "202 against 212": (record("202", "SB,BH"), "Record 202 (SB,BH) and record 212"),
    "092 against 192": (record("092", "Individual: Round-Robin"), "Record 092 says"),
    "092 of teams": (record("092", "Team: Swiss-System"), "Record 092 says"),
    "092 of another Swiss": (record("092", "Individual: Swiss (Dubov)"), "Record 092 says"),
    "152": (record("152", "B"), "the games of round 1 say otherwise"),
    "222 beside 122": (
        lambda data: record("122", "an hour")(record("222", "5400+30")(data)),
        "record 122 (an hour) is left out",
    ),
    "022": (record("022", "Bergen"), "the place of the event stays"),
    "032": (record("032", "NOR"), "the place of the event stays"),
    "132 that is no day": (record("132", " " * 87 + "26/13/45"), "could not be read"),
}


@pytest.fixture(scope="module")
def plain_report_once(standing):
    """A report of which nothing is taken otherwise."""
    event = factories.event(city="Ankara", federation="TUR")
    made = factories.create_tournament(
        event=event, by=event.staff.get().user, name="A", initial_colour="w"
    )
    factories.enter(made, 8)
    factories.play(made, 2)
    kept = [line for line in report(made).split(b"\r\n") if not line.startswith(b"102")]
    return made, b"\r\n".join(kept)


@pytest.fixture
def plain_report(plain_report_once):
    return deepcopy(plain_report_once)


def asked(made, data: bytes) -> tuple[list[str], list[str]]:
    """The lines of the preview, and those of the question."""
    work = send_report(event=made.event, data=data, by=by(made))
    preview = work.summary["en"]
    told = [*preview["notes"], *preview["adjustments"]]
    try:
        make_tournament(work=work, name="B", by=by(made))
    except NeedsConfirmation as question:
        return told, [str(reason) for reason in question.reasons]
    return told, []


def test_q52_a_whole_report_is_taken_without_a_word(plain_report):
    made, data = plain_report
    assert asked(made, data) == ([], [])


@pytest.mark.parametrize("change", TOLD)
def test_q52_what_is_taken_otherwise_is_told_and_asked_about(plain_report, change):
    made, data = plain_report
    changed, sentence = TOLD[change]
    told, question = asked(made, changed(data))
    assert any(sentence in one for one in told), told
    assert any("the preview says what" in one for one in question)


def test_q52_days_of_rounds_are_those_of_the_file(plain_report):
    made, data = plain_report
    told, _question = asked(made, record("132", DAYS)(data))
    assert any("days of the rounds only" in one for one in told)
    taken = take(record("132", DAYS)(data), event=made.event)
    days = [one.starts_at.date().isoformat() for one in taken.rounds.filter(number__lte=2)]
    assert days == ["2026-11-21", "2026-11-22"]
