"""The annual report: counted once, right in every table, shown as pictures, paper, file and API."""

import re
from datetime import date

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from federation.models import CalendarEvent, PlayerResult, Province, YearFigures
from federation.queries.year_figures import age_group, count_year
from federation.services.people_merging import merge_players
from federation.services.years import count_years, year_as_counted
from federation.tasks import count_years as task
from tests import factories
from tests.federation.cups_made import finished, people
from tests.pages import Page
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Event, Pairing, RegisteredPlayer, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Two tournaments of 2026, one of them rapid in İzmir, and one of 2025."""
    (ece,) = people("Ak, Ece", sex="w", birth_date="2014-05-01")
    (can,) = people("Bal, Can", sex="m", birth_date="1980")
    (deniz,) = people("Cem, Deniz")
    spring = finished([ece, can], day=date(2026, 3, 8))
    autumn = finished([can, deniz], day=date(2026, 10, 4), kind="rapid")
    finished([ece, can], day=date(2025, 5, 5))
    izmir = Province.objects.create(code="35", name="İzmir", slug="izmir")
    CalendarEvent.objects.create(
        state="approved", event=autumn.event, name="A", starts_on=date(2026, 10, 4),
        ends_on=date(2026, 10, 4), province=izmir, sent_at="2026-01-01T00:00Z",
    )  # fmt: skip
    one, other = spring.entries.order_by("tpn")
    first, second = (spring.rounds.get(number=number) for number in (1, 2))
    first.pairings.create(board=1, white=one, black=other, result="10")
    second.pairings.create(board=1, white=other, black=one, result="+-")
    return spring


def lines(report, table):
    return {
        line.key: (line.events, line.players, line.games)
        for line in report.tables[table]
        if line.events
    }


def test_a_year_is_counted_by_each_of_its_sides(played):
    report = count_year(2026)
    assert (report.events, report.tournaments, report.players, report.games) == (2, 2, 3, 1)
    assert lines(report, "months") == {"2026-03": (1, 2, 1), "2026-10": (1, 2, 0)}
    assert lines(report, "provinces") == {"": (1, 2, 1), "35": (1, 2, 0)}
    assert lines(report, "kinds") == {"standard": (1, 2, 1), "rapid": (1, 2, 0)}
    assert lines(report, "sexes") == {"w": (1, 1, 7), "m": (2, 1, 14), "": (1, 1, 7)}
    assert lines(report, "ages") == {"12": (1, 1, 7), "50": (2, 1, 14), "": (1, 1, 7)}


def test_a_forfeit_is_no_game_at_the_board_and_what_was_removed_does_not_count(played):
    played.event.removed = True
    played.event.save()
    assert (count_year(2026).events, count_year(2026).games) == (1, 0)


@pytest.mark.parametrize(
    ("born", "group"),
    [("2018", "8"), ("2014", "12"), ("2005", "30"), ("1961", "65"), ("1960", "66+"), ("", "")],
)
def test_ages_are_those_reached_in_the_year(born, group):
    assert age_group(2026, born) == group


def as_counted(year):
    """After the worker has come by."""
    count_years()
    return year_as_counted(year).report


def test_a_year_is_kept_until_its_results_differ(played):
    first = as_counted(2026)
    kept = YearFigures.objects.get(year=2026).counted_at
    assert count_years() == 0
    assert YearFigures.objects.get(year=2026).counted_at == kept
    assert as_counted(2026) == first
    PlayerResult.objects.filter(ended_on=date(2026, 3, 8)).update(ended_on=date(2025, 3, 8))
    assert as_counted(2026).events == 1
    assert YearFigures.objects.filter(year=2026).count() == 1
    PlayerResult.objects.filter(ended_on__year=2026).delete()
    count_years()
    assert year_as_counted(2026) is None


def test_no_page_counts(played, django_assert_max_num_queries):
    assert Client().get(reverse("federation:year", args=[2026])).status_code == 404
    task()
    with django_assert_max_num_queries(6):
        answer = Client().get("/en/year/2026/")
    assert "Counted on " in Page(answer).text
    PlayerResult.objects.all().delete()
    assert Client().get(reverse("federation:year", args=[2026])).status_code == 200


def test_what_is_taken_away_corrected_or_merged_is_counted_anew(played):
    assert (as_counted(2026).events, as_counted(2026).players) == (2, 3)
    confirmed(
        merge_players,
        kept=RegisteredPlayer.objects.get(name="Ak, Ece"),
        gone=RegisteredPlayer.objects.get(name="Cem, Deniz"),
        by=None,
    )
    assert as_counted(2026).players == 2
    assert lines(as_counted(2026), "provinces")["35"] == (1, 2, 0)
    CalendarEvent.objects.all().delete()
    assert "35" not in lines(as_counted(2026), "provinces")
    Event.objects.filter(pk=played.event_id).update(removed=True)
    assert as_counted(2026).events == 1


def test_a_game_that_becomes_a_forfeit_is_no_game_of_the_year(played):
    assert as_counted(2026).games == 1
    Pairing.objects.filter(round__tournament=played, result="10").update(result="+-")
    Tournament.objects.filter(pk=played.pk).update(revision=F("revision") + 1)  # as an act does
    assert as_counted(2026).games == 0


def test_the_page_has_pictures_in_words_and_tables_without_a_script(played):
    count_years()
    text = Client().get(reverse("federation:year", args=[2026])).content.decode()
    assert text.count('<svg class="drawn"') == 6  # the months once more, for phones
    assert "Players: female 1; male 1; not given 1." in text
    assert "onload" not in text and "İzmir" in text


def test_each_picture_has_room_on_a_phone(played):
    count_years()
    text = Client().get(reverse("federation:year", args=[2026])).content.decode()
    on_phones = re.sub(r'<div class="on-wide">.*?</div>', "", text)
    widths = [
        int(width) for width in re.findall(r'<svg class="drawn"[^>]* width="(\d+)"', on_phones)
    ]
    assert len(widths) == 5
    assert max(widths) <= 358


def test_behind_each_picture_are_a_file_and_data(played):
    count_years()
    client = Client(headers={"accept-language": "en"})
    whole = client.get("/api/v1/years/2026/").json()
    assert whole["games"] == 1
    for table in whole["tables"]:
        rows = client.get(f"/api/v1/years/2026/{table}/").json()["results"]
        answer = client.get(f"/api/v1/years/2026/{table}.csv")
        written = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
        assert written[0] == "key,name,events,players,games"
        assert len(written) == len(rows) + 1 > 1
    assert client.get("/api/v1/years/2026/nothing/").status_code == 404
    assert client.get("/api/v1/years/1900/").status_code == 404
    assert [one["year"] for one in client.get("/api/v1/years/").json()["results"]] == [2026, 2025]


def test_the_paper_has_the_pictures_too(played):
    count_years()
    answer = Client().get(reverse("federation:year_pdf", args=[2026]))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert Client().get(reverse("federation:year_pdf", args=[2026])).content == answer.content
    PlayerResult.objects.filter(ended_on=date(2026, 3, 8)).delete()
    count_years()
    assert Client().get(reverse("federation:year_pdf", args=[2026])).content != answer.content


def test_before_the_first_event_the_page_says_so():
    factories.tournament(2)
    assert (
        "some minutes after the first event has ended"
        in Page(Client().get(reverse("federation:years"))).text
    )
    assert Client().get(reverse("federation:year", args=[2026])).status_code == 404
