"""FIDE's checklist, section 4: FIDE mode (Q40-46), on the pages, in the services and the API."""

import pytest
from django.db import DatabaseError, transaction

from pairing.formats import keys
from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry, Role, Tournament
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.services.setup.copying import copy_event
from tournaments.services.setup.events import change_tournament, leave_fide_mode

pytestmark = pytest.mark.django_db


ALLOWED = (
    "fide2026.dutch", "fide2026.dubov", "fide2026.burstein", "fide2026.lim", "fide2026.double",
    "fide2026.team", "handbook.round_robin",
)  # fmt: skip


@pytest.mark.parametrize("system", ALLOWED)
def test_q40_a_new_tournament_starts_in_fide_mode(system):
    assert factories.tournament(system=system).fide_mode


def test_q40_nothing_but_the_systems_of_c_04_and_the_round_robin_is_in_fide_mode():
    assert set(keys(fide_mode=True)) == set(ALLOWED)


@pytest.mark.parametrize("system", [key for key in ALLOWED if key != "fide2026.team"])
def test_q41_round_1_fixes_the_rules_whatever_the_system(system):
    """Of teams: `test_team_fide_mode.py`."""
    made = factories.tournament(6, system=system, total_rounds=5)
    chief = factories.chief_of(made)
    confirmed(change_tournament, tournament=made, by=chief, values={"total_rounds": 3})
    factories.pair(made, 1)
    made.refresh_from_db()
    for values in (
        {"total_rounds": 5},
        {"system": "handbook.dutch"},
        {"bye_points": 0},
        {"tie_breaks": ["WIN"]},
        {"initial_colour": "b" if made.initial_colour == "w" else "w"},
    ):
        with pytest.raises(Refused) as refused:
            change_tournament(tournament=made, by=chief, values=values)
        assert refused.value.code == "tournament.locked_in_fide_mode"
    made.refresh_from_db()
    assert (made.total_rounds, made.system, made.fide_mode) == (3, system, True)


def test_q40_older_editions_and_other_books_start_outside():
    assert not factories.tournament(system="handbook.dutch").fide_mode
    assert not factories.tournament(tie_break_edition="handbook", tie_breaks=["BH"]).fide_mode


def left(tournament):
    return confirmed(leave_fide_mode, tournament=tournament, by=factories.chief_of(tournament))


def test_q42_q43_it_can_be_left_after_two_confirmations_in_a_row():
    made = factories.tournament(8)
    chief = factories.chief_of(made)
    with pytest.raises(NeedsConfirmation) as first:
        leave_fide_mode(tournament=made, by=chief)
    assert "cannot return" in str(first.value.reasons[0])
    with pytest.raises(NeedsConfirmation) as second:
        leave_fide_mode(tournament=made, by=chief, confirmed=first.value.token)
    assert (first.value.level, first.value.step, second.value.step) == (4, 1, 2)
    assert Tournament.objects.get(pk=made.pk).fide_mode  # cancelled: nothing has changed
    leave_fide_mode(tournament=made, by=chief, confirmed=second.value.token)
    assert not Tournament.objects.get(pk=made.pk).fide_mode


@pytest.mark.parametrize(
    "values", [{"system": "handbook.lim"}, {"system": "handbook.knockout"},
               {"tie_break_edition": "handbook"}],
)  # fmt: skip
def test_q43_every_way_out_is_confirmed_twice(values):
    made = factories.tournament(8)
    given = {"tournament": made, "by": factories.chief_of(made), "values": values}
    with pytest.raises(NeedsConfirmation) as first:
        change_tournament(**given)
    assert (first.value.act, first.value.level) == ("tournament.leave_fide_mode", 4)
    with pytest.raises(NeedsConfirmation):
        change_tournament(**given, confirmed=first.value.token)
    kept = Tournament.objects.get(pk=made.pk)
    assert (kept.fide_mode, kept.system) == (True, "fide2026.dutch")
    confirmed(change_tournament, **given)
    assert not Tournament.objects.get(pk=made.pk).fide_mode
    assert LogEntry.objects.filter(act="tournament.left_fide_mode").count() == 1


def test_q43_on_the_page_the_answer_to_the_first_question_is_the_second(client):
    made = factories.tournament(8)
    client.force_login(factories.chief_of(made))
    address = f"/en/desk/{made.event.slug}/a/fide-mode/leave/"
    token = ""
    for _question in range(2):
        page = client.post(address, {"confirmed": token})
        assert page.status_code == 409
        token = page.context["question"].token
        assert Tournament.objects.get().fide_mode
    assert client.post(address, {"confirmed": token}).status_code == 302
    assert not Tournament.objects.get().fide_mode


def test_q44_the_report_says_in_which_round_it_was_left():
    made = factories.tournament(8)
    factories.play(made, 2)
    left(made)
    assert list(irregular_lines(made)) == ["### Configuration @ Round 2: FIDE mode left"]


def test_q45_it_cannot_be_regained():
    made = left(factories.tournament(8))
    chief = factories.chief_of(made)
    with pytest.raises(Refused, match="not a setting"):
        change_tournament(tournament=made, by=chief, values={"fide_mode": True})
    confirmed(change_tournament, tournament=made, by=chief, values={"system": "handbook.lim"})
    made = change_tournament(tournament=made, by=chief, values={"system": "fide2026.dutch"})
    assert not made.fide_mode
    with pytest.raises(DatabaseError, match="FIDE mode"), transaction.atomic():
        Tournament.objects.filter(pk=made.pk).update(fide_mode=True)


def test_q45_a_copy_is_a_new_tournament_and_leaves_the_old_one_as_it_is():
    made = left(factories.tournament(8))
    event = copy_event(
        source=made.event,
        name="Next year",
        starts_on=made.event.starts_on,
        by=factories.chief_of(made),
    )
    assert event.tournaments.get().fide_mode
    assert not Tournament.objects.get(pk=made.pk).fide_mode


def test_q46_outside_it_every_page_of_the_desk_and_the_api_say_so(client):
    made = left(factories.tournament(8))
    factories.play(made, 1)
    client.force_login(factories.user(role=Role.READER, event=made.event))
    desk = f"/en/desk/{made.event.slug}/a/"
    for path in ("players/", "players/check-in/", "players/forbidden/", "rounds/1/",
                 "rounds/1/reasons/", "rounds/1/hand/", "rounds/2/", "standings/",
                 "standings/decisions/", "documents/", "settings/", "settings/timetable/",
                 "settings/ready/", "history/"):  # fmt: skip
        assert "outside FIDE mode" in client.get(desk + path).content.decode(), path
    assert client.get(f"/api/v1/tournaments/{made.pk}/").json()["fide_mode"] is False
