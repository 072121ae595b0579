"""An act that the next press does not undo is asked about once, in words that say what happens and
whether there is a way back."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import (
    Appointment,
    Club,
    CupCategory,
    Duty,
    Licence,
    Officer,
    Qualification,
    Quota,
)
from federation.services import people_merging, people_transfers
from federation.services.entries import Applicant
from tests import factories
from tests.federation import calendar_made as made
from tests.federation import cups_made, people_made_up
from tests.federation import entries_made as entries
from tests.federation.officers import officer
from tests.pages import Page
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


def taking_a_duty_away():
    office = officer()
    other = Officer.objects.get(user=officer(Duty.RATING))
    return office, ("release_officer", other.pk), {}, "officer.released", "given again"


def refusing_an_application():
    sent = {"refuse": "1", "answer": "The hall is taken."}
    at = ("answer_application", made.sent().pk)
    return officer(), at, sent, "calendar.refused", "There is no way back"


def withdrawing_an_application():
    sent = made.sent()
    at = ("withdraw_application", sent.pk)
    return sent.applicant, at, {}, "calendar.withdrawn", "There is no way back"


def removing_a_draft():
    draft = made.draft()
    at = ("withdraw_application", draft.pk)
    return draft.applicant, at, {}, "calendar.draft_removed", "gone for good"


def appointment(user=None):
    calendar = made.approved()
    return Appointment.objects.create(
        calendar=calendar, arbiter=made.arbiter(user=user), role="deputy",
        starts_on=calendar.starts_on, ends_on=calendar.ends_on,
    )  # fmt: skip


def withdrawing_an_appointment():
    one = appointment()
    at = ("withdraw_appointment", one.calendar_id, one.pk)
    return officer(), at, {}, "appointment.withdrawn", "asked again"


def declining_an_appointment():
    user = factories.user("arbiter")
    sent = {"appointment": appointment(user).pk, "decline": "yes"}
    return user, ("my_appointments",), sent, "appointment.declined", "Only the office can ask"


def parting_two_who_were_merged():
    one, other = people_made_up.registered("Kaya, Ada"), people_made_up.registered("Kaya, A.")
    merge = confirmed(people_merging.merge_players, kept=one, gone=other, by=None)
    return officer(Duty.REGISTRAR), ("undo_merge", merge.pk), {}, "person.parted", "merged"


def transfer(ask):
    member = people_made_up.member("Kaya, Ada", of=people_made_up.club())
    club = Club.objects.create(code="35-9", name="Konak", slug="konak", province=made.province())
    return ask(member=member, to_club=club, on=date(2026, 9, 1), by=None)


def refusing_a_transfer():
    at = ("decide_transfer", transfer(people_transfers.ask_transfer).pk)
    return officer(Duty.REGISTRAR), at, {}, "transfer.refused", "asked for again"


def taking_a_transfer_back():
    at = ("decide_transfer", transfer(people_transfers.transfer_at_once).pk)
    return officer(Duty.REGISTRAR), at, {"undo": "1"}, "transfer.undone", "entered again"


def withdrawing_a_licence():
    player = entries.player(licensed=True)
    at = ("withdraw_licence", player.pk, Licence.objects.get(player=player).pk)
    return officer(Duty.REGISTRAR), at, {}, "licence.withdrawn", "given back"


def refusing_a_newcomer():
    who = Applicant(name="Yıldız, Ada", birth_date="1999-02-03", federation="TUR")
    at = ("decide_newcomer", entries.entered(entries.calendar(), who).pk)
    sent = {"do": "refuse", "reason": "Nobody knows them."}
    return officer(Duty.REGISTRAR), at, sent, "booking.refused", "There is no way back"


def cup():
    return cups_made.cup_of(cups_made.finished(cups_made.people("Kaya, Ada", "Ak, Can")))


def removing_an_event_from_a_cup():
    own = cup()
    at = ("remove_cup_event", own.pk, own.sections.get().events.get().pk)
    return officer(), at, {}, "cup.event_removed", "can be added again"


def removing_a_category():
    own = cup()
    category = CupCategory.objects.create(cup=own, name="U14", slug="u14", age_until=14)
    at = ("remove_cup_category", own.pk, category.pk)
    return officer(), at, {}, "cup.category_removed", "can be added again"


def qualification(state):
    own = Qualification.objects.create(name="Final", slug="final", year=2026, state=state)
    played = cups_made.finished(cups_made.people("Kaya, Ada"))
    return own, Quota.objects.create(
        qualification=own, source=Quota.Source.EVENT, tournament=played, places=1
    )


def removing_a_quota():
    own, quota = qualification(Qualification.State.DRAFT)
    at = ("remove_quota", own.pk, quota.pk)
    return officer(), at, {}, "qualification.quota_removed", "can be added again"


def hiding_a_list_of_the_qualified():
    own, _quota = qualification(Qualification.State.PUBLISHED)
    at, sent = ("move_qualification", own.pk), {"to": "hide"}
    return officer(), at, sent, "qualification.hidden", "published again"


@pytest.mark.parametrize(
    "case",
    [
        taking_a_duty_away, refusing_an_application, withdrawing_an_application, removing_a_draft,
        withdrawing_an_appointment, declining_an_appointment, parting_two_who_were_merged,
        refusing_a_transfer, taking_a_transfer_back, withdrawing_a_licence, refusing_a_newcomer,
        removing_an_event_from_a_cup, removing_a_category, removing_a_quota,
        hiding_a_list_of_the_qualified,
    ],
)  # fmt: skip
def test_it_is_asked_once_and_says_what_happens(case):
    user, (name, *place), sent, act, said = case()
    client = Client()
    client.force_login(user)
    address = reverse(f"federation:{name}", args=place).replace("/tr/", "/en/", 1)
    lines = LogEntry.objects.count()
    asked = client.post(address, sent)
    page = Page(asked)
    assert asked.status_code == 409
    assert said in page.text
    assert LogEntry.objects.count() == lines
    token = page.tree.css_first("input[name=confirmed]").attributes["value"]
    assert client.post(address, {**sent, "confirmed": token}).status_code == 302
    assert LogEntry.objects.filter(act=act).count() == 1
