"""F31 to F37 on pages: the officer's desk, lists, files, why, corrections."""

import io
import zipfile
from datetime import date
from fractions import Fraction

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from federation.models import (
    Club,
    Duty,
    FideFile,
    ListedRating,
    Member,
    MonthList,
    Privacy,
    Province,
    RatingReport,
    RatingRun,
    Working,
)
from federation.queries import ratings_pages
from federation.queries.ratings_lists import history_of, holding
from federation.queries.ratings_why import why
from tests.federation import rated
from tests.federation.officers import at_the_desk
from tests.federation.rated import page, press
from tests.pages import Page
from tournaments.models import Pairing, RegisteredPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def counted(standing):
    """Two lists, of an event and of none, made once."""
    from django.test import override_settings

    with override_settings(FEDERATION="Türkiye Satranç Federasyonu"):
        people = [rated.registered(number) for number in range(1, 8)]
        people[6].national = people[6].standard = 0
        people[6].save()
        report = rated.accepted(people, 3)
        run = rated.published(series=["national", "standard"])
    return people, report, run


@pytest.fixture
def people(counted):
    return counted[0]


@pytest.fixture
def officer():
    return at_the_desk(Duty.RATING)


@pytest.fixture
def report(counted):
    return RatingReport.objects.get(pk=counted[1].pk)


# Lists


def test_a_list_is_read_by_everybody_the_strongest_first(people):
    rows = list(ListedRating.objects.filter(list=holding("national")).order_by("-rating"))
    text = page("rating_list", "national", "2026-12").text
    assert [row.name for row in rows] == sorted(
        (row.name for row in rows), key=lambda name: text.index(name)
    )
    assert str(rows[0].rating) in text
    assert {row.coefficient for row in rows} == {"20"}


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"sex": "w"}, {1, 3, 5}),
        ({"age": "S50"}, set()),
        ({"name": "oyuncu 04"}, {4}),
        ({"active": "on"}, {1, 2, 3, 4, 5, 6}),
    ],
)
def test_a_list_is_filtered(people, query, numbers):
    text = page("rating_list", "national", "2026-12", **query).text
    shown = {number for number in range(1, 7) if f"Oyuncu {number:02}" in text}
    assert shown == numbers


def test_a_list_is_that_of_a_club_by_its_code_or_its_name(people):
    izmir = Province.objects.create(code="35", name="İzmir", slug="izmir")
    clubs = [
        Club.objects.create(code=code, slug=code.lower(), name=name, province=izmir)
        for code, name in (("K1", "Konak Satranç"), ("K2", "Karşıyaka Satranç"))
    ]
    ListedRating.objects.filter(player=people[3].pk).update(club=clubs[1].pk)
    for typed in ("K2", "karsiyaka", "Satranç KARŞIYAKA"):
        text = page("rating_list", "national", "2026-12", club=typed).text
        assert "Oyuncu 04" in text and "Oyuncu 01" not in text
    several = page("rating_list", "national", "2026-12", club="satranç").text
    assert "Several clubs have these words" in several
    assert "No club has this name" in page("rating_list", "national", "2026-12", club="none").text


def test_the_top_lists_are_one_press_away(people):
    ListedRating.objects.filter(player=people[0].pk).update(inactive=True)
    first = page("rating_list", "national", "2026-12")
    links = {one.text(): one.attributes["href"] for one in first.tree.css(".chip")}
    assert list(links) == ["active players", "women", *ratings_pages.AGES]
    top = Page(Client().get(links["women"]))
    assert [number for number in range(1, 7) if f"Oyuncu {number:02}" in top.text] == [3, 5]
    assert top.tree.css_first(".chip[aria-current]").text() == "women"


def test_nonsense_in_the_address_is_no_list():
    for series, month in (("bullet", "2026-12"), ("national", "2026-13"), ("national", "1999-01")):
        answer = Client().get(reverse("federation:rating_list", args=[series, month]))
        assert answer.status_code == 404
    assert Client().get("/en/ratings/national/2026-12/list.pdf").status_code == 404
    assert Client().get("/en/ratings/national/2026-12/?version=9").status_code == 404
    assert Client().get("/en/ratings/national/2026-12/99999999999999999999/").status_code == 404


