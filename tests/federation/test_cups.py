"""A cup as the office makes it and everybody reads it."""

from collections import Counter
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import (
    CalendarEvent,
    Cup,
    CupEvent,
    Duty,
    Member,
    PlayerResult,
    Privacy,
    Province,
    Section,
)
from federation.queries.cup_working import how
from federation.queries.cups import cup_table
from federation.services import cups as service
from federation.services.officers import name_officer
from tests import factories
from tests.federation.cups_made import cup_of, finished, people
from tests.pages import Page
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.byes import grant_bye

pytestmark = pytest.mark.django_db


@pytest.fixture
def office():
    user = factories.user("office")
    name_officer(user=user, duty=Duty.OFFICE, by=None)
    return user


@pytest.fixture
def desk(office):
    client = Client(headers={"referer": "http://testserver/en/office/cups/"})
    client.force_login(office)
    return client


@pytest.fixture
def four():
    return people("Ak, Ece", "Bal, Can", "Cem, Deniz", "Dal, Efe")


def table(cup, category=None):
    return cup_table(cup.sections.get(), category)


def standing(cup, category=None):
    return [(row.place, row.name, row.points) for row in table(cup, category).rows]


def section_page(client, cup, **asked):
    return client.get(reverse("federation:cup_section", args=[cup.slug, "open"]), asked)


# --- The table ------------------------------------------------------------------------------------


def test_places_of_finished_events_become_points(four):
    ece, can, deniz, efe = four
    cup = cup_of(finished([ece, can, deniz]), finished([can, ece, efe], (1, 2, 2)))
    assert standing(cup) == [
        (1, "Bal, Can", "45"),
        (2, "Ak, Ece", "43"),
        (3, "Dal, Efe", "18"),
        (4, "Cem, Deniz", "16"),
    ]


def test_a_correction_of_an_event_is_right_in_the_cup_at_once(four):
    ece, can, *_others = four
    event = finished([ece, can])
    cup = cup_of(event)
    PlayerResult.objects.filter(player=ece).update(place=2)
    PlayerResult.objects.filter(player=can).update(place=1)
    assert standing(cup) == [(1, "Bal, Can", "25"), (2, "Ak, Ece", "20")]


def test_an_event_that_is_on_counts_by_its_standings_and_says_so(four):
    ece, can, *_others = four
    playing = factories.tournament(4)
    for entry, player in zip(playing.entries.order_by("tpn"), four, strict=True):
        entry.player = player
        entry.save()
    cup = cup_of(finished([ece, can]), playing)
    assert [one.to_come for one in table(cup).stops].count(True) == 1
    factories.play(playing, 1)
    found = table(cup)
    live = next(one for one in found.stops if one.live)
    assert (live.after, live.players, found.live) == (1, 4, True)
    assert len(found.rows) == 4
    page = Page(section_page(Client(), cup))
    assert "an event is on" in page.text and "after round 1" in page.text
    assert page.tree.css_first("[hx-get]") and page.tree.css_first("script[src*=htmx]")


def test_whoever_did_not_play_a_game_gets_no_points(four):
    ece, can, *_others = four
    cup = cup_of(finished([ece, can]))
    PlayerResult.objects.filter(player=can).update(games=0)
    assert standing(cup) == [(1, "Ak, Ece", "25")]


@pytest.mark.parametrize(("shared", "points"), [("average", "18"), ("last", "16")])
def test_who_shares_a_place_with_somebody_unknown_to_the_register_shares_it(four, shared, points):
    """F40: the places of the event stand, whoever else is level there."""
    ece, can, *_others = four
    event = finished([ece, can])
    PlayerResult.objects.filter(player=can).update(sharing=2, players=3)
    cup = cup_of(event, shared=shared)
    assert standing(cup) == [(1, "Ak, Ece", "25"), (2, "Bal, Can", points)]
    (cell,) = table(cup).of(can.pk).played
    assert how(cup, cell) == f"places 2 to 3, shared: {points}"
    assert "everybody who shares one counts" in Page(section_page(Client(), cup)).text


