"""Own lists beside FIDE's and the national one: matched, kept by month, usable like any list."""

import io
from datetime import date

import openpyxl
import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.services.test_rating_lists import (
    DECEMBER,
    NOVEMBER,
    OCTOBER,
    PEOPLE,
    a_list,
    load,
)
from tournaments.kernel.errors import Refused
from tournaments.models import OwnRating, PastRating, RatingList, RegisteredPlayer
from tournaments.queries.entries import rating_check, ratings
from tournaments.register import local_lists
from tournaments.register.search import search_register
from tournaments.services.entries.listing import change_entry

pytestmark = pytest.mark.django_db

YOUTH = """Name;Points;FIDE ID;Born
Yıldız, Ege;2300;6300001;
Isik, Inci;1900;;
Kaya, Mehmet;1700;;2001
Öz, Ece;1400;;2012
Öz, Ece;1300;;2012
;900;;
"""
COLUMNS = {"Name": "name", "Points": "rating", "FIDE ID": "fide_id", "Born": "birth_date"}


def bring(data=YOUTH, name="Youth", month=NOVEMBER, mapping=COLUMNS, federation="TUR"):
    work = local_lists.receive_local_list(
        pieces=[data if isinstance(data, bytes) else data.encode()],
        file_name="list.csv",
        federation=federation,
        name=name,
        month=month,
        by=None,
    )
    local_lists.choose_columns(work=work, mapping=mapping)
    return local_lists.import_local(work)


def said(fide_id, **options):
    player = RegisteredPlayer.objects.get(fide_id=fide_id)
    return ratings.listed([player], **options)[player.pk]


@pytest.fixture
def register():
    load(a_list(*PEOPLE))


@pytest.fixture
def youth(register):
    return bring().list


def test_q117_players_are_found_by_id_and_by_a_name_that_only_one_has(register):
    done = bring()
    assert (done.rows, done.added, done.unreadable) == (4, 1, 2)
    found = OwnRating.objects.order_by("-rating").values_list("player__name", "rating")
    assert list(found) == [
        ("Yildiz, Ege", 2300), ("Isik, Inci", 1900), ("Kaya, Mehmet", 1700), ("Öz, Ece", 1400),
    ]  # fmt: skip


def test_q117_the_same_file_again_changes_nothing(youth):
    again = bring()
    assert (again.added, again.changed, OwnRating.objects.count()) == (0, 0, 4)
    assert RegisteredPlayer.objects.filter(name="Öz, Ece").count() == 1


def test_q117_a_federation_has_as_many_lists_as_it_wants(youth):
    other = bring("Name;Points\nIsik, Inci;1950\n", name="League", mapping=COLUMNS).list
    assert ratings.own_lists() == {youth.code: "TUR Youth", other.code: "TUR League"}
    known = said("6300003").ratings
    assert (known[youth.code], known[other.code]) == (1900, 1950)


def test_q117_the_columns_of_each_list_are_remembered(youth):
    work = local_lists.receive_local_list(
        pieces=[b"Points;Name\n1;X\n"], file_name="x.csv", federation="TUR", name="youth",
        month=DECEMBER, by=None,
    )  # fmt: skip
    assert work.list == youth
    assert local_lists.sample(work)[2] == {"Points": "rating", "Name": "name"}


def test_q117_a_spreadsheet_is_read_as_well(register):
    book = openpyxl.Workbook()
    book.active.append(["Name", "Points"])
    book.active.append(["Isik, Inci", 1900.0])
    file = io.BytesIO()
    book.save(file)
    assert bring(file.getvalue(), mapping={"Name": "name", "Points": "rating"}).rows == 1
    assert said("6300003").ratings[RatingList.objects.get(name="Youth").code] == 1900


def test_q117_an_own_list_ranks_like_any_list(youth):
    tournament = factories.tournament(rating_lists=[youth.code, "standard"], rating_method="OTHER")
    entries = [
        factories.enter_one(
            tournament,
            ratings.values_for(RegisteredPlayer.objects.get(fide_id=fide_id), tournament),
        )
        for fide_id in ("6300001", "6300002")
    ]
    found = [(e.rating, e.fide_rating, e.national_rating, e.national_source) for e in entries]
    assert found == [
        (2300, 2533, 2300, f"{youth.code}:2026-11"),  # Q116: the official one is kept apart
        (2401, 2401, 0, ""),
    ]


def test_q128_and_q129_it_is_shown_in_the_search_and_taken_in_one_click(youth, client):
    tournament = factories.tournament()
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/a/players/"
    page = client.get(f"{address}search/?find=oz+ece").content.decode()
    player = RegisteredPlayer.objects.get(name="Öz, Ece")
    assert f"?pick={player.pk}&amp;list={youth.code}" in page
    assert "TUR Youth 1400" in page
    form = client.get(f"{address}add/?pick={player.pk}&list={youth.code}").context["form"]
    values = {name: value for name, value in form.initial.items() if name != "player"}
    client.post(f"{address}add/", values)
    entry = tournament.entries.get()
    assert (entry.rating, entry.rating_source) == (1400, f"{youth.code}:2026-11")
    assert rating_check.differences(tournament) == []


