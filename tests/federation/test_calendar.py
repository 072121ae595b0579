"""The calendar for everybody: what it shows, its filters, and the same to take away."""

import csv
import io
import re
from copy import deepcopy
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from federation.models import CalendarEvent
from federation.queries import others as beside
from federation.queries.calendar import Wanted, chosen, find
from federation.queries.live import leader_now, leader_of, playing_now
from federation.services.calendar_changes import cancel_event, move_event
from tests import factories
from tests.federation import calendar_made as made
from tests.federation.officers import officer
from tests.pages import Page
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Event, Tournament
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def office_once(standing_here):
    return officer()


@pytest.fixture
def office(office_once):
    return deepcopy(office_once)


@pytest.fixture(scope="module")
def year_once(office_once):
    """An open and a rapid of children in İzmir, a team event in Ankara; one is cancelled."""
    ankara = made.province("06", "Ankara")
    until = made.at(made.in_days(30))
    found = {
        "open": made.approved(office=office_once, fide_rated=True, entries_until=until,
                              arbiters=[made.arbiter()]),
        "kids": made.approved(office=office_once, name="Minikler", starts_on=made.in_days(50),
                              time="rapid", time_control="15 min + 10 s",
                              entries_from=made.at(made.in_days(20)), entries_until=until,
                              sections=[made.SECTION | {"age_until": 10}]),
        "teams": made.approved(office=office_once, name="Lig", province=ankara, city="Ankara",
                               starts_on=made.in_days(60), teams=True, entries_until=None,
                               sections=[made.SECTION | {"system": "fide2026.team"}]),
        "gone": made.approved(office=office_once, name="İptal", starts_on=made.in_days(70),
                              entries_until=until),
    }  # fmt: skip
    confirmed(cancel_event, calendar=found["gone"], by=office_once, reason="No hall.")
    return found


@pytest.fixture
def year(year_once):
    """Tests of an empty calendar stand above those that have it."""
    return deepcopy(year_once)


def names(**choices):
    found = find(Wanted.of({name: str(value) for name, value in choices.items()}))
    return [one.name for one in found.page(1)]


def test_an_empty_calendar_says_so():
    page = Page(Client().get("/en/"))
    assert "Nothing is on the calendar from today on." in page.text
    assert reverse("federation:new_application") in {one.address for one in page.links()}


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ({}, ["İzmir Açık", "Minikler", "Lig", "İptal"]),
        ({"time": "rapid"}, ["Minikler"]),
        ({"age": "U10"}, ["Minikler"]),
        ({"age": "open"}, ["İzmir Açık", "Lig", "İptal"]),
        ({"kind": "team"}, ["Lig"]),
        ({"kind": "individual", "province": "06"}, []),
        ({"province": "06"}, ["Lig"]),
        ({"province": "nowhere"}, []),
        ({"fide": "1"}, ["İzmir Açık"]),
        ({"open": "1"}, ["İzmir Açık"]),
        ({"time": "chess boxing", "month": "13-2026"}, ["İzmir Açık", "Minikler", "Lig", "İptal"]),
    ],
)
def test_a_filter_leaves_what_fits_and_the_open_data_agree(year, choice, left):
    assert names(**choice) == left
    wanted = Wanted.of(choice)
    assert [one.name for one in chosen(wanted).order_by("starts_on", "pk")] == left


def test_a_month_has_what_begins_in_it(year):
    month = f"{year['kids'].starts_on:%Y-%m}"
    assert "Minikler" in names(month=month)
    assert all(f"{one.starts_on:%Y-%m}" == month for one in find(Wanted(month=month)).page(1))
    assert names(month=str(year["open"].starts_on.year - 3)) == []


def test_each_choice_says_how_many_it_would_leave(client, year):
    page = Page(client.get(reverse("federation:calendar")))
    assert {"rapid 1", "standard 3", "open for entries 1", "rated by FIDE 1"} <= set(
        page.all(".chip")
    )
    chip = next(one for one in page.links(".chip") if one.words == "rapid 1")
    assert len(Page(client.get(chip.address)).all(".agenda > li")) == 1


def test_the_address_of_a_choice_that_is_taken_takes_it_away(client, year):
    page = Page(client.get(reverse("federation:calendar") + "?time=rapid&fide=1"))
    chip = next(one for one in page.links(".chip") if one.words.startswith("rapid"))
    assert chip.address.endswith("/calendar/?fide=1")


def test_choices_that_leave_nothing_say_so(client, year):
    page = Page(client.get(reverse("federation:calendar") + "?time=blitz&kind=team"))
    assert "No event fits all of these choices." in page.text


