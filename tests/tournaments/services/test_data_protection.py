"""A59: contacts, birth dates, links and notes go on the date of the event; names and results stay.
A person's data as one file, and consent with its time."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tournaments import tasks
from tournaments.models import Consent, Entry, Event, LogEntry, Role, Tournament
from tournaments.queries.entries.personal import personal_data
from tournaments.queries.standings.table import standings_table
from tournaments.queries.voice.codes import codes_of
from tournaments.services.entries.consents import set_consent
from tournaments.services.entries.listing import change_entry
from tournaments.services.setup import forgetting
from tournaments.services.setup.forgetting import forget_due, forget_people, without_own
from tournaments.services.setup.invitations import invite
from tournaments.services.voice import mailing, proving
from tournaments.services.voice.calls import call
from tournaments.services.voice.cases import claim
from tournaments.services.voice.requests import ask
from tournaments.services.voice.results import report_result

pytestmark = pytest.mark.django_db

PHONE, NOTE, MAIL = "0555 000 11 22", "needs a quiet table", "helper@example.org"


@pytest.fixture(scope="module")
def over_once(standing):
    """Played, and over for a day; a player with a phone, a note and a birth date."""
    made = factories.tournament(6, total_rounds=2)
    chief = factories.chief_of(made)
    entry = factories.entry(made, 3)
    values = {"phone": PHONE, "note": NOTE, "birth_date": "2012-05-31"}
    change_entry(tournament=made, entry=entry, version=entry.version, values=values, by=chief)
    invite(event=made.event, email=MAIL, role=Role.ARBITER, language="en", by=chief)
    made.incidents.create(kind="warning", entry=entry, note="spoke of an illness")
    factories.play(made, 2)
    yesterday = timezone.localdate() - timedelta(days=1)
    Event.objects.filter(pk=made.event_id).update(starts_on=yesterday, ends_on=yesterday)
    return Tournament.objects.select_related("event").get(pk=made.pk)


@pytest.fixture
def over(over_once):
    return deepcopy(over_once)


def everything(tournament):
    """All that the database has of the event, as one text."""
    lines = LogEntry.objects.filter(event=tournament.event)
    entries = Entry.objects.filter(tournament=tournament)
    return str([
        *entries.values(), *lines.values("before", "after", "label", "reason"),
        *tournament.incidents.values(), *tournament.event.invitations.values(),
    ])  # fmt: skip


def forget(tournament):
    return forget_people(event=tournament.event, by=None)


def test_a59_contacts_birth_dates_and_notes_go_and_names_and_results_stay(over):
    before = [(row.rank, row.entry.name, row.score) for row in standings_table(over).rows]
    for word in (PHONE, NOTE, MAIL, "2012-05-31", "illness"):
        assert word in everything(over)
    counted = forget(over)
    left = everything(over)
    for word in (PHONE, NOTE, MAIL, "2012-05-31", "illness"):
        assert word not in left
    entry = factories.entry(over, 3)
    assert (entry.phone, entry.note, entry.birth_date) == ("", "", "2012")
    assert (counted["players"], counted["invitations"], counted["notes"]) == (1, 1, 1)
    after = [(row.rank, row.entry.name, row.score) for row in standings_table(over).rows]
    assert after == before
    line = LogEntry.objects.get(act="event.people_forgotten")
    assert (line.by, line.before["players"]) == (None, 1)


def test_the_scheduler_does_it_on_the_date_of_the_event_and_once(over, settings):
    event = over.event
    event.kept_until = timezone.localdate()
    event.save()
    forget_due()
    assert factories.entry(over, 3).phone == PHONE
    event.kept_until = timezone.localdate() - timedelta(days=1)
    event.save()
    assert forgetting.forget_due in tasks.SWEPT
    forget_due()
    forget_due()
    assert factories.entry(over, 3).phone == ""
    assert LogEntry.objects.filter(act="event.people_forgotten").count() == 1


def test_without_a_date_it_is_half_a_year_after_the_last_day(over, settings):
    forget_due()
    assert factories.entry(over, 3).phone == PHONE
    last = timezone.localdate() - timedelta(days=settings.PERSONAL_DATA_DAYS + 1)
    Event.objects.filter(pk=over.event_id).update(starts_on=last, ends_on=last, removed=True)
    forget_due()  # what was put away is not kept for longer
    assert factories.entry(over, 3).phone == ""


def test_an_event_that_is_not_over_keeps_its_contacts(over):
    today = timezone.localdate()
    Event.objects.filter(pk=over.event_id).update(ends_on=today, kept_until=today)
    forget_due()
    assert factories.entry(over, 3).phone == PHONE


def test_another_event_is_not_touched(over):
    other = factories.tournament(2)
    entry = factories.entry(other, 1)
    values = {"phone": "0555 999", "birth_date": "1990-01-02"}
    by = factories.chief_of(other)
    change_entry(tournament=other, entry=entry, version=entry.version, values=values, by=by)
    forget(over)
    entry.refresh_from_db()
    assert (entry.phone, entry.birth_date) == ("0555 999", "1990-01-02")
    assert "1990-01-02" in str(list(LogEntry.objects.filter(event=other.event).values("after")))


def test_the_log_lets_nothing_be_changed_but_what_data_protection_takes_out(over):
    line = LogEntry.objects.filter(act="entry.changed").first()
    mine = LogEntry.objects.filter(pk=line.pk)
    with pytest.raises(Exception, match="append-only"), transaction.atomic():
        mine.update(before={})
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL hakem.forgetting = 'on'")
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            mine.update(act="entry.added")
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            mine.delete()


def test_what_was_somebodys_own_is_found_at_any_depth():
    data = {"rows": [{"name": "Kaya, D", "phone": "1", "birth_date": "2001-02-03"}], "to": "a b@c"}
    assert without_own(data) == {
        "rows": [{"name": "Kaya, D", "phone": "", "birth_date": "2001"}], "to": "a …",
    }  # fmt: skip
    assert without_own(None) is None


def player(tournament, number, end=""):
    place = f"{tournament.event.slug}/{tournament.slug}/players/"
    return f"/en/desk/{place}{factories.entry(tournament, number).pk}/{end}"


def test_consent_is_kept_with_its_time_and_taking_it_back_too(client, over):
    client.force_login(factories.chief_of(over))
    client.post(player(over, 1, "consent/"), {"kind": "photos", "given": "yes"})
    client.post(player(over, 1, "consent/"), {"kind": "photos", "given": "yes"})
    one = Consent.objects.get()
    assert (one.kind, one.withdrawn_at) == ("photos", None)
    assert "Photographs and films: agreed" in Page(client.get(player(over, 1))).text
    client.post(player(over, 1, "consent/"), {"kind": "photos", "given": "no"})
    one.refresh_from_db()
    assert one.withdrawn_at is not None
    assert LogEntry.objects.filter(act="entry.consent").count() == 2
    assert client.post(player(over, 1, "consent/"), {"kind": "x", "given": "yes"}).status_code < 500
    assert Consent.objects.count() == 1


def test_a_person_gets_everything_about_them_as_one_file(client, over):
    chief = factories.chief_of(over)
    set_consent(
        tournament=over, entry=factories.entry(over, 3), kind="public", given=True, by=chief
    )
    client.force_login(chief)
    answer = client.post(player(over, 3, "data/"))
    assert "attachment" in answer["Content-Disposition"]
    data = answer.json()
    assert data["player"]["phone"] == PHONE
    assert data["player"]["birth_date"] == "2012-05-31"
    assert [one["round"] for one in data["games"]] == [1, 2]
    assert data["incidents"][0]["note"] == "spoke of an illness"
    assert [one["kind"] for one in data["consents"]] == ["public"]
    assert any(line["act"] == "entry.changed" for line in data["history"])
    assert LogEntry.objects.filter(act="entry.data_given").count() == 1
    assert "Player 001" not in str(data["player"])


def test_what_a_phone_has_said_is_in_the_file_and_goes_with_the_event(client):
    made = factories.tournament(4, total_rounds=3)
    factories.pair(made, 1)
    factories.publish(made, 1)
    game = made.rounds.get(number=1).pairings.select_related("white", "black")[0]
    entry, chief = game.white, factories.chief_of(made)
    key = proving.new_key()
    proving.prove_by_code(
        tournament=made, code=codes_of([entry])[entry.pk], key=key, device="Android"
    )
    mailing.send_links(tournament=made, text=f"{entry.tpn} {MAIL}", language="en", by=chief)
    call(tournament=made, entry=entry, reason="rule")
    ask(tournament=made, entry=entry, kind="Z", round_number=2)
    report_result(tournament=made, entry=entry, pairing_id=game.pk, said=["win"])
    wrong = {"pairing_id": game.pk, "about": "pairing", "words": "I am not on the list", "said": []}
    claim(tournament=made, entry=entry, **wrong)
    other = game.black
    names = ("phones", "asked_on_the_phone", "results_reported", "arbiters_called", "claims")

    def told(who):
        found = personal_data(Entry.objects.get(pk=who.pk))
        return found["mail"], [len(found[name]) for name in names]

    client.force_login(chief)
    assert client.post(player(made, entry.tpn, "data/")).json()["mail"]["email"] == MAIL
    assert told(entry)[1] == [1, 1, 1, 1, 1]
    assert told(other) == (None, [0, 0, 0, 0, 0])
    assert key not in str(personal_data(entry))
    yesterday = timezone.localdate() - timedelta(days=1)
    Event.objects.filter(pk=made.event_id).update(starts_on=yesterday, ends_on=yesterday)
    assert forget(Tournament.objects.select_related("event").get(pk=made.pk))["voices"] == 1
    assert told(entry) == (None, [0, 0, 0, 0, 0])


def test_only_the_chief_arbiter_hands_data_out(client, over):
    client.force_login(factories.user(role=Role.ARBITER, event=over.event))
    assert client.post(player(over, 3, "data/")).status_code in (403, 404)


def test_the_event_form_takes_the_date(client, over):
    client.force_login(factories.chief_of(over))
    address = f"/en/desk/{over.event.slug}/edit/"
    page = Page(client.get(address))
    assert "contacts and birth dates kept until" in page.text.lower()
