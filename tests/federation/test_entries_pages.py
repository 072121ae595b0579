"""Entering from a phone: find, prove, choose, answer the mail; and what each step refuses."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Booking, Member, Message, Privacy
from federation.queries.entries_links import link_of, token_of
from federation.services.entries import withdraw_entry
from tests.federation import entries_made as make
from tests.pages import Page

pytestmark = pytest.mark.django_db
State = Booking.State
CHILD = timezone.localdate() - timedelta(days=11 * 365)


@pytest.fixture(autouse=True)
def hands_are_quick(monkeypatch):
    monkeypatch.setattr("federation.views.entries.FASTEST", 0)


class Phone:
    """Somebody without an account before the pages of an event."""

    def __init__(self, event):
        self.client = Client()
        self.address = reverse("federation:enter", args=[event.event.slug])

    def get(self, query=""):
        return Page(self.client.get(self.address + query))

    def hidden(self, page, name):
        (node,) = page.tree.css(f"input[name={name}]")
        return node.attributes.get("value")

    def who(self, person, proof, email="ece@example.org", **more):
        page = self.get(f"?player={person.pk}")
        sent = {"step": "who", "player": person.pk, "proof": proof, "email": email}
        return self.post({**sent, "opened": self.hidden(page, "opened"), **more})

    def post(self, sent):
        return Page(self.client.post(self.address, sent))

    def choose(self, page, section, **more):
        sent = {"step": "section", "said": self.hidden(page, "said"), "section": section.pk}
        return self.post({**sent, **more})


def only_link():
    text = Message.objects.latest("pk").text
    (address,) = re.findall(r"https?://\S+", text)
    return address[address.index("/", 8) :]


def test_from_three_letters_to_a_place():
    event = make.calendar(sections=({"name": "A", "fee": 400}, {"name": "U12", "age_until": 12}))
    person = make.player("Öztürk, İnci", club="Karşıyaka SK")
    phone = Phone(event)
    page = phone.get("?q=ozt")
    assert "Öztürk, İnci" in page.text
    assert "1990" not in page.text  # a birth date is nobody's business
    page = phone.who(person, "31.05.1990")
    assert "Entry fee: 400 TRY" in page.text
    assert "Only for players born in" in page.text  # why not U12
    page = phone.choose(page, event.sections.get(name="A"))
    assert "Now look into your mail." in page.text
    listed = reverse("federation:entry_list", args=[event.event.slug])
    assert "Öztürk" not in Page(Client().get(listed)).text
    address = only_link()
    assert "Confirm the entry" in Page(Client().get(address)).text
    assert Booking.objects.get().state == State.UNCONFIRMED  # looking confirms nothing
    page = Page(Client().post(address, {"do": "confirm"}, follow=True))
    assert "The entry is confirmed." in page.text
    assert "TR330006100519786457841326" in page.text
    assert "Öztürk, İnci" in Page(Client().get(listed)).text


def test_no_more_than_six_fields_for_a_child_with_a_parent():
    event = make.calendar(sections=({"name": "U12", "age_until": 12},))
    person = make.player("Kaya, Deniz", born=CHILD)
    phone, typed = Phone(event), "input:not([type=hidden]):not([name=website]), select, textarea"
    count = phone.get().count(f"main :is({typed})")
    count += phone.get(f"?player={person.pk}").count(f"main :is({typed})")
    page = phone.who(person, CHILD.strftime("%d.%m.%Y"))
    count += page.count(f"main :is({typed})")
    assert count == 5  # name, proof, e-mail, parent, consent
    section = event.sections.get()
    missing = phone.choose(page, section)
    assert "Name of a parent" in missing.text
    assert not Booking.objects.exists()
    phone.choose(page, section, parent_name="Kaya, Ece", parent_agrees="on")
    booking = Booking.objects.get()
    assert (booking.parent_name, booking.parent_agreed_at is None) == ("Kaya, Ece", False)


@pytest.mark.parametrize("proof", ["1990", "31.05.1991", "99999", "", "x" * 40])
def test_a_wrong_proof_opens_nothing(proof):
    event, person = make.calendar(), make.player()
    page = Phone(event).who(person, proof)
    assert page.count("input[name=said]") == 0
    assert page.count("[data-wrong]") == 1


def test_a_licence_number_proves_it_too():
    event, person = make.calendar(), make.player(licensed=True)
    for proof in (person.national_id, person.licences.get().number.lower()):
        assert Phone(event).who(person, proof).count("input[name=said]") == 1


def test_guessing_ends():
    event, person = make.calendar(), make.player()
    phone = Phone(event)
    for day in range(1, 7):
        phone.who(person, f"{day}.1.1990")
    page = phone.who(person, "31.05.1990")
    assert "Too many tries." in page.text
    assert page.count("input[name=said]") == 0


def test_programs_are_kept_out(monkeypatch):
    event, person = make.calendar(), make.player()
    phone = Phone(event)
    trapped = phone.who(person, "31.05.1990", website="http://spam.example")
    assert trapped.count("input[name=said]") == 0
    old = phone.who(person, "31.05.1990", opened="nonsense")
    assert "opened too long ago" in old.text
    monkeypatch.setattr("federation.views.entries.FASTEST", 30)
    assert "too fast" in phone.who(person, "31.05.1990").text
    assert not Booking.objects.exists()


def test_what_was_sealed_cannot_be_changed():
    event, other, person = make.calendar(), make.calendar(), make.player()
    page = Phone(event).who(person, "31.05.1990")
    answer = Phone(other).choose(page, other.sections.get())
    assert answer.text == ""  # back to the beginning
    assert not Booking.objects.exists()


def test_a_newcomer_types_who_they_are():
    event = make.calendar()
    phone = Phone(event)
    opened = phone.hidden(phone.get("?new=1"), "opened")
    sent = {"step": "who", "opened": opened, "email": "a@example.org", "federation": "tur"}
    for born in ("31.02.2001", "2001", "31.12.2050"):
        wrong = phone.post({**sent, "name": "Yıldız, Ada", "birth_date": born})
        assert "This is not a birth date." in wrong.text
    page = phone.post({**sent, "name": "Yıldız, Ada", "birth_date": "3.2.2001"})
    phone.choose(page, event.sections.get())
    booking = Booking.objects.get()
    assert (booking.player, booking.birth_date, booking.federation) == (None, "2001-02-03", "TUR")


def test_a_brother_follows_with_the_same_address():
    event = make.calendar(sections=({"name": "A", "places": 1},))
    one, two = make.player("Kaya, Ada", born=CHILD), make.player("Kaya, Efe", born=CHILD)
    phone, proof = Phone(event), CHILD.strftime("%d.%m.%Y")
    agreed = {"parent_name": "Kaya, Ece", "parent_agrees": "on"}
    page = phone.choose(phone.who(one, proof), event.sections.get(), **agreed)
    phone.post({"step": "family", "more": phone.hidden(page, "more")})
    assert "A brother or sister of the entry for ece@example.org" in phone.get().text
    page = phone.who(two, proof)
    phone.choose(page, event.sections.get(), **agreed, together="on")
    assert Message.objects.latest("pk").text.count("Kaya, ") == 2
    Client().post(only_link(), {"do": "confirm"})
    assert {each.state for each in Booking.objects.all()} == {State.WAITING}  # one place, two


def test_the_link_does_what_may_be_done_and_nothing_for_others():
    event = make.calendar(sections=({"name": "A", "places": 1, "fee": 100}, {"name": "B"}))
    booking, other = make.entered(event), make.entered(event)
    address = reverse("federation:my_entry", args=[token_of(booking)])
    client = Client()
    assert client.post(address, {"do": "withdraw", "booking": other.pk}).status_code == 404
    page = Page(client.post(address, {"do": "withdraw", "booking": booking.pk}))
    assert "Stay entered" in page.text
    booking.refresh_from_db()
    assert booking.state == State.ACCEPTED  # asked first
    section = event.sections.get(name="B")
    page = Page(client.post(address, {"do": "section", "section": section.pk}, follow=True))
    assert "The section is changed." in page.text
    page = Page(client.post(address, {"do": "withdraw", "sure": "1"}, follow=True))
    assert "The entry is withdrawn." in page.text
    assert "the section can be changed" not in page.text  # nothing of theirs is left to change
    other.refresh_from_db()
    assert other.state == State.OFFERED
    answer = client.get(address)
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Cache-Control"].startswith("max-age=0")


def test_a_token_is_no_more_than_its_digest_in_the_database_and_ends():
    booking = make.asked(make.calendar())
    assert token_of(booking) not in str(Booking.objects.filter(pk=booking.pk).values())
    Booking.objects.update(token_until=timezone.now())
    for token in (token_of(booking), booking.token, "x", "é" * 30):
        answer = Client().get(reverse("federation:my_entry", args=[token]))
        assert answer.status_code == 404
        assert "not valid any more" in Page(answer).text


def test_an_event_that_is_closed_says_when_it_was():
    event = make.calendar(entries_until=timezone.now() - timedelta(minutes=1))
    assert "Entries closed on" in Phone(event).get().text
    later = make.calendar(entries_from=timezone.now() + timedelta(days=2))
    assert "Entries open on" in Phone(later).get().text


def test_a_hidden_event_is_nobodys():
    event = make.calendar(public=False)
    for name in ("enter", "entry_list", "entry_csv", "entry_json"):
        assert (
            Client().get(reverse(f"federation:{name}", args=[event.event.slug])).status_code == 404
        )


def test_the_list_is_in_the_order_of_start_numbers_with_an_average():
    event = make.calendar(sections=({"name": "A", "places": 2},))
    weak = make.entered(event, make.player("Ak, Can", national=1500, club="Göztepe"))
    strong = make.entered(event, make.player("Bal, Ege", national=1900, club="Karşıyaka"))
    make.entered(event, make.player("Can, Su", national=2000))
    slug = event.event.slug
    data = Client().get(reverse("federation:entry_json", args=[slug])).json()
    (section,) = data["sections"]
    assert [one["name"] for one in section["players"]] == [strong.name, weak.name]
    assert [one["number"] for one in section["players"]] == [1, 2]
    assert (section["entries"], section["average"]) == (2, 1700)
    assert [one["name"] for one in section["waiting"]] == ["Can, Su"]
    csv = Client().get(reverse("federation:entry_csv", args=[slug])).content.decode()
    assert csv.splitlines()[1] == 'A,1,,"Bal, Ege",TUR,Karşıyaka,1900,'
    page = Page(Client().get(reverse("federation:entry_list", args=[slug]) + "?club=Göztepe"))
    assert "average rating 1500" in page.text
    assert "Bal, Ege" not in page.text


def test_names_are_as_the_strictest_wants_them():
    event = make.calendar(shorten_minors=True)
    make.entered(event, make.player("Kaya, Deniz Ege", born=CHILD), parent="Kaya, Ece")
    private = make.player("Tan, Mert")
    Member.objects.filter(player=private).update(privacy=Privacy.SHORT)
    make.entered(event, private)
    page = Page(Client().get(reverse("federation:entry_list", args=[event.event.slug])))
    assert "Kaya, D." in page.text
    assert "Tan, M." in page.text
    assert "Deniz" not in page.text
    assert "Mert" not in page.text
    assert "Tan, M." in Phone(event).get("?q=tan").text


def test_the_list_asks_no_more_questions_for_more_players(django_assert_max_num_queries):
    event = make.calendar()
    for _one in range(12):
        make.entered(event)
    with django_assert_max_num_queries(14):
        Client().get(reverse("federation:entry_list", args=[event.event.slug]))


def test_every_mail_carries_the_same_link():
    event = make.calendar(sections=({"name": "A", "places": 1},))
    booking = make.entered(event)
    withdraw_entry(booking=booking)
    texts = Message.objects.filter(to=booking.email).values_list("text", flat=True)
    assert len(texts) == 3
    assert all(link_of(booking) in text for text in texts)


def test_programs_read_the_list_as_the_page_has_it():
    event = make.calendar(sections=({"name": "A", "places": 1},))
    first, second = make.entered(event), make.entered(event)
    make.asked(event)  # not confirmed, and so nobody's business
    address = f"/api/v1/calendar/{event.event.slug}/entries/"
    rows = Client().get(address).json()["results"]
    assert [(row["name"], row["number"], row["waiting"]) for row in rows] == [
        (first.name, 1, 0),
        (second.name, 0, 1),
    ]
    assert "email" not in rows[0]
    hidden = make.calendar(public=False)
    assert Client().get(f"/api/v1/calendar/{hidden.event.slug}/entries/").status_code == 404


def test_a_long_list_of_namesakes_says_that_there_are_more():
    event = make.calendar()
    for number in range(25):
        make.player(f"Öztürk, Ad{chr(97 + number)}")
    phone, more = Phone(event), "There are more of this name."
    page = phone.get("?q=ozt")
    assert page.count(".people li") == 20
    assert more in page.text
    assert more not in phone.get("?q=ozturk adb").text


@pytest.mark.parametrize("parent", ["😀", "123", "=1+1", " "])
def test_a_parent_has_a_name(parent):
    event = make.calendar()
    phone, child = Phone(event), make.player("Kaya, Ada", CHILD)
    page = phone.who(child, f"{CHILD:%d.%m.%Y}")
    section = event.sections.get()
    page = phone.choose(page, section, parent_name=parent, parent_agrees="on")
    assert page.count("[aria-invalid=true][name=parent_name]") == 1
    assert not Booking.objects.exists()


def test_a_place_whose_time_is_over_is_offered_no_more():
    event = make.calendar(sections=({"name": "A", "places": 1},))
    holder, waiting = make.entered(event), make.entered(event)
    withdraw_entry(booking=holder)
    address = reverse("federation:my_entry", args=[token_of(waiting)])
    assert "Take the place" in Page(Client().get(address)).text
    # The scheduler comes each minute.
    Booking.objects.filter(pk=waiting.pk).update(offered_until=timezone.now())
    page = Page(Client().post(address, {"do": "take"}, follow=True))
    assert "The time for this place is over" in page.text
    assert "Take the place" not in page.text
    assert "A place is free." not in page.text