def test_a_month_is_shown_as_weeks(client, year):
    month = f"{year['kids'].starts_on:%Y-%m}"
    answer = client.get(reverse("federation:calendar"), {"month": month, "view": "month"})
    day = next(text for text in Page(answer).all(".month > li") if "Minikler" in text)
    assert str(year["kids"].starts_on.day) in day


def test_of_a_full_day_the_others_open_below_the_first(client, year, office):
    day = year["kids"].starts_on
    for number in range(6):
        made.approved(office=office, name=f"Minik {number}", starts_on=day)
    month = {"month": f"{day:%Y-%m}", "view": "month"}
    page = Page(client.get(reverse("federation:calendar"), month))
    (summary,) = page.all(".month details summary")
    assert summary == "and 3 more"
    assert page.count(".month details a") == 3
    assert len([link for link in page.links(".month a") if "Minik" in link.words]) == 7


def test_events_of_one_day_stand_in_turkish_order(client, year, office):
    names = ["Hatay Kupası", "Iğdır Kupası", "İstanbul Kupası", "Kars Kupası", "Şile Kupası"]
    for name in reversed(names):
        made.approved(office=office, name=name, starts_on=made.in_days(200))
    address = reverse("federation:calendar")
    month = f"{made.in_days(200):%Y-%m}"
    for view in ("list", "month"):
        text = Page(client.get(address, {"month": month, "view": view})).text
        places = [text.index(name) for name in names]
        assert places == sorted(places), view


def test_the_month_view_is_one_press_away(client, year):
    page = Page(client.get(reverse("federation:calendar"), {"kind": "team"}))
    address = page.address("As a month")
    assert "kind=team" in address
    assert Page(client.get(address)).count("ol.month") == 1


def test_the_calendar_costs_as_much_with_more_events(client, year, office):

    def queries():
        with CaptureQueriesContext(connection) as seen:
            client.get(reverse("federation:calendar") + "?kind=individual")
        return len(seen)

    before = queries()
    for number in range(3):
        made.approved(office=office, name=f"More {number}", starts_on=made.in_days(80 + number))
    assert queries() == before <= 4


def take(client, kind, query=""):
    return client.get(reverse("federation:calendar_file", args=[kind]) + query)


def test_a_choice_is_subscribed_to_in_a_calendar(client, year):
    text = take(client, "ics", "?age=U10").content.decode()
    assert text.count("BEGIN:VEVENT") == 1
    assert f"DTSTART;VALUE=DATE:{year['kids'].starts_on:%Y%m%d}\r\n" in text
    assert f"UID:{year['kids'].event.slug}@hakem" in text
    assert "STATUS:CANCELLED" in take(client, "ics").content.decode()


def test_a_choice_is_a_feed_with_the_latest_change_on_top(client, year, office):
    confirmed(
        move_event, calendar=year["open"], by=office, starts_on=made.in_days(41),
        ends_on=made.in_days(43), venue="Fuar", address="", reason="Flood <b>",
    )  # fmt: skip
    text = take(client, "atom", "?kind=individual").content.decode()
    titles = text.split("<entry>")[1:]
    assert len(titles) == 3
    assert "<title>İzmir Açık</title>" in titles[0]


def test_a_choice_is_data_for_programs(client, year):
    answer = take(client, "json", "?open=1")
    told = answer.json()
    assert (told["count"], told["filter"]) == (1, {"open": "1"})
    assert told["events"][0]["name"] == "İzmir Açık"
    assert told["events"][0]["entries"]["open"] is True
    assert "example.org" not in answer.content.decode()  # whoever answers is not shown
    again = client.get(
        reverse("federation:calendar_file", args=["json"]) + "?open=1",
        headers={"if-none-match": answer["ETag"]},
    )
    assert again.status_code == 304


def test_a_choice_is_a_table(client, year):
    text = take(client, "csv", "?kind=team").content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["Event"], row["Province"], row["Team event"]) == ("Lig", "Ankara", "yes")


def test_the_open_data_have_the_event_with_its_changes(client, year):
    listed = client.get("/api/v1/calendar/?age=U10").json()["results"]
    assert [one["slug"] for one in listed] == [year["kids"].event.slug]
    whole = client.get(f"/api/v1/calendar/{year['gone'].event.slug}/").json()
    assert whole["state"] == "cancelled"
    assert [one["reason"] for one in whole["changes"]] == ["No hall."]
    assert client.get("/api/v1/calendar/nothing/").status_code == 404


def test_nothing_is_shown_before_the_approval(client, office):
    waiting = made.sent(name="Bekleyen")
    for address in ("/en/", reverse("federation:calendar"), "/api/v1/calendar/"):
        assert "Bekleyen" not in client.get(address).content.decode()
    hidden = made.approved(office=office, name="Gizli")
    Event.objects.filter(pk=hidden.event.pk).update(public=False)
    assert "Gizli" not in client.get(reverse("federation:calendar")).content.decode()
    assert not waiting.event


