"""FIDE's checklist, sections 5, 6, 9, 10, 14, 16 and 17: import, plan, systems, acceleration,
adjourned games, the past and prohibitions, where no other file asks the question already."""

import html
import re
from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pairing.formats import keys
from pairing.handbook.round_robin import schedule
from pairing.trf import read
from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Pairing, Round
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.setup.readiness import readiness
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.forbidden import allow_again, forbid
from tournaments.services.entries.listing import enter_player
from tournaments.services.reports.round_import import import_round, read_round
from tournaments.services.results.correcting import correct_report
from tournaments.services.results.entering import adjourn_missing, enter_result
from tournaments.services.rounds import manual_pairing
from tournaments.services.rounds.drafts import discard_draft
from tournaments.services.rounds.publication import unpublish_round
from tournaments.services.setup.events import change_tournament
from tournaments.snapshot import snapshot

pytestmark = pytest.mark.django_db


def by(tournament):
    return factories.chief_of(tournament)


def refused(act, match: str) -> None:
    with pytest.raises(Refused, match=match):
        act()


# --- 5. TRF import --------------------------------------------------------------------------------


@pytest.fixture
def pair_of_events():
    """A tournament two rounds on, and one of the same players that has paired nothing."""
    made = factories.tournament(6, initial_colour="w")
    factories.play(made, 1)
    return made, factories.tournament(6, initial_colour="w")


def as_trf06(data: bytes) -> bytes:
    """The lines of the oldest edition: headers up to 132 and players, older titles and byes."""
    kept = [line for line in data.splitlines() if line[:3] in (b"001", b"012", b"042", b"092")]
    return b"\r\n".join(line.replace(b"    Player 001", b"  g Player 001") for line in kept)


def review(client, tournament, data: bytes) -> str:
    client.force_login(by(tournament))
    path = f"/en/desk/{tournament.event.slug}/{tournament.slug}/rounds/1/import/"
    answer = client.post(path, {"file": SimpleUploadedFile("a.trf", data)})
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.mark.parametrize("edition", ["TRF06", "TRF16"])
def test_q47_to_q50_and_q52_every_adjustment_of_an_older_file_is_on_the_review_page(
    client, pair_of_events, edition
):
    made, other = pair_of_events
    data = as_trf06(report(made)) if edition == "TRF06" else report(made, "trf16")
    document = read(data)
    assert document.version == edition
    shown = review(client, other, data)
    told = read_round(other, 1, data).adjustments
    assert len(told) == len(document.adjustments)
    assert any(edition in sentence for sentence in told)
    records = {dict(each.values).get("record") for each in document.adjustments}
    assert {"172", "202", "212"} <= records
    for sentence in told:
        assert sentence in html.unescape(shown)
    assert not other.rounds.get(number=1).pairings.exists()  # nothing is stored by looking


def test_q51_q52_a_faulty_file_is_repaired_and_each_repair_is_told(client, pair_of_events):
    made, other = pair_of_events
    lines = report(made).splitlines()
    row = next(i for i, line in enumerate(lines) if line.startswith(b"001    1"))
    lines[row] = lines[row][:98] + b"k" + lines[row][99:]  # a result that nobody knows
    data = b"\r\n".join(lines)
    assert "trf.result_unknown" in {each.code for each in read(data).adjustments}
    assert "the game is taken as adjourned" in review(client, other, data)
    assert "??" in [code for _w, _b, code in read_round(other, 1, data).boards]  # Q166


def test_q53_what_cannot_be_read_is_refused_with_line_column_and_what_was_expected(pair_of_events):
    made, other = pair_of_events
    data = report(made).replace(b"001    2", b"001    1")
    with pytest.raises(Refused) as answer:
        read_round(other, 1, data)
    assert answer.value.values["line"] > 0 and answer.value.values["column"] == 5
    assert answer.value.values["expected"]["code"] == "expected.other_number"
    assert "expected another number than on line" in str(answer.value)