def test_the_months_and_the_movers(people):
    assert "December 2026" in page("rating_lists").text
    movers = page("rating_movers", "national", "2026-12").text
    best = ListedRating.objects.filter(list=holding("national")).order_by("-change").first()
    assert f"+{best.change}" in movers


def test_a_loss_has_the_minus_sign_of_print_on_every_page(people, officer):
    of = holding("national")
    worst = ListedRating.objects.filter(list=of).order_by("change").first()
    Member.objects.create(player_id=worst.player, privacy=Privacy.HIDDEN)  # without links
    lost = f"−{-worst.change}"
    assert worst.change < 0
    assert lost in page("rating_movers", "national", "2026-12").text
    assert lost in page("rating_list", "national", "2026-12").text
    assert f"({lost})" in page("rating_run", of.run_id, client=officer).text
    weakest = people[5].pk
    apart = min(one.difference for one in why(of, weakest).games)
    assert apart < 0
    assert f"−{-apart}" in page("rating_why", "national", "2026-12", weakest).text


def test_who_wants_privacy_is_shortened_on_lists_and_has_no_working(people):
    Member.objects.create(player=people[1], privacy=Privacy.SHORT)
    Member.objects.create(player=people[2], privacy=Privacy.HIDDEN)
    text = page("rating_list", "national", "2026-12").text
    assert "Oyuncu 02, D." in text
    assert "Oyuncu 02, Deniz" not in text
    assert "Oyuncu 03, Deniz" not in "".join(ratings_pages.txt(holding("national")))
    hidden = reverse("federation:rating_why", args=["national", "2026-12", people[2].pk])
    assert Client().get(hidden).status_code == 404


# Files


@pytest.mark.parametrize("ending", ["txt", "csv", "xml"])
def test_a_file_has_a_tag_and_everybody_in_it(people, ending):
    answer = Client().get(reverse("federation:rating_file", args=["national", "2026-12", ending]))
    content = b"".join(answer.streaming_content).decode()
    assert answer["ETag"]
    assert sum(f"Oyuncu {number:02}" in content for number in range(1, 7)) == 6


# Why


def test_every_number_of_a_rating_opens(people):
    text = page("rating_why", "national", "2026-12", people[0].pk).text
    row = ListedRating.objects.get(list=holding("national"), player=people[0].pk)
    told = why(holding("national"), people[0].pk)
    assert told.rated.new == row.rating
    steps = f"sum {told.total} × K {told.k} = {told.exact}, rounded {told.change}"
    assert f"1980 before; {steps}" in text
    for game in told.games:
        assert game.name in text
        assert game.expected in text


def test_the_working_is_worked_out_again_by_the_core(people):
    for working in Working.objects.filter(list=holding("national")):
        told = why(holding("national"), working.player)
        assert told.found.new == working.new


def test_somebody_unrated_sees_how_many_games_are_missing(people):
    text = page("rating_why", "national", "2026-12", people[6].pk).text
    assert "5 are needed for a first rating" in text