def test_the_home_page_says_what_is_played_and_what_can_be_entered(client, year):
    tournament = factories.tournament(8, name="Grup A")
    today = timezone.localdate()
    Event.objects.filter(pk=tournament.event.pk).update(
        name="Şimdi Açık", starts_on=today, ends_on=today + timedelta(days=1)
    )
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    page = Page(client.get("/en/"))
    (live,) = page.all(".live")
    assert "Şimdi Açık" in live
    assert "Round 2 / 5" in live
    assert "4 games still open" in live
    assert re.search(r"leads \S.* 1 point\b", live)
    lines = page.all(".agenda > .event")
    assert "İzmir Açık" in lines[0]  # open for entries
    assert [sum(name in line for line in lines) for name in ("İzmir Açık", "Lig")] == [1, 1]


def test_an_event_that_ended_today_is_not_being_played(year):
    tournament = factories.tournament(4, total_rounds=1)
    today = timezone.localdate()
    Event.objects.filter(pk=tournament.event.pk).update(starts_on=today, ends_on=today)
    assert playing_now()[1] == 1
    type(tournament).objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
    assert playing_now() == ([], 0)


def test_the_home_page_is_kept_and_made_anew_with_the_next_approval(client, year, office):
    first = client.get("/en/")

    with CaptureQueriesContext(connection) as seen:
        assert Client().get("/en/").content == first.content
    assert len(seen) == 0
    CalendarEvent.objects.filter(pk=year["open"].pk).update(name="Renamed")
    year["open"].event.save()
    assert "Renamed" in Client().get("/en/").content.decode()


def test_a_leader_is_worked_out_once_for_the_results_of_a_round(django_assert_num_queries):
    made_up = factories.tournament(6, total_rounds=5)
    factories.play(made_up, 1)
    factories.pair(made_up, 2)
    factories.publish(made_up, 2)
    first = leader_of(fresh(made_up))
    boards = list(made_up.rounds.get(number=2).pairings.order_by("board"))
    settled = fresh(made_up).settled_revision
    for board, code in ((boards[0], "10"), (boards[1], "=="), (boards[0], "01")):
        enter(made_up, board, code)
        known = fresh(made_up)
        with django_assert_num_queries(0):
            assert leader_of(known) == first
        assert leader_now(known) == first
        assert known.settled_revision == settled < known.revision
    enter(made_up, boards[2], "+-")  # the last: the round is complete, and somebody stays away
    assert fresh(made_up).settled_revision > settled
    assert leader_of(fresh(made_up)) == leader_now(fresh(made_up)) != first
    settled = fresh(made_up).settled_revision
    enter(made_up, boards[1], "10")  # all others are there: it moves the standings
    assert fresh(made_up).settled_revision > settled


def test_a_player_put_on_hold_by_a_result_is_more_than_a_result():
    made_up = factories.tournament(6, total_rounds=5)
    factories.pair(made_up, 1)
    factories.publish(made_up, 1)
    settled = fresh(made_up).settled_revision
    enter(made_up, made_up.rounds.get(number=1).pairings.get(board=1), "+-")
    assert fresh(made_up).settled_revision > settled


def fresh(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def enter(tournament, board, code):
    board.refresh_from_db()
    chief = factories.chief_of(tournament)
    enter_result(
        tournament=tournament, pairing_id=board.pk, code=code, version=board.version, by=chief
    )


def test_events_without_an_application_are_among_the_others(client, year):
    factories.event(name="Kulüp içi")
    others = Page(client.get(reverse("federation:other_events"))).text
    assert "Kulüp içi" in others
    assert "Minikler" not in others


def test_the_others_are_read_page_by_page_each_once(client, year, monkeypatch):
    """However the reading falls among the days, and with events of the calendar between them."""
    monkeypatch.setattr(beside, "ON_A_PAGE", 3)
    monkeypatch.setattr(beside, "AT_ONCE", 2)
    first = date(2020, 5, 1)
    made = {f"Club night {n}" for n in range(11)}
    for n, name in enumerate(sorted(made)):
        factories.event(name=name, starts_on=first + timedelta(days=n // 4))
    seen: list[str] = []
    address = reverse("federation:other_events")
    while address:
        page = Page(client.get(address))
        seen += re.findall(r"Club night \d+", page.text)
        older = [link.address for link in page.links() if link.words == "older"]
        address = reverse("federation:other_events") + older[0] if older else ""
    assert sorted(seen) == sorted(made)
    nothing = client.get(reverse("federation:other_events"), {"until": "1999-01-01"})
    assert "None of this time." in nothing.content.decode()
    assert client.get(reverse("federation:other_events"), {"until": "31-31-31"}).status_code == 200