def test_q54_to_q56_a_round_against_the_rules_is_named_asked_at_level_3_and_stays_in_fide_mode(
    pair_of_events,
):
    made, other = pair_of_events
    given = {"tournament": other, "number": 1, "by": by(other)}
    row = made.rounds.get(number=1).pairings.get(board=1)
    Pairing.objects.filter(pk=row.pk).update(white=row.black, black=row.white)
    made.refresh_from_db()
    data = report(made)
    seen = read_round(other, 1, data)
    assert not seen.same_as_engine and seen.only_here and seen.broken  # Q54
    with pytest.raises(NeedsConfirmation) as question:
        import_round(**given, data=data)
    assert question.value.level == 3  # Q55
    assert seen.broken[0] in " ".join(map(str, question.value.reasons))
    confirmed(import_round, **given, data=data)
    pairs = f"{row.white.tpn}-{row.black.tpn} => {row.black.tpn}-{row.white.tpn}"
    assert list(irregular_lines(other)) == [f"### Import @ Round 1: {pairs}"]
    other.refresh_from_db()
    assert other.fide_mode  # Q56


# --- 6. Number of rounds --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "values"),
    [
        (57, {"total_rounds": 7}),
        (93, {"system": "handbook.dutch"}),
        (109, {"acceleration": ""}),
        (110, {"initial_colour": "b"}),
    ],
)
def test_q57_q93_q109_q110_locked_with_round_1(question, values):
    made = factories.tournament(8, acceleration="baku", initial_colour="w", total_rounds=5)
    factories.pair(made, 1)
    change = partial(change_tournament, tournament=made, by=by(made), values=values)
    refused(change, "FIDE mode")
    made.refresh_from_db()
    assert (made.total_rounds, made.system, made.acceleration) == (5, "fide2026.dutch", "baku")


def test_q62_the_page_on_which_round_1_is_paired_says_it_too(client):
    made = factories.tournament(6, total_rounds=6)
    client.force_login(by(made))
    address = f"/en/desk/{made.event.slug}/a/rounds/1/"
    assert "6 players can play at most 5 rounds" in client.get(address).content.decode()
    made = factories.tournament(6, chief=by(made), total_rounds=5)
    address = f"/en/desk/{made.event.slug}/a/rounds/1/"
    assert "at most" not in client.get(address).content.decode()


def test_q62_ready_says_beforehand_that_the_plan_cannot_be_completed():
    made = factories.tournament(6, total_rounds=6)
    assert any("at most 5 rounds" in item.text for item in readiness(made) if not item.good)
    made = factories.tournament(6, total_rounds=4)
    assert not any("at most" in item.text for item in readiness(made))
    entries = [factories.entry(made, tpn) for tpn in (1, 2, 3)]
    confirmed(forbid, tournament=made, by=by(made), entries=entries)
    assert any("at most 3 rounds" in item.text for item in readiness(made) if not item.good)
    table = factories.tournament(6, system="handbook.round_robin", total_rounds=4)
    assert any("needs 5 rounds" in item.text for item in readiness(table) if not item.good)


# --- 9. Round robin -------------------------------------------------------------------------------


def test_q89_q90_q94_other_systems_can_be_chosen():
    systems = keys(pairs_rounds=True)
    assert {"fide2026.lim", "fide2026.team"} <= set(systems)
    for system in systems:
        assert factories.tournament(system=system).system == system


@pytest.mark.parametrize("swap", [True, False])
def test_q98_reversing_the_last_two_rounds_of_cycle_one_is_a_choice(swap):
    plain, chosen = schedule(6, cycles=2), schedule(6, cycles=2, swap_last_two=swap)
    assert (plain[3:5] == chosen[3:5]) is not swap
    assert {plain[3].boards, plain[4].boards} == {chosen[3].boards, chosen[4].boards}


# --- 10. Acceleration -----------------------------------------------------------------------------