def test_while_an_event_is_on_those_without_a_game_share_places_and_get_no_points(four):
    playing = factories.tournament(6)
    for entry, player in zip(playing.entries.order_by("tpn"), four, strict=False):
        entry.player = player
        entry.save()
    late = playing.entries.get(tpn=4)
    ask = factories.chief_of(playing)
    confirmed(grant_bye, tournament=playing, entry=late, round_number=1, kind="Z", by=ask)
    factories.play(playing, 1, seed=2)
    found = table(cup_of(playing))
    assert found.of(late.player_id) is None
    assert {row.player.pk for row in found.rows} == {one.pk for one in four[:3]}
    ranks = Counter(row.rank for row in standings_table(playing).rows)
    assert [cell.sharing for row in found.rows for cell in row.played] == [
        ranks[cell.line.place] for row in found.rows for cell in row.played
    ]


def test_an_event_that_nobody_may_see_is_not_in_the_table(four):
    ece, can, *_others = four
    hidden = finished([can, ece])
    cup = cup_of(finished([ece, can]), hidden)
    hidden.event.public = False
    hidden.event.save()
    assert standing(cup) == [(1, "Ak, Ece", "25"), (2, "Bal, Can", "20")]


def test_a_category_goes_by_age_and_sex_and_may_have_places_of_its_own():
    (old,) = people("Ak, Ece", sex="w", birth_date="1990")
    (child,) = people("Bal, Can", birth_date="2014-05-01")
    (girl,) = people("Cem, Deniz", sex="w", birth_date="2015")
    cup = cup_of(finished([old, child, girl]))
    under = cup.categories.create(name="U12", slug="u12", age_until=12)
    women = cup.categories.create(name="Women", slug="women", sex="w")
    assert standing(cup, under) == [(1, "Bal, Can", "20"), (2, "Cem, Deniz", "16")]
    assert standing(cup, women) == [(1, "Ak, Ece", "25"), (2, "Cem, Deniz", "16")]
    cup.own_places = True
    cup.save()
    cup.refresh_from_db()
    assert standing(cup, under) == [(1, "Bal, Can", "25"), (2, "Cem, Deniz", "20")]


def test_a_name_is_shown_as_its_owner_wants_it(four):
    ece, can, *_others = four
    cup = cup_of(finished([ece, can]))
    Member.objects.filter(player=can).update(privacy=Privacy.HIDDEN)
    answer = section_page(Client(), cup)
    text = answer.content.decode()
    assert "Bal, C." in text and "Bal, Can" not in text
    assert reverse("federation:player", args=[can.pk]) not in text


def test_the_number_of_questions_does_not_grow_with_players_or_finished_events(
    four, django_assert_max_num_queries
):
    cup = cup_of(*(finished(four, day=date(2026, 1, day)) for day in range(1, 4)))
    with django_assert_max_num_queries(16):
        table(cup)
    more = people(*(f"Kaya, {number}" for number in range(20)))
    for day in range(4, 9):
        CupEvent.objects.create(
            section=cup.sections.get(), tournament=finished(more, day=date(2026, 1, day))
        )
    with django_assert_max_num_queries(22):
        assert len(table(cup).rows) == 24


# --- What everybody reads -------------------------------------------------------------------------


def test_a_total_opens_its_working_and_says_what_was_dropped(four):
    ece, can, *_others = four
    events = [finished([ece, can], name="First"), finished([can, ece], name="Second")]
    cup = cup_of(*events, best=1)
    page = Page(Client().get(reverse("federation:cup_working", args=["anadolu", "open", ece.pk])))
    assert "place 1: 25" in page.text and "counts: among the best 1" in page.text
    assert "dropped: 1 better ones count" in page.text
    assert "The best event of each player counts." in page.text
    assert standing(cup)[0][2] == "25"


