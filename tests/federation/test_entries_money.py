"""Owed, paid and paid back."""

from decimal import Decimal

import pytest
from django.utils import timezone

from federation.models import Charge, Message, Payment
from federation.queries.entries_money import account_of, money_of
from federation.services.entries import change_section, withdraw_entry
from federation.services.entries_money import (
    pay_back,
    receive,
    remind_due,
    remind_those_who_owe,
)
from tests import factories
from tests.federation import entries_made as make
from tournaments.kernel.errors import Refused
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db
SECTIONS = ({"name": "A", "fee": 400, "fee_minors": 250}, {"name": "B", "fee": 300})


def money(charge):
    charge.refresh_from_db()
    account = account_of(charge)
    return tuple(int(one) for one in (account.due, account.paid, account.owed, account.to_refund))


def test_the_fee_is_owed_with_the_place_and_not_before():
    event = make.calendar(sections=({"name": "A", "fee": 400, "places": 1},))
    holder, waiting = make.entered(event), make.entered(event)
    assert money(holder.charge) == (400, 0, 400, 0)
    assert holder.charge.reference.startswith("H")
    assert not Charge.objects.filter(booking=waiting).exists()
    text = Message.objects.filter(to=holder.email).last().text
    assert f"reference {holder.charge.reference}" in text
    assert "To pay: 400 TRY." in text


def test_a_payment_is_received_once_and_a_receipt_is_told_of():
    charge = make.entered(make.calendar(sections=SECTIONS)).charge
    for _message in range(2):
        receive(charge=charge, amount=Decimal(400), method="online", by=None, provider_ref="p-1")
    assert money(charge) == (400, 400, 0, 0)
    line = LogEntry.objects.get(act="payment.received")
    assert line.after["amount"] == "400"
    assert "Paid: 400 TRY." in Message.objects.last().text


@pytest.mark.parametrize("amount", ["0", "-5", "1000001"])
def test_an_amount_that_cannot_be_is_refused(amount):
    charge = make.entered(make.calendar(sections=SECTIONS)).charge
    with pytest.raises(Refused):
        receive(charge=charge, amount=Decimal(amount), method="cash", by=factories.user())
    assert not Payment.objects.exists()


def test_who_withdraws_in_time_gets_back_what_the_event_says():
    event = make.calendar(sections=SECTIONS, refund_percent=50)
    booking = make.entered(event)
    receive(charge=booking.charge, amount=Decimal(400), method="transfer", by=None)
    withdraw_entry(booking=booking)
    assert money(booking.charge) == (200, 400, 0, 200)
    with pytest.raises(Refused):
        pay_back(charge=booking.charge, amount=Decimal(201), method="transfer", by=factories.user())
    pay_back(charge=booking.charge, amount=Decimal(200), method="transfer", by=factories.user())
    assert money(booking.charge) == (200, 400, 0, 0)
    assert [int(one.amount) for one in Payment.objects.all()] == [400, -200]


def test_after_the_day_of_refunds_nothing_goes_back():
    event = make.calendar(sections=SECTIONS, refund_until=timezone.now())
    booking = make.entered(event)
    receive(charge=booking.charge, amount=Decimal(400), method="transfer", by=None)
    withdraw_entry(booking=booking)
    assert money(booking.charge) == (400, 400, 0, 0)


def test_who_has_not_paid_owes_nothing_after_withdrawing():
    booking = make.entered(make.calendar(sections=SECTIONS, refund_percent=0))
    withdraw_entry(booking=booking)
    assert money(booking.charge) == (0, 0, 0, 0)


def test_another_section_has_another_fee():
    event = make.calendar(sections=SECTIONS)
    booking = make.entered(event)
    receive(charge=booking.charge, amount=Decimal(400), method="transfer", by=None)
    change_section(booking=booking, section=event.sections.get(name="B"))
    assert money(booking.charge) == (300, 400, 0, 100)


def test_what_one_owes_is_not_paid_by_what_goes_back_to_another():
    event = make.calendar(sections=SECTIONS)
    over, under = make.entered(event), make.entered(event, section="B")
    receive(charge=over.charge, amount=Decimal(500), method="cash", by=None)
    page = money_of(event)
    assert (page.total.due, page.total.paid) == (700, 500)
    assert (page.total.owed, page.total.to_refund) == (300, 100)
    assert [(one.label.name, one.owed) for one in page.sections] == [("A", 0), ("B", 300)]
    assert [(one.day, one.paid) for one in page.days] == [(timezone.localdate(), 500)]
    assert under.charge.pk in {row.charge.pk for row in page.rows}


def test_reminders_go_to_those_who_owe_and_not_every_day():
    event = make.calendar(sections=SECTIONS)
    paid, owing = make.entered(event), make.entered(event)
    receive(charge=paid.charge, amount=Decimal(400), method="cash", by=None)
    remind_due()  # nothing is due yet
    assert not Message.objects.filter(text__contains="not paid yet").exists()
    Charge.objects.update(due_on=timezone.localdate())
    remind_due()
    remind_due()
    assert remind_those_who_owe(calendar=event, by=factories.user()) == 0
    (mail,) = Message.objects.filter(text__contains="not paid yet")
    assert mail.to == owing.email