def test_q111_the_first_group_counts_only_those_paired_in_round_1_and_keeps_its_last_player():
    """C.04.7 art. 1.2: ten are paired of twelve, so GA is six of them."""
    made = factories.tournament(12, acceleration="baku", late_entries_until=5, total_rounds=6)
    for tpn in (2, 5):
        entry = factories.entry(made, tpn)
        confirmed(grant_bye, tournament=made, entry=entry, round_number=1, kind="H", by=by(made))
    factories.play(made, 1)
    made.refresh_from_db()
    last = made.last_of_first_group
    assert last.tpn == 8  # 1 3 4 6 7 8
    enter_player(tournament=made, by=by(made), values={"name": "Late", "fide_rating": 2700})
    made.refresh_from_db()
    assert made.last_of_first_group == last
    assert snapshot(made, before_round=2).state.acceleration.last_of_first_group == 9


# --- 14. Adjourned games --------------------------------------------------------------------------


def test_q157_q164_q165_q167_an_adjourned_game_is_half_a_point_for_pairing_and_a_question_mark():
    made = factories.tournament(4, total_rounds=3)
    factories.pair(made, 1)
    factories.publish(made, 1)
    confirmed(adjourn_missing, tournament=made, number=1, by=by(made))
    points = snapshot(made, before_round=2).state.points
    assert points.adjourned == points.draw == 5  # no other provisional score is offered
    document = read(report(made))
    assert [code for _w, _b, code in document.games(1)] == ["??", "??"]
    assert all(player.entry(1).symbol == "?" for player in document.players)
    assert all(player.points == 5 for player in document.players)


# --- 16. Changing the past ------------------------------------------------------------------------


def test_q189_q191_no_door_leads_into_an_earlier_round():
    """Results, forfeits, clearing, hand changes, other drafts, a round of a file, publication."""
    made = factories.tournament(8, total_rounds=5)
    factories.play(made, 3)
    chief = by(made)
    old = made.rounds.get(number=1)
    row = old.pairings.get(board=1)
    picture = list(Pairing.objects.order_by("pk").values())
    for code in ("", "00", "+-", "??"):
        refused(
            partial(
                confirmed, enter_result, tournament=made, pairing_id=row.pk, code=code,
                version=row.version, reason="slip", by=chief,
            ),
            "rating report|removed",
        )  # fmt: skip
    refused(partial(manual_pairing.begin, tournament=made, number=1, by=chief), "over")
    refused(
        partial(import_round, tournament=made, number=1, data=report(made), by=chief), "published"
    )
    refused(partial(factories.pair, made, 1), "published")
    refused(partial(discard_draft, tournament=made, number=1, by=chief), "no draft")
    refused(
        partial(unpublish_round, tournament=made, number=1, reason="x", by=chief),
        "First take round 3 back",
    )
    assert picture == list(Pairing.objects.order_by("pk").values())
    assert Round.objects.get(pk=old.pk).status == Round.Status.FINISHED


def test_q191_the_report_correction_is_refused_while_the_result_itself_may_be_corrected():
    made = factories.tournament(8, total_rounds=5)
    factories.play(made, 2)
    row = made.rounds.get(number=1).pairings.get(board=1)
    given = {"tournament": made, "pairing_id": row.pk, "code": "00", "reason": "x", "by": by(made)}
    refused(partial(correct_report, **given), "corrected itself")


# --- 17. Prohibited pairings ----------------------------------------------------------------------


def test_q195_q196_prohibitions_are_fixed_with_round_1_but_a_group_catches_a_late_entry():
    made = factories.tournament(8, total_rounds=5, late_entries_until=4)
    Entry.objects.filter(tournament=made, tpn__in=(1, 2)).update(club="Tower")
    rule = confirmed(forbid, tournament=made, by=by(made), sharing="club", value="Tower")
    factories.play(made, 1)
    entries = [factories.entry(made, 1), factories.entry(made, 3)]
    refused(partial(forbid, tournament=made, by=by(made), entries=entries), "Round 1 is paired")
    refused(partial(allow_again, tournament=made, rule=rule, by=by(made)), "Round 1 is paired")
    values = {"name": "Late", "fide_rating": 2400, "club": "Tower"}
    late = enter_player(tournament=made, by=by(made), values=values)
    late.refresh_from_db()
    (group,) = snapshot(made, before_round=2).state.forbidden
    assert late.tpn in group.players and len(group.players) == 3
    assert "260 " in report(made).decode()  # Q194