def test_a_draft_is_seen_by_nobody(four):
    cup_of(finished(four), state=Cup.State.DRAFT)
    client = Client()
    assert client.get(reverse("federation:cup", args=["anadolu"])).status_code == 404
    assert client.get("/api/v1/cups/anadolu/").status_code == 404
    assert client.get("/api/v1/cups/anadolu/open/standings.csv").status_code == 404
    assert client.get("/api/v1/cups/").json()["results"] == []


def test_page_api_file_and_paper_say_the_same(four):
    cup = cup_of(finished(four), finished(four[1:]), best=1, tie_breaks=["firsts"])
    client = Client(headers={"accept-language": "en"})
    rows = client.get("/api/v1/cups/anadolu/open/standings/?limit=2").json()
    assert [(one["rank"], one["name"], one["points"]) for one in rows["results"]] == [
        (1, "Ak, Ece", 25.0),
        (1, "Bal, Can", 25.0),
    ]
    rest = client.get(rows["next"]).json()
    assert [one["rank"] for one in rest["results"]] == [3, 4] and rest["next"] is None
    answer = client.get("/api/v1/cups/anadolu/open/standings.csv")
    lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert lines[0] == "rank,player,name,club,event_1,event_2,points,firsts"
    assert len(lines) == 5
    working = client.get(f"/api/v1/cups/anadolu/open/standings/{four[1].pk}/").json()
    assert [(one["points"], one["counts"]) for one in working["lines"]] == [(20, False), (25, True)]
    detail = client.get("/api/v1/cups/anadolu/").json()
    assert [one["state"] for one in detail["sections"][0]["events"]] == ["finished", "finished"]
    paper = client.get(reverse("federation:cup_pdf", args=["anadolu", "open"]))
    assert paper.content.startswith(b"%PDF") and table(cup).rows[0].name == "Ak, Ece"


def test_the_table_may_stand_in_a_frame_of_another_page(four):
    cup_of(finished(four))
    answer = Client().get(reverse("federation:embed_cup", args=["anadolu", "open"]))
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "Ak, Ece" in answer.content.decode()


# --- The office -----------------------------------------------------------------------------------


def values(**more):
    return {
        "name": "Kış Kupası", "year": 2026, "rule": "table", "table": "10 8,5 7", "first": 0,
        "step": 0, "least": 0, "shared": "average", "best": 3, "tie_break_1": "best",
    } | more  # fmt: skip


def test_the_office_makes_a_cup_and_publishes_it(desk, four):
    event = finished(four, name="Bahar Açık")
    desk.post(reverse("federation:office_cups"), values())
    cup = Cup.objects.get(slug="kis-kupasi")
    assert [str(points) for points in cup.table] == ["10.00", "8.50", "7.00"]
    section = cup.sections.get()
    there = reverse("federation:office_cup_section", args=[cup.pk, section.pk])
    assert "Bahar Açık" in Page(desk.get(there, {"q": "bahar"})).text
    desk.post(
        reverse("federation:add_cup_event", args=[cup.pk, section.pk]),
        {"kind": "tournament", "number": event.pk},
    )
    row = section.events.get()
    desk.post(
        reverse("federation:change_cup_event", args=[cup.pk, row.pk]),
        {"weight": 200, "always": "on"},
    )
    desk.post(reverse("federation:move_cup", args=[cup.pk]), {"to": "publish"})
    assert standing(Cup.objects.get(pk=cup.pk))[:2] == [(1, "Ak, Ece", "20"), (2, "Bal, Can", "17")]
    acts = LogEntry.objects.filter(target=f"cup:{cup.pk}").order_by("id")
    assert [line.act for line in acts] == [
        "cup.created", "cup.event_added", "cup.event_changed", "cup.published",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"table": "10 x 7"}, "“x” is no number of points."),
        ({"table": "7 10"}, "A later place has more points than one before it."),
        ({"table": ""}, "Write the points of the places."),
        ({"table": "1e9"}, "“1e9” is no number of points."),
        ({"year": "20261"}, "A year such as 2026."),
        ({"tie_break_2": "best"}, "Each tie-break only once."),
        ({"tie_break_1": "__import__"}, "Select a valid choice."),
        ({"rule": "eval"}, "Select a valid choice."),
    ],
)
def test_nonsense_in_the_rules_is_told_beside_the_field(desk, wrong, said):
    page = Page(desk.post(reverse("federation:office_cups"), values(**wrong)))
    assert said in page.text
    assert not Cup.objects.exists()


