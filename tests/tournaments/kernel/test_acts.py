"""One act: what is locked, kept and touched, and that nothing is when nothing was done."""

from copy import deepcopy

import pytest
from django.db import connection
from django.db.models.signals import post_save
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.kernel import acts
from tournaments.kernel.acts import act
from tournaments.kernel.errors import NeedsConfirmation, Reason, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry, Tournament
from tournaments.services.results.entering import enter_result
from tournaments.services.setup.events import create_tournament
from tournaments.services.setup.removing import remove_tournament

#: as it is outside the tests, see `tests/tournaments/conftest.py`
UNSAID = acts.unsaid
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    return factories.tournament()


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def revision(tournament):
    return Tournament.all_objects.get(pk=tournament.pk).revision


def lines(**which):
    return [line.act for line in LogEntry.objects.filter(**which).order_by("id")]


def rename(tournament, *, name="B", confirmed="", quiet="", fail=False):
    """An act made for these tests."""
    by = factories.chief_of(tournament)
    with act("test.renamed", tournament, by=by, confirmed=confirmed, quiet=quiet) as done:
        if done.tournament.name == name:
            return done.nothing(name)
        before, done.tournament.name = done.tournament.name, name
        done.tournament.save(update_fields=["name"])
        done.record(done.tournament, before=before, after=name)
        if fail:
            raise Refused("undo.nothing")
        return name


def test_an_act_leaves_one_line_and_raises_the_revision_once(tournament):
    before = revision(tournament)
    assert rename(tournament) == "B"
    assert revision(tournament) == before + 1
    line = LogEntry.objects.get(act="test.renamed")
    assert (line.by, line.tournament, line.event) == (
        factories.chief_of(tournament),
        tournament,
        tournament.event,
    )
    assert (line.target, line.label, line.before, line.after) == (
        f"tournament:{tournament.pk}",
        "B",
        "A",
        "B",
    )


def test_a_second_press_leaves_nothing(tournament):
    rename(tournament)
    before = revision(tournament)
    assert rename(tournament) == "B"
    assert revision(tournament) == before
    assert lines(act="test.renamed") == ["test.renamed"]


def test_an_act_that_is_refused_leaves_nothing(tournament):
    before = revision(tournament)
    with pytest.raises(Refused):
        rename(tournament, fail=True)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.revision) == ("A", before)
    assert lines(act="test.renamed") == []


def test_an_act_that_asks_leaves_nothing_until_its_question_is_answered(tournament):
    def risky(confirmed=""):
        by = factories.chief_of(tournament)
        with act("test.risky", tournament, by=by, confirmed=confirmed) as done:
            done.record(done.tournament)
            done.require("round.publish", level=2, reasons=[Reason("lots.undo_effect")])

    before = revision(tournament)
    with pytest.raises(NeedsConfirmation) as question:
        risky()
    assert (revision(tournament), lines(act="test.risky")) == (before, [])
    risky(question.value.token)
    assert (revision(tournament), lines(act="test.risky")) == (before + 1, ["test.risky"])


def test_a_quiet_act_leaves_its_line_and_no_new_revision(tournament):
    before = revision(tournament)
    rename(tournament, quiet="the name of a test is on no page")
    assert revision(tournament) == before
    assert lines(act="test.renamed") == ["test.renamed"]


def test_an_act_that_says_nothing_is_a_mistake_and_leaves_nothing(tournament):
    def forgotten():
        with act("test.forgotten", tournament, by=None) as done:
            done.tournament.name = "B"
            done.tournament.save()

    before = revision(tournament)
    with pytest.raises(AssertionError, match=r"test\.forgotten"):
        forgotten()
    tournament.refresh_from_db()
    assert (tournament.name, tournament.revision) == ("A", before)


def test_in_the_hall_a_forgetful_act_is_kept_touched_and_named_in_the_log(
    tournament, monkeypatch, caplog
):
    monkeypatch.setattr(acts, "unsaid", UNSAID)
    before = revision(tournament)
    with act("test.forgotten", tournament, by=None) as done:
        done.tournament.name = "B"
        done.tournament.save()
    tournament.refresh_from_db()
    assert (tournament.name, tournament.revision) == ("B", before + 1)
    assert "test.forgotten" in caplog.text


def test_what_is_saved_with_the_revision_is_touched_once(tournament):
    before = revision(tournament)
    with act("test.saved", tournament, by=None) as done:
        done.tournament.name = "B"
        done.save("name")
        done.tournament.live_url = "https://example.org/"
        done.save("live_url")
        done.record(done.tournament)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.live_url) == ("B", "https://example.org/")
    assert tournament.revision == before + 1


def test_an_act_within_an_act_works_with_the_same_row_and_touches_with_it(tournament):
    before = revision(tournament)
    with (
        CaptureQueriesContext(connection) as asked,
        act("test.outer", tournament, by=None) as outer,
    ):
        rename(tournament)
        rename(tournament, name="C")
        assert outer.tournament.name == "C"
        outer.record(outer.tournament)
    assert revision(tournament) == before + 1
    assert lines(act__startswith="test.") == ["test.renamed", "test.renamed", "test.outer"]
    locks = [one["sql"] for one in asked.captured_queries if "FOR UPDATE" in one["sql"]]
    assert len(locks) == 1


def test_what_was_done_within_an_act_is_touched_although_the_rest_was_done_already(tournament):
    before = revision(tournament)
    with act("test.outer", tournament, by=None, quiet="it only calls another") as outer:
        rename(tournament)
        outer.nothing()
    assert revision(tournament) == before + 1


def test_an_act_on_an_event_touches_all_its_tournaments_unless_it_is_quiet():
    first = factories.tournament()
    second = create_tournament(event=first.event, by=factories.user(), name="Second")
    before = [revision(first), revision(second)]
    with act("test.event", first.event, by=None, quiet="nobody sees it") as done:
        done.record(done.row)
    assert [revision(first), revision(second)] == before
    with act("test.event", first.event, by=None) as done:
        done.record(done.row)
    assert [revision(first), revision(second)] == [one + 1 for one in before]
    assert lines(act="test.event", event=first.event) == ["test.event", "test.event"]


def test_what_was_removed_meanwhile_is_refused_and_only_that_is_fetched_again(tournament):
    def fetch():
        with act("test.fetched", tournament, by=None, removed=True) as done:
            return done.nothing(done.tournament)

    with pytest.raises(Refused) as refused:
        fetch()
    assert refused.value.code == "tournament.not_removed"
    chief = factories.chief_of(tournament)
    confirmed(remove_tournament, tournament=tournament, by=chief)
    with pytest.raises(Refused) as refused:
        rename(tournament)
    assert refused.value.code == "tournament.is_removed"
    assert fetch() == tournament


def test_pages_are_told_the_revision_that_is_stored_when_both_players_are_missing():
    """Each player on hold had raised the revision for the pages, and the result took it back: the
    next change was then shown a minute late."""
    tournament = factories.tournament(8)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    told = []

    def saved(instance, **_more):
        told.append(instance.revision)

    post_save.connect(saved, sender=Tournament)
    try:
        pairing = tournament.rounds.get(number=1).pairings.first()
        enter_result(
            tournament=tournament,
            pairing_id=pairing.pk,
            code="--",
            version=pairing.version,
            by=factories.chief_of(tournament),
        )
    finally:
        post_save.disconnect(saved, sender=Tournament)
    assert lines(act="checkin.absent") == ["checkin.absent", "checkin.absent"]
    assert max(told) == revision(tournament)
