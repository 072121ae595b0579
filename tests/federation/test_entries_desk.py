"""The organiser: take-over into the tournament, money, and nobody else's business."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from federation.models import Booking, Charge, Duty, Message
from federation.queries.entries_desk import desk_of
from federation.queries.entries_money import account_of
from federation.services.entries import Applicant, withdraw_entry
from federation.services.entries_money import new_charge, receive
from federation.services.entries_takeover import take_over
from federation.services.officers import name_officer
from federation.urls.entries import organiser
from tests import factories
from tests.federation import entries_made as make
from tests.federation.officers import officer, signed_in
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, LogEntry, Role, Team
from tournaments.queries.teams.rules import rules_of
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.setup.forgetting import forget_people
from tournaments.services.teams.importing import read_teams_file

pytestmark = pytest.mark.django_db
NAMES = sorted(one.name for one in organiser)


@pytest.fixture
def chief():
    return factories.user("chief")


@pytest.fixture
def event(chief):
    return make.calendar(chief=chief, sections=({"name": "A", "fee": 400}, {"name": "B"}))


def address(name, event, pk=1):
    more = {
        "withdraw_booking": [pk],
        "charge": [pk],
        "paid_whole": [pk],
        "receipt": [pk],
        "teams_csv": [pk],
    }.get(name, [])
    return reverse(f"federation:{name}", args=[event.event.slug, *more])


# --- Who may --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_the_organiser_is_nobody_elses(name, event, settings):
    booking = make.entered(event)
    place = address(name, event, booking.charge.pk if name != "withdraw_booking" else booking.pk)
    assert Client().post(place).status_code == 302  # to sign in
    arbiter = factories.user("arbiter", Role.ARBITER, event.event)
    elsewhere = factories.chief_of(factories.tournament())
    clubs = officer(Duty.CLUB, club=make.club())
    for stranger in (factories.user(), arbiter, elsewhere, clubs):
        assert signed_in(stranger).get(place).status_code == 404
        assert signed_in(stranger).post(place).status_code == 404
    settings.FEDERATION = ""
    assert signed_in(factories.user("x")).get(place).status_code == 404
    assert not Entry.objects.exists()
    booking.refresh_from_db()
    assert booking.state == Booking.State.ACCEPTED


@pytest.mark.parametrize("name", ["organise", "money", "charge", "money_csv", "payments_csv"])
def test_chief_applicant_and_office_look_at_it(name, event, chief):
    booking = make.entered(event)
    applicant, office = factories.user("applicant"), factories.user("office")
    event.applicant = applicant
    event.save()
    name_officer(user=office, duty=Duty.OFFICE, by=None)
    for user in (chief, applicant, office):
        answer = signed_in(user).get(address(name, event, booking.charge.pk))
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "no-store"


def test_only_arbiters_of_the_event_enter_players(event):
    office = officer()
    make.entered(event)
    assert signed_in(office).post(address("take_over", event)).status_code == 403
    assert "Take 1 player" not in Page(signed_in(office).get(address("organise", event))).text


# --- Take-over ------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["applicant", "office", "delegate"])
def test_who_looks_after_an_event_finds_its_entries_and_money(event, who):
    user = factories.user(who)
    page = f"/en/office/applications/{event.pk}/"
    if who == "applicant":
        event.applicant = user
        event.save()
        page = f"/en/applications/{event.pk}/"
    elif who == "office":
        name_officer(user=user, duty=Duty.OFFICE, by=None)
    else:
        name_officer(user=user, duty=Duty.DELEGATE, province=event.province, by=None)
    seen = Page(signed_in(user).get(page))
    links = {link.words: link.address for link in seen.links("main a")}
    assert ("Entries and money" in links) == (who != "delegate")
    assert "Desk of the event" not in links  # they are not of its staff
    if who != "delegate":
        desk = Page(signed_in(user).get(links["Entries and money"]))
        assert desk.all("nav.actions [aria-current]") == ["Entries"]


def test_somebody_who_may_not_enter_players_reads_who_does(event, chief):
    make.entered(event)
    office = officer()
    said = "An arbiter of the event takes 1 player over into the tournament here."
    assert said in Page(signed_in(office).get(address("organise", event))).text
    assert said not in Page(signed_in(chief).get(address("organise", event))).text


def test_one_press_makes_players_and_a_second_nobody_twice(event, chief):
    strong = make.entered(event, make.player(standard=2100, fide_id="63001"))
    weak = make.entered(event, make.player(national=1500))
    other = make.entered(event, section="B")
    client = signed_in(chief)
    page = Page(client.post(address("take_over", event), follow=True))
    assert "3 players added." in page.text
    listed = list(Entry.objects.filter(tournament__name="A").order_by("tpn"))
    assert [one.player for one in listed] == [strong.player, weak.player]
    assert [one.rating for one in listed] == [2100, 1500]
    assert Entry.objects.get(tournament__name="B").player == other.player
    late = make.entered(event)
    client.post(address("take_over", event))
    client.post(address("take_over", event))
    assert Entry.objects.count() == 4
    late.refresh_from_db()
    assert late.entry.player == late.player


def test_who_stands_in_the_list_already_is_only_recognised(event, chief):
    first = make.entered(event)
    take_over(calendar=event, by=chief)
    tournament = event.sections.get(name="A").tournament
    by_hand = factories.enter_one(tournament, {"name": "Yıldız, Ada", "birth_date": "2001"})
    newcomer = Applicant(name="YILDIZ Ada", birth_date="2001-02-03", federation="TUR")
    booking = make.entered(event, newcomer)
    done = take_over(calendar=event, by=chief, booking=booking.pk)
    assert (done.entered, done.known) == (0, 1)
    booking.refresh_from_db()
    assert booking.entry == by_hand
    assert Entry.objects.count() == 2
    assert Booking.objects.get(pk=first.pk).entry != by_hand
    with pytest.raises(Refused):
        take_over(calendar=event, by=chief)


def test_a_late_player_enters_the_next_round_where_the_tournament_allows_it(event, chief):
    for _one in range(4):
        make.entered(event)
    take_over(calendar=event, by=chief)
    tournament = event.sections.get(name="A").tournament
    factories.play(tournament, 1)
    booking = make.entered(event)
    translation.activate("en")
    client, sent = signed_in(chief), {"booking": booking.pk}
    page = Page(client.post(address("take_over", event), sent, follow=True))
    assert "Late entries are no longer admitted" in page.text  # the tournament's own rule
    type(tournament).objects.filter(pk=tournament.pk).update(late_entries_until=3)
    client.post(address("take_over", event), sent)
    booking.refresh_from_db()
    assert booking.entry.first_round == 2


def test_somebody_who_withdraws_after_the_take_over_is_shown_to_the_chief(event, chief):
    booking = make.entered(event)
    take_over(calendar=event, by=chief)
    withdraw_entry(booking=booking)
    assert (
        "Withdrew after the take-over"
        in Page(signed_in(chief).get(address("organise", event))).text
    )
    assert [one.pk for left in desk_of(event).left for one in left.rows] == [booking.pk]


def leave(client, event, **sent):
    """Press, and answer the question."""
    place = address("leave_tournament", event)
    origin = {"origin": address("organise", event)}
    page = Page(client.post(place, {**sent, **origin}, follow=True))
    asked = page.tree.css_first("input[name=confirmed]")
    if asked is None:
        return page
    return Page(client.post(place, {**sent, "confirmed": asked.attributes["value"]}, follow=True))


def test_all_who_withdrew_leave_with_one_press_before_anything_is_paired(event, chief):
    stays, *others = [make.entered(event) for _one in range(4)]
    take_over(calendar=event, by=chief)
    for one in others:
        withdraw_entry(booking=one)
    tournament = event.sections.get(name="A").tournament
    client, sent = signed_in(chief), {"tournament": tournament.pk}
    place = reverse("desk:players_checkin", args=[event.event.slug, tournament.slug])
    assert Page(client.get(place)).text.count("withdrew from the entries") == 3
    asked = Page(client.post(address("leave_tournament", event), sent))
    assert "Remove these players?" in asked.text
    assert all(one.name in asked.text for one in others)
    assert Entry.objects.count() == 4
    assert "3 players have left" in leave(client, event, **sent).text
    assert [one.player for one in Entry.objects.all()] == [stays.player]
    assert not desk_of(event).left
    leave(client, event, **sent)  # the second press
    assert LogEntry.objects.filter(act="entry.removed").count() == 3


def test_while_it_is_played_each_is_withdrawn_by_the_act_of_the_desk(event, chief):
    bookings = [make.entered(event) for _one in range(6)]
    take_over(calendar=event, by=chief)
    for one in bookings[:2]:
        withdraw_entry(booking=one)
    tournament = event.sections.get(name="A").tournament
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    client = signed_in(chief)
    entry = Booking.objects.get(pk=bookings[0].pk).entry
    sent = {"tournament": tournament.pk}
    assert "A is being played: withdraw" in leave(client, event, **sent).text
    assert "has a game that is being played" in leave(client, event, **sent, entry=entry.pk).text
    factories.enter_all(tournament, 1)
    assert "1 player has left" in leave(client, event, **sent, entry=entry.pk).text
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_after) == (Entry.Status.WITHDRAWN, 1)
    assert [one.pk for left in desk_of(event).left for one in left.rows] == [bookings[1].pk]


def test_only_arbiters_of_the_event_take_players_out(event, chief):
    booking = make.entered(event)
    take_over(calendar=event, by=chief)
    withdraw_entry(booking=booking)
    office = officer()
    sent = {"tournament": event.sections.get(name="A").tournament.pk}
    place = address("leave_tournament", event)
    assert signed_in(office).post(place, sent).status_code == 403
    assert "An arbiter of the event" in Page(signed_in(office).get(address("organise", event))).text
    other = make.calendar(chief=chief)  # of another event nothing is touched
    assert leave(signed_in(chief), other, **sent).count("[data-message]") == 0
    assert Entry.objects.count() == 1


def test_who_enters_again_is_the_same_player_and_back(event, chief):
    person = make.player()
    make.entered(event)
    first = make.entered(event, person)
    take_over(calendar=event, by=chief)
    withdraw_entry(booking=first)
    tournament = event.sections.get(name="A").tournament
    entry = Entry.objects.get(player=person)
    confirmed(withdraw_player, tournament=tournament, entry=entry, by=chief)
    again = make.entered(event, person)
    done = take_over(calendar=event, by=chief)
    assert (done.entered, done.known) == (0, 1)
    again.refresh_from_db()
    first.refresh_from_db()
    entry.refresh_from_db()
    assert (again.entry, first.entry, entry.gone) == (entry, None, False)
    assert Entry.objects.count() == 2


def test_players_of_teams_are_handed_over_as_a_list_of_teams(chief):
    event = make.calendar(
        chief=chief, teams=True, sections=({"name": "A"}, {"name": "L", "system": "fide2026.team"})
    )
    make.entered(event)
    for name, club in (("Kaya, Ada", "Göztepe"), ("Kaya, Ece", "Çankaya"), ("Ak, Can", "Çankaya")):
        make.entered(event, make.player(name, club=club), section="L")
    client = signed_in(chief)
    page = Page(client.post(address("take_over", event), follow=True))
    assert "1 player added." in page.text and "Played by teams" in page.text
    section = event.sections.get(name="L")
    place = reverse("federation:teams_csv", args=[event.event.slug, section.pk])
    league = factories.tournament(system="fide2026.team")
    read = read_teams_file(client.get(place).content, "teams.csv", league)
    assert not read.players.problem
    assert [(one.name, len(one.lines)) for one in read.teams] == [("Çankaya", 2), ("Göztepe", 1)]


def test_one_press_makes_a_team_of_each_club_and_the_next_only_adds_to_them(chief):
    event = make.calendar(
        chief=chief, teams=True, sections=({"name": "L", "system": "fide2026.team", "fee": 100},)
    )
    for number in range(8):
        player = make.player(f"Ak, Can {number}", club="Çankaya", national=2000 - number)
        make.entered(event, player, section="L")
    make.entered(event, make.player("Kaya, Ada", club="Göztepe"), section="L")
    nobodys = make.entered(event, make.player("Uz, Ece"), section="L")
    client, section = signed_in(chief), event.sections.get(name="L")
    page = Page(client.get(address("organise", event)))
    assert "Make teams of 10 players: L" in page.buttons()
    press = {"section": section.pk}
    assert (
        "10 players added."
        in Page(client.post(address("take_over", event), press, follow=True)).text
    )
    section.refresh_from_db()
    tournament = section.tournament
    most = rules_of(tournament).boards + rules_of(tournament).reserves
    teams = {one.name: [m.entry.name for m in one.members.all()] for one in tournament.teams.all()}
    assert [len(teams[name]) for name in ("Çankaya", "Çankaya 2", "Göztepe")] == [most, 8 - most, 1]
    assert teams["Çankaya"][0] == "Ak, Can 0" and len(teams) == 3
    nobodys.refresh_from_db()
    assert nobodys.entry.tournament == tournament  # of no club: the desk puts them in a team
    assert not event.bookings.filter(entry=None).exists()
    later = make.entered(event, make.player("Kaya, Su", club="Göztepe"), section="L")
    client.post(address("take_over", event), {"booking": later.pk})
    assert tournament.teams.get(name="Göztepe").members.count() == 2
    again = {**press, "origin": address("organise", event)}
    answer = client.post(address("take_over", event), again, follow=True)
    assert "stands in the tournament already" in Page(answer).text
    assert tournament.entries.count() == 11


def test_teams_that_were_read_in_are_recognised_and_later_ones_asked_of_the_desk(chief):
    event = make.calendar(
        chief=chief, teams=True, sections=({"name": "L", "system": "fide2026.team"},)
    )
    first = make.entered(event, make.player("Kaya, Ada", club="Göztepe"), section="L")
    other = make.entered(event, make.player("Ak, Can", club="Çankaya"), section="L")
    client, section = signed_in(chief), event.sections.get(name="L")
    client.post(address("take_over", event), {"section": section.pk})
    first.refresh_from_db()
    withdraw_entry(booking=first, by=None)
    assert "Göztepe" not in Page(client.get(address("organise", event))).text
    assert "Kaya, Ada" in Page(client.get(address("organise", event))).text
    Booking.objects.update(entry=None)
    take_over(calendar=event, by=chief, section=section)
    other.refresh_from_db()
    assert other.entry.name == "Ak, Can" and Entry.objects.count() == 2
    Team.objects.update(number=F("pk"))
    make.entered(event, make.player("Uz, Ece", club="Çankaya"), section="L")
    with pytest.raises(Refused, match="drawn"):
        take_over(calendar=event, by=chief, section=section)
    assert Entry.objects.count() == 2


def test_the_check_in_shows_who_has_not_paid(event, chief):
    owing, paid = make.entered(event), make.entered(event)
    take_over(calendar=event, by=chief)
    tournament = event.sections.get(name="A").tournament
    place = reverse("desk:players_checkin", args=[event.event.slug, tournament.slug])
    client = signed_in(chief)
    assert Page(client.get(place)).text.count("owes 400 TRY") == 2
    seen = type(tournament).objects.get(pk=tournament.pk).revision
    receive(charge=paid.charge, amount=Decimal(400), method="cash", by=chief)
    answer = client.get(f"{place}?seen={seen}", headers={"HX-Request": "true"})
    assert Page(answer).text.count("owes 400 TRY") == 1  # a page that waits hears of it
    assert account_of(owing.charge).owed


def test_the_organiser_takes_somebody_off_after_a_question(event, chief):
    booking = make.entered(event)
    client, place = signed_in(chief), address("withdraw_booking", event, booking.pk)
    page = Page(client.post(place))
    assert "Withdraw this entry?" in page.text
    token = page.tree.css_first("input[name=confirmed]").attributes["value"]
    client.post(place, {"confirmed": token})
    booking.refresh_from_db()
    assert booking.state == Booking.State.WITHDRAWN


# --- Money ----------------------------------------------------------------------------------------


def test_a_payment_is_noted_with_one_press_and_stands_in_the_history(event, chief):
    charge = make.entered(event).charge
    client = signed_in(chief)
    page = Page(client.get(f"{address('money', event)}?q={charge.reference.lower()}"))
    assert page.rows()[0][:1] == ["A"]
    client.post(address("paid_whole", event, charge.pk), {"method": "cash"})
    assert account_of(charge).settled
    page = Page(client.get(address("charge", event, charge.pk)))
    assert "Payment received" in page.text
    line = LogEntry.objects.get(act="payment.received")
    assert (line.by, line.after["method"]) == (chief, "cash")
    assert (
        client.post(address("paid_whole", event, charge.pk), {"method": "online"}).status_code
        == 404
    )


def test_nonsense_in_the_form_is_said(event, chief):
    charge = make.entered(event).charge
    client = signed_in(chief)
    for amount in ("", "-1", "0", "1e9", "abc", "12345678901"):
        page = Page(
            client.post(address("charge", event, charge.pk), {"amount": amount, "method": "cash"})
        )
        assert page.count("[data-wrong]") == 1, amount
    assert not account_of(charge).paid


def test_the_treasurers_files(event, chief):
    booking = make.entered(event, make.player("Kaya, Ada", club="Göztepe"))
    receive(charge=booking.charge, amount=Decimal("150.50"), method="transfer", by=chief)
    client = signed_in(chief)
    fees = client.get(address("money_csv", event)).content.decode().splitlines()
    assert fees[1] == (
        f'{booking.charge.reference},"Kaya, Ada",A,Göztepe,accepted,400.00,150.50,0.00,249.50,'
        "0.00,TRY"
    )
    payments = client.get(address("payments_csv", event)).content.decode().splitlines()
    assert f'{booking.charge.reference},"Kaya, Ada",A,150.50,TRY,bank transfer' in payments[1]


def test_a_reminder_is_sent_from_the_page(event, chief):
    make.entered(event)
    page = Page(signed_in(chief).post(address("remind", event), follow=True))
    assert "1 reminder is on its way." in page.text
    assert Message.objects.filter(text__startswith="Entry fee not paid yet").count() == 1


def test_another_events_fee_is_not_found(event, chief):
    other = make.entered(make.calendar(sections=({"name": "A", "fee": 100},)))
    client = signed_in(chief)
    assert client.get(address("charge", event, other.charge.pk)).status_code == 404
    sent = {"method": "cash"}
    assert client.post(address("paid_whole", event, other.charge.pk), sent).status_code == 404


# --- Data protection ------------------------------------------------------------------------------


def test_contacts_are_forgotten_with_the_event(event):
    child = make.player(born=timezone.localdate() - timedelta(days=10 * 365))
    booking = make.entered(event, child, parent="Kaya, Ece")
    yesterday = timezone.localdate() - timedelta(days=1)
    type(event.event).objects.filter(pk=event.event.pk).update(
        starts_on=yesterday, ends_on=yesterday
    )
    event.event.refresh_from_db()
    counted = forget_people(event=event.event, by=None)
    assert counted["bookings"] == 1
    booking.refresh_from_db()
    assert (booking.email, booking.parent_name, booking.token) == ("", "", "")
    assert booking.birth_date == child.birth_date[:4]
    assert not Message.objects.filter(about=f"booking:{booking.pk}").exists()
    assert Charge.objects.filter(booking=booking).exists()  # the accounts stay


def noted(client, place, amount):
    """The answer to an amount that was typed on the page of a fee, in Turkish."""
    sent = {"amount": amount, "method": "transfer", "note": ""}
    with translation.override("tr"):
        return Page(client.post(place.replace("/en/", "/tr/"), sent, follow=True))


def test_amounts_are_typed_as_the_page_writes_them(event, chief):
    booking = make.entered(event)
    client, place = signed_in(chief), address("charge", event, booking.charge.pk)
    for wrong in ("1e5", "abc", "-5", "0", "", "1.00.0"):
        noted(client, place, wrong)
    assert account_of(booking.charge).paid == 0
    page = noted(client, place, "1.250,50")
    assert account_of(booking.charge).paid == Decimal("1250.50")
    assert "1.250,50 TRY" in page.text
    assert page.tree.css_first("[name=amount]").attributes["value"] == "850,50"
    assert "ödeme yolu: banka havalesi" in page.text


def test_a_clubs_transfer_is_found_by_its_reference_and_by_the_club(event, chief):
    club = make.club("Göztepe SK")
    invoice = new_charge(
        event, now=timezone.now(), amount=0, club=club, purpose=Charge.Purpose.CLUB
    )
    player, other = make.entered(event), make.entered(event)
    Charge.objects.filter(booking=player).update(invoice=invoice)
    client, place = signed_in(chief), address("money", event)

    def found(wanted, only=""):
        page = Page(client.get(place, {"q": wanted, "only": only}))
        links = [link.words for link in page.links("main td a")]
        assert ("No fee of this reference or name." in page.text) == (not links)
        return links

    assert found(invoice.reference) == [invoice.reference, player.charge.reference]
    assert found(invoice.reference.lower(), "owing") == found(invoice.reference)
    assert found("goztepe") == [invoice.reference]
    assert found(other.name) == [other.charge.reference]
    assert found("Kimse") == []


@pytest.mark.parametrize("name", ["organise", "money", "charge"])
def test_an_arbiter_finds_the_way_back_to_the_desk(name, event, chief):
    place = address(name, event, make.entered(event).charge.pk)
    office = officer()
    for user, found in ((chief, True), (office, False)):
        page = Page(signed_in(user).get(place))
        links = {link.words for link in page.links("nav.actions a")}
        assert ("Desk of the event" in links) == found