def test_one_working_takes_few_questions(people, django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        why(holding("national"), people[0].pk)


def test_the_history_of_a_player_has_a_row_a_list(people):
    rows = history_of(people[0].pk)
    assert [(row.list.series, row.list.code) for row in rows] == [
        ("national", "2026-12"),
        ("standard", "2026-12"),
    ]


def test_two_players_are_compared_with_their_games(people):
    told = why(holding("national"), people[0].pk)
    other = told.games[0]
    text = page("rating_compare", one=people[0].pk, other=other.opponent).text
    assert other.name in text
    assert {2: "+1 =0 −0", 1: "+0 =1 −0", 0: "+0 =0 −1"}[other.halves] in text
    assert people[3].name in page("rating_compare", one=people[0].pk, name="oyuncu 04").text
    assert "Nobody of this name" in page("rating_compare", name="zzzz").text
    assert "Type at least two letters." in page("rating_compare", name="o").text
    page("rating_compare", one="x", other="99999999999999999999")


def test_what_is_not_known_stays_empty_on_pages(people, officer):
    held = holding("national")
    ListedRating.objects.filter(list=held, player=people[0].pk).update(born=None)
    ListedRating.objects.filter(list=holding("standard"), player=people[1].pk).delete()
    assert "None" not in page("rating_list", "national", "2026-12").text
    assert "None" not in page("rating_compare", one=people[0].pk, other=people[1].pk).text


# The officer


def test_a_correction_is_begun_seen_and_published_on_the_pages(officer, report):
    row = Pairing.objects.games().filter(round__tournament=report.tournament, result="10").first()
    row.result = "01"
    row.save()
    assert "are others now" in page("rating_report", report.pk, client=officer).text
    press(officer, "correct_report", report.pk, act="again", reason="Board 2")
    run = rated.work_out(RatingRun.objects.filter(corrected__isnull=False).get())
    assert "What the correction changes" in str(
        officer.get(reverse("federation:rating_run", args=[run.pk])).content
    )
    press(officer, "press_run", run.pk, act="publish")
    now = page("rating_list", "national", "2026-12").text
    assert "Corrected: Board 2" in now
    assert "Version 1" in now
    old = page("rating_list", "national", "2026-12", version=1).text
    assert "holds" in old


def test_reports_go_to_fide_once_and_a_refused_one_again(officer, report):
    press(officer, "fide")
    (file,) = FideFile.objects.all()
    content = officer.get(reverse("federation:fide_package", args=[file.package_id])).content
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.namelist() == [file.name, "verdicts.txt"]
    assert archive.read(file.name).count(b"\r\n012 ") == 1
    assert archive.read("verdicts.txt").decode().strip().endswith("OK")
    assert "Nothing waits for FIDE." in page("fide", client=officer).text
    press(officer, "fide")  # refused in words
    assert FideFile.objects.count() == 1
    told = {"state": "refused", "on": "2026-12-03", "answer": "No event code"}
    press(officer, "fide_answer", file.pk, **told)  # before it was sent
    file.refresh_from_db()
    assert file.state == "packed"
    press(officer, "fide_sent", file.package_id)
    press(officer, "fide_answer", file.pk, **told)
    file.refresh_from_db()
    assert (file.state, file.answer, file.answered_on) == (
        "refused",
        "No event code",
        date(2026, 12, 3),
    )
    press(officer, "fide")
    again = FideFile.objects.exclude(pk=file.pk).get()
    assert (again.report, again.state) == (report, "packed")


def test_no_other_duty_publishes(report):
    run = RatingRun.objects.first()
    for duty in (Duty.OFFICE, Duty.REGISTRAR):
        client = at_the_desk(duty)
        address = reverse("federation:press_run", args=[run.pk])
        assert client.post(address, {"act": "take_back"}).status_code == 403
    assert MonthList.objects.exists()
    assert RegisteredPlayer.objects.exists()
    cache.clear()


# The API


def test_the_api_tells_lists_ratings_and_every_number_of_one(people):
    client = Client()
    lists = client.get("/api/v1/rating-lists/?series=national").json()["results"]
    assert [(one["month"], one["version"], one["players"]) for one in lists] == [("2026-12", 1, 6)]
    address = lists[0]["url"].replace("http://testserver", "")
    rows = client.get(f"{address}?limit=4").json()
    assert len(rows["results"]) == 4
    assert rows["next"]
    expected = list(holding("national").rows.order_by("-rating").values_list("rating", flat=True))
    assert [one["rating"] for one in rows["results"]] == expected[:4]
    told = why(holding("national"), people[0].pk)
    working = client.get(f"{address}{people[0].pk}/").json()
    assert working["rating"] == told.rated.new
    assert working["change"] == told.rated.change
    assert [one["opponent"] for one in working["games"]] == [one.opponent for one in told.games]
    total = sum(Fraction(one["delta"]) for one in working["games"])
    assert Fraction(working["sum"]) == total
    assert Fraction(working["exact"]) == total * Fraction(working["k"])


def test_the_api_answers_again_only_what_has_changed(people):
    client = Client()
    address = "/api/v1/rating-lists/national/2026-12/"
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert client.get("/api/v1/rating-lists/national/2026-13/").status_code == 404
    assert client.get("/api/v1/rating-lists/bullet/2026-12/").status_code == 404