def test_q133_and_q137_an_own_list_is_compared_and_keeps_its_months(youth, monkeypatch):
    tournament = factories.tournament(rating_lists=[youth.code], rating_method="NRO")
    player = RegisteredPlayer.objects.get(fide_id="6300003")
    factories.enter_one(tournament, ratings.values_for(player, tournament))
    bring("Name;Points\nIsik, Inci;1950\n", month=DECEMBER)
    monkeypatch.setattr(rating_check.timezone, "localdate", lambda: date(2026, 11, 20))
    (one,) = rating_check.differences(tournament)
    assert (one.field, one.old, one.new, one.source, one.typed) == (
        "national_rating", 1900, 1950, f"{youth.code}:2026-12", False,
    )  # fmt: skip
    assert said("6300003", valid=NOVEMBER).ratings[youth.code] == 1900
    # A player who is not in the newer list has no rating in it any more, but had one.
    assert youth.code not in said("6300001").ratings
    assert said("6300001", valid=NOVEMBER).ratings[youth.code] == 2300
    monkeypatch.setattr(rating_check.timezone, "localdate", lambda: date(2026, 12, 5))
    assert rating_check.differences(tournament) == []  # the list valid at its start


def test_a_rating_that_the_list_does_not_have_any_more_is_not_given_up_by_a_tick(register, client):
    tournament = factories.tournament()
    RegisteredPlayer.objects.filter(fide_id="6300003").update(standard=0, rapid=0, blitz=0)
    for fide_id in ("6300001", "6300003"):
        player = RegisteredPlayer.objects.get(fide_id=fide_id)
        factories.enter_one(tournament, ratings.values_for(player, tournament))
    tournament.entries.update(fide_rating=2488, rating_source="standard:2026-10")
    client.force_login(factories.chief_of(tournament))
    answer = client.get(f"/en/desk/{tournament.event.slug}/a/players/ratings/")
    keys = {bool(one.new): one.key for one in answer.context["differences"]}
    ticks = Page(answer).tree.css('input[name="tick"]')
    assert [tick.attributes["value"] for tick in ticks] == [keys[True], keys[False]]
    assert ["checked" in tick.attributes for tick in ticks] == [True, False]


@pytest.mark.parametrize(
    ("source", "said", "ticked"),
    [("import", "imported", True), ("", "typed by hand", False), ("standard:2026-10", "", True)],
)
def test_a_rating_of_the_list_is_told_from_one_that_was_typed(
    register, client, source, said, ticked
):
    tournament = factories.tournament()
    player = RegisteredPlayer.objects.get(fide_id="6300001")
    factories.enter_one(tournament, ratings.values_for(player, tournament))
    tournament.entries.update(fide_rating=2488, rating_source=source)
    client.force_login(factories.chief_of(tournament))
    page = Page(client.get(f"/en/desk/{tournament.event.slug}/a/players/ratings/"))
    (tick,) = page.tree.css('input[name="tick"]')
    assert ("checked" in tick.attributes) is ticked
    assert page.all("tbody .state") == ([said] if said else [])
    assert ("1 of 1 is ticked" if ticked else "0 of 1 are ticked") in page.text


def test_ratings_of_a_pasted_list_count_as_imported_and_typing_makes_them_typed(register, client):
    tournament = factories.tournament()
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/a/players/"
    lines = "Name\tRating\nKaya, Ali\t1800\nTan, Su\t0\n"
    page = Page(client.post(f"{address}import/", {"text": lines}))
    client.post(f"{address}import/", {"sealed": page.field("sealed")})
    sources = dict(tournament.entries.values_list("name", "rating_source"))
    assert sources == {"Kaya, Ali": "import", "Tan, Su": ""}
    assert "imported" in Page(client.get(address)).text
    kaya = tournament.entries.get(name="Kaya, Ali")
    shown = client.get(f"{address}{kaya.pk}/")
    assert "Rating from the list of players" in Page(shown).text
    change_entry(
        tournament=tournament,
        entry=kaya,
        version=kaya.version,
        values={"fide_rating": 1810},
        by=factories.chief_of(tournament),
    )
    assert tournament.entries.get(name="Kaya, Ali").rating_source == ""


def test_q137_a_national_list_keeps_its_months_too(register):
    columns = {"No": "national_id", "Name": "name", "UKD": "rating"}
    bring("No;Name;UKD\n1;Öz, Ece;1500\n", name="", month=OCTOBER, mapping=columns)
    bring("No;Name;UKD\n1;Öz, Ece;1560\n", name="", month=DECEMBER, mapping=columns)
    player = RegisteredPlayer.objects.get(national_id="1")
    past = PastRating.objects.get(kind="national")
    assert (past.national, past.month, past.until) == (1500, OCTOBER, DECEMBER)
    by_month = [ratings.listed([player], m)[player.pk].ratings["national"]
                for m in (OCTOBER, NOVEMBER, DECEMBER, None)]  # fmt: skip
    assert by_month == [1500, 1500, 1560, 1560]


def test_an_older_month_is_refused_and_a_list_needs_its_columns(youth):
    with pytest.raises(Refused, match="newer list"):
        bring(month=OCTOBER)
    with pytest.raises(Refused, match="name and the rating"):
        bring(mapping={"Name": "name"})
    with pytest.raises(Refused, match="Name the federation"):
        bring(federation="Türkiye")


def test_a_bad_file_leaves_the_list_as_it_was(youth):
    with pytest.raises(Refused):
        bring("Name;Points\n;\n", month=DECEMBER)
    assert OwnRating.objects.filter(until=None).count() == 4
    assert RatingList.objects.get(name="Youth").month == NOVEMBER


def test_who_only_an_own_list_knows_is_found_in_the_register(youth):
    assert [player.name for player in search_register("oz ece")] == ["Öz, Ece"]


def test_a_spreadsheet_that_unpacks_to_too_much_is_refused(register, monkeypatch):
    from tournaments.core import tables

    book = openpyxl.Workbook()
    book.active.append(["Name", "Points"])
    file = io.BytesIO()
    book.save(file)
    monkeypatch.setattr(tables, "LARGEST_SHEET", 100)
    with pytest.raises(Refused, match="not a table"):
        bring(file.getvalue())
