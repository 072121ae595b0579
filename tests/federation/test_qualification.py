"""Qualification: quotas and reasons; who declined, and who moves up."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from federation.core.qualification import Candidate, Places, fill
from federation.models import Duty, Member, PlayerResult, Province, Qualification, Quota
from federation.queries.qualification import qualified
from federation.services import qualification as service
from federation.services.officers import name_officer
from tests import factories
from tests.federation.cups_made import cup_of, finished, people
from tests.pages import Page
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry, RegisteredPlayer

pytestmark = pytest.mark.django_db


# --- The rule -------------------------------------------------------------------------------------


def ranking(*players, province=""):
    return tuple(Candidate(player, place, "", province) for place, player in enumerate(players, 1))


def who(*quotas, declined=()):
    found = fill(quotas, frozenset(declined))
    return [slot.candidate.player if slot.candidate else None for slot in found.slots]


def test_places_go_down_the_ranking():
    assert who(Places(ranking(7, 8, 9), 2)) == [7, 8]


def test_whoever_has_a_place_leaves_the_next_one_to_the_next_player():
    assert who(Places(ranking(1, 2), 1), Places(ranking(1, 2, 3), 2)) == [1, 2, 3]


def test_the_next_one_moves_up_as_far_as_the_quota_allows():
    quota = Places(ranking(1, 2, 3, 4), 2, until_place=3)
    assert who(quota, declined=[1]) == [2, 3]
    assert who(quota, declined=[1, 2]) == [3, None]
    found = fill([quota], frozenset([1]))
    assert [slot.moved_up for slot in found.slots] == [False, True]
    assert not found.reserves


def test_the_next_in_the_ranking_is_told():
    found = fill([Places(ranking(1, 2, 3), 1)], frozenset([1]))
    assert found.reserves[0, ""].player == 3


def test_each_province_has_places_of_its_own():
    rows = (
        Candidate(1, 1, "", "35"), Candidate(2, 2, "", "35"), Candidate(3, 3, "", "06"),
        Candidate(4, 4, "", ""),
    )  # fmt: skip
    assert who(Places(rows, 1, each={"35": 1, "06": 2})) == [3, None, 1]


# --- The office and everybody ---------------------------------------------------------------------


@pytest.fixture
def office():
    user = factories.user("office")
    name_officer(user=user, duty=Duty.OFFICE, by=None)
    return user


@pytest.fixture
def desk(office):
    client = Client(headers={"referer": "http://testserver/en/office/qualification/"})
    client.force_login(office)
    return client


@pytest.fixture
def four():
    return people("Ak, Ece", "Bal, Can", "Cem, Deniz", "Dal, Efe", birth_date="2012")


def drafted(*quotas, **values):
    usual = {"name": "Türkiye Şampiyonası", "slug": "final", "year": 2026}
    made = Qualification.objects.create(**(usual | values))
    for position, quota in enumerate(quotas):
        made.quotas.create(position=position, **quota)
    return made


def published(office, *quotas, **values):
    made = drafted(*quotas, **values)
    service.publish_qualification(qualification=made, by=office)
    made.refresh_from_db()
    return made


def names(own):
    return [row.name for row in qualified(own).rows]


def test_places_of_an_event_a_cup_and_a_rating_with_their_reasons(office, four):
    ece, can, deniz, efe = four
    event = finished([ece, can], name="Final")
    cup = cup_of(finished([ece, deniz]))
    RegisteredPlayer.objects.filter(pk=efe.pk).update(standard=2100)
    own = published(
        office,
        {"source": "event", "tournament": event, "places": 1},
        {"source": "cup", "section": cup.sections.get(), "places": 1},
        {"source": "rating", "rating": "standard", "places": 1},
    )
    rows = qualified(own).rows
    assert [row.name for row in rows] == ["Ak, Ece", "Cem, Deniz", "Dal, Efe"]
    assert rows[0].reason == "Final · A: place 1"
    assert rows[1].reason == "Anadolu Kupası: place 2 (20); qualified already: Ak, Ece"
    assert rows[2].reason == "rating list (standard): place 1 (2100)"


def test_places_in_each_province_with_a_number_of_its_own(office, four):
    izmir = Province.objects.create(code="35", name="İzmir", slug="izmir")
    ankara = Province.objects.create(code="06", name="Ankara", slug="ankara")
    for player, province in zip(four, (izmir, izmir, ankara, izmir), strict=True):
        Member.objects.filter(player=player).update(province=province)
    own = published(
        office,
        {"source": "event", "tournament": finished(four), "places": 1, "each_province": True,
         "of_province": {"35": 2}},
    )  # fmt: skip
    found = [(row.province, row.name) for row in qualified(own).rows]
    assert found == [("Ankara", "Cem, Deniz"), ("İzmir", "Ak, Ece"), ("İzmir", "Bal, Can")]


def test_the_next_of_a_province_is_named_by_the_place_in_it(office, four):
    izmir = Province.objects.create(code="35", name="İzmir", slug="izmir")
    Member.objects.filter(player__in=four[2:]).update(province=izmir)
    own = published(
        office,
        {"source": "event", "tournament": finished(four), "places": 1, "each_province": True},
    )
    found = qualified(own)
    assert [(row.slot.rank, row.name) for row in found.rows] == [(1, "Cem, Deniz")]
    assert [(name, place) for _where, name, place in found.reserves] == [("Dal, Efe", 2)]


def test_points_in_a_reason_are_in_the_decimals_of_the_reader(office, four):
    cup = cup_of(finished(four[:2], [1, 1]))
    with override("tr"):
        own = published(office, {"source": "cup", "section": cup.sections.get(), "places": 2})
        assert qualified(own).rows[0].reason == "Anadolu Kupası: 1. derece (22,5)"
    assert qualified(own).rows[0].reason == "Anadolu Kupası: place 1 (22.5)"


def test_age_and_sex_limit_who_may_qualify(office, four):
    ece, can, *_others = four
    RegisteredPlayer.objects.filter(pk=ece.pk).update(birth_date="1990")
    event = finished([ece, can])
    own = published(office, {"source": "event", "tournament": event, "places": 1}, age_until=14)
    assert names(own) == ["Bal, Can"]


def test_somebody_declines_and_the_next_one_moves_up_and_the_history_says_so(desk, office, four):
    own = published(office, {"source": "event", "tournament": finished(four), "places": 2})
    there = reverse("federation:answer_qualification", args=[own.pk])
    desk.post(there, {"player": four[0].pk, "answer": "declined", "reason": "exams"})
    found = qualified(own)
    assert [row.name for row in found.rows] == ["Bal, Can", "Cem, Deniz"]
    assert "moves up" not in found.rows[0].reason
    assert found.rows[1].reason.endswith("moves up, declined: Ak, Ece")
    line = LogEntry.objects.get(act="qualification.answered")
    assert line.after == {"answer": "declined", "moved_up": ["Cem, Deniz"]}
    page = Page(Client().get(reverse("federation:qualification", args=["final"])))
    assert "exams" in page.text and "Dal, Efe" in page.text  # why, and who is the next
    desk.post(there, {"player": four[0].pk, "answer": ""})
    assert names(own) == ["Ak, Ece", "Bal, Can"]


def test_a_published_list_changes_only_when_the_office_says_so(office, four):
    event = finished(four)
    own = published(office, {"source": "event", "tournament": event, "places": 1})
    PlayerResult.objects.filter(player=four[0]).update(place=4)
    assert names(own) == ["Ak, Ece"]
    with pytest.raises(NeedsConfirmation) as question:
        service.read_anew(qualification=own, by=office)
    assert "In: Bal, Can. Out: Ak, Ece." in str(question.value.reasons[0])
    assert names(own) == ["Ak, Ece"]
    service.read_anew(qualification=own, by=office, confirmed=question.value.token)
    assert names(own) == ["Bal, Can"]


def test_the_office_draws_a_list_up_and_publishes_it(desk, four):
    event = finished(four, name="Bahar Açık")
    desk.post(
        reverse("federation:office_qualifications"),
        {"name": "Yıldızlar Finali", "year": 2026, "age_from": 0, "age_until": 0},
    )
    own = Qualification.objects.get(slug="yildizlar-finali")
    here = reverse("federation:office_qualification", args=[own.pk])
    assert str(event.pk) in Page(desk.get(here, {"q": "bahar"})).text
    add = reverse("federation:add_quota", args=[own.pk])
    wrong = Page(desk.post(add, {"source": "event", "places": 1}))
    assert "Choose it: the places come from there." in wrong.text
    odd = {"source": "event", "tournament": event.pk, "places": 1, "of_province": "99: x"}
    assert "is no province with a number" in Page(desk.post(add, odd)).text
    desk.post(add, {"source": "event", "tournament": event.pk, "places": 1})
    desk.post(add, {"source": "named", "places": 1})
    named = own.quotas.get(source="named")
    desk.post(
        reverse("federation:name_player", args=[own.pk, named.pk]),
        {"player": four[3].pk, "reason": "champion of last year"},
    )
    assert Client().get(reverse("federation:qualification", args=[own.slug])).status_code == 404
    desk.post(reverse("federation:move_qualification", args=[own.pk]), {"to": "publish"})
    page = Page(Client().get(reverse("federation:qualification", args=[own.slug])))
    assert "Ak, Ece" in page.text and "named by the office: champion of last year" in page.text


def test_a_list_that_sex_does_not_limit_says_so_in_its_form(desk):
    page = Page(desk.get("/en/office/qualification/"))
    assert page.all("select[name=sex] option") == ["everybody", "male", "female"]


def test_what_is_published_keeps_its_rules_until_it_is_hidden(office, four):
    own = published(office, {"source": "event", "tournament": finished(four), "places": 1})
    with pytest.raises(Refused):
        confirmed(service.remove_quota, quota=own.quotas.get(), by=office)
    with pytest.raises(Refused):
        service.remove_qualification(qualification=own, by=office)
    confirmed(service.hide_qualification, qualification=own, by=office)
    confirmed(service.remove_quota, quota=Quota.objects.get(), by=office)
    own.refresh_from_db()
    with pytest.raises(Refused):
        service.publish_qualification(qualification=own, by=office)


def test_page_api_file_and_paper_have_the_same_list(office, four):
    own = published(office, {"source": "event", "tournament": finished(four), "places": 5})
    client = Client(headers={"accept-language": "en"})
    rows = client.get("/api/v1/qualifications/final/qualified/").json()["results"]
    assert [row["name"] for row in rows] == [*names(own)[:4], ""]
    assert rows[4]["reason"].endswith("nobody is left who may take the place")
    answer = client.get("/api/v1/qualifications/final/qualified.csv")
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    assert len(text.splitlines()) == 6
    assert client.get("/api/v1/qualifications/final/").json()["quotas"] == ["5 by: " + event_name()]
    paper = client.get(reverse("federation:qualification_pdf", args=["final"]))
    assert paper.content.startswith(b"%PDF")


def event_name():
    return Quota.objects.get().tournament.full_name