def test_rules_of_a_published_cup_change_only_after_a_question(office, four):
    cup = cup_of(finished(four))
    with pytest.raises(NeedsConfirmation) as question:
        service.change_cup(cup=cup, values={"best": 1}, by=office)
    service.change_cup(cup=cup, values={"best": 1}, by=office, confirmed=question.value.token)
    assert Cup.objects.get().best == 1
    line = LogEntry.objects.get(act="cup.changed")
    assert (line.before, line.after) == ({"best": 0}, {"best": 1})


def test_a_closed_cup_stays_as_it_is_until_it_is_opened_again(office, four):
    cup = cup_of(finished(four))
    service.close_cup(cup=cup, by=office)
    with pytest.raises(Refused):
        service.add_section(cup=cup, name="U12", by=office)
    service.reopen_cup(cup=cup, by=office)
    service.add_section(cup=cup, name="U12", by=office)
    assert cup.sections.count() == 2


def test_a_cup_with_open_events_asks_before_it_is_closed(office):
    cup = cup_of(factories.tournament(2))
    with pytest.raises(NeedsConfirmation):
        service.close_cup(cup=cup, by=office)


def test_only_a_draft_is_removed_and_only_after_a_question(office, four):
    cup = cup_of(finished(four))
    with pytest.raises(Refused):
        service.remove_cup(cup=cup, by=office)
    service.hide_cup(cup=cup, by=office)
    with pytest.raises(NeedsConfirmation) as question:
        service.remove_cup(cup=cup, by=office)
    service.remove_cup(cup=cup, by=office, confirmed=question.value.token)
    assert not Cup.objects.exists()


def test_an_event_counts_once_and_one_of_teams_never(office, four):
    event = finished(four)
    cup = cup_of(event)
    service.add_event(section=cup.sections.get(), tournament=event, by=office)
    assert cup.sections.get().events.count() == 1
    day = date(2026, 5, 1)
    calendar = CalendarEvent.objects.create(
        state="approved", event=event.event, name="A", starts_on=day, ends_on=day,
        province=Province.objects.create(code="35", name="İzmir", slug="izmir"),
        sent_at="2026-01-01T00:00Z",
    )  # fmt: skip
    part = Section.objects.create(calendar=calendar, name="A", tournament=event)
    CupEvent.objects.all().delete()
    CupEvent.objects.create(section=cup.sections.get(), part=part)
    service.add_event(section=cup.sections.get(), tournament=event, by=office)
    assert cup.sections.get().events.count() == 1  # it is the same one
    teams = factories.tournament(0, system="fide2026.team")
    assert teams.format.pairs_teams
    with pytest.raises(Refused):
        service.add_event(section=cup.sections.get(), tournament=teams, by=office)


def test_a_new_cup_is_begun_with_little_more_than_its_name(desk):
    page = Page(desk.get(reverse("federation:office_cups")))
    given = {name: page.field(name) for name in ("first", "step", "least", "best")}
    assert given == {"first": "100", "step": "1", "least": "0", "best": "0"}


def test_every_state_of_the_office_page_is_shown(desk, four):
    cup = cup_of(finished(four))
    cup.categories.create(name="U12", slug="u12", age_until=12)
    for state, word in (("draft", "Publish"), ("open", "Close"), ("closed", "Open again")):
        Cup.objects.update(state=state)
        page = Page(desk.get(reverse("federation:office_cup", args=[cup.pk])))
        assert word in page.text and "up to 12 years" in page.text
