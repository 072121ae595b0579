"""F35: the files of a list, read back by our own importers without a difference, whoever is on
it: long names and numbers, every alphabet, no year of birth, titles, flags."""

import csv
import io
import random
from datetime import date

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from federation.models import ListedRating, Member, MonthList, Privacy, RatingRun
from federation.queries import ratings_pages
from tests.federation import rated
from tournaments.models import RegisteredPlayer, Title
from tournaments.register import local_lists
from tournaments.register.facts import COLUMNS
from tournaments.register.layouts import opened, rows_of_rating_list

pytestmark = pytest.mark.django_db

MONTH = date(2026, 12, 1)
NAMES = (
    "Ak, Ece",
    "Çığ, Şükrü Öğüt İğdır",
    "O'Neil, Seán & Søn <b>",
    '"Quoted", Name; with; signs',
    "=SUM(A1), Formula",
    "Иванова, Екатерина Ёлкина",
    "محمد علي, خالد",
    "王, 小明",
    "Ngọc, Tra\u0302\u0300n",  # letters made of several
    "Kırkbeşoğulları-Büyükdeğirmencioğlu, " + "Ayşe Fatma Zehra",
    "A" * 60,
    "B" * 61,
    ("Uzunsoyadlıoğulları, " + "Abdurrahman " * 9)[:120].strip().ljust(120, "x"),
    "Lone",
)


def a_list(series="standard"):
    """Everything that a row may be, once with each name; by chance, from one seed."""
    lot = random.Random(2026)
    run = RatingRun.objects.create(state=RatingRun.State.PUBLISHED, published_at=timezone.now())
    of = MonthList.objects.create(run=run, series=series, month=MONTH, worked_at=timezone.now())
    titles = [*Title.values] * 2
    rows = [
        ListedRating(
            list=of,
            player=1000 + number,
            name=name,
            title=titles[number],
            sex=lot.choice(["", "w", "m"]),
            born=lot.choice([None, 1931, 2020]),
            federation=lot.choice(["TUR", "FID"]),
            fide_id=str(lot.choice([7, 63_000_000, 99_999_999_900]) + number),
            national_id=lot.choice([f"{number}", f"TR-{number:017}"]),
            rating=lot.choice([1001, 1400, 2882]),
            games=lot.choice([0, 9, 123]),
            k=lot.choice([10, 20, 40]),
            change=lot.choice([None, 0, -59, 120]),
            inactive=lot.choice([True, False]),
        )
        for number, name in enumerate(NAMES)
    ]
    ListedRating.objects.bulk_create(rows)
    return of


def as_the_register_has_them(of):
    """By name, as the files are sorted; only the rating of this list."""
    return [
        {
            "fide_id": row.fide_id,
            "name": row.name,
            "federation": row.federation,
            "sex": row.sex,
            "title": row.title,
            "birth_date": str(row.born or ""),
            "inactive": "t" if row.inactive else "f",
            of.series: str(row.rating),
            f"k_{of.series}": str(int(row.k)),
        }
        for row in of.rows.order_by("name", "player")
    ]


@pytest.mark.parametrize("series", ["standard", "rapid", "blitz"])
@pytest.mark.parametrize("layout", ["txt", "xml"])
def test_what_we_write_our_importer_reads_without_a_difference(series, layout):
    of = a_list(series)
    told = "".join(getattr(ratings_pages, layout)(of)).encode()
    reader, pieces = opened([told], series)
    read = [
        dict(zip(COLUMNS, row.split("\x01"), strict=True))
        for block in reader.records(pieces)
        for row in reader.read(block)
    ]
    wanted = as_the_register_has_them(of)
    assert reader.ratings == (series,)
    assert [{key: row[key] for key in wanted[0]} for row in read] == wanted


def test_numbers_of_the_federation_are_whole_in_fides_layout():
    of = a_list("national")
    wanted = [row.national_id for row in of.rows.order_by("name", "player")]
    for layout in (ratings_pages.txt, ratings_pages.xml):
        rows = rows_of_rating_list("".join(layout(of)))[1:]
        assert [row[0] for row in rows] == wanted
        assert [row[1] for row in rows] == [row.name for row in of.rows.order_by("name", "player")]


def test_the_columns_are_fides_while_everybody_has_room_in_them():
    of = a_list()
    of.rows.exclude(name="Ak, Ece").delete()
    of.rows.update(fide_id="6300001", title="WGM", sex="w", born=1999, rating=2410, games=9, k=10)
    of.rows.update(inactive=True)
    header, line = "".join(ratings_pages.txt(of)).splitlines()
    assert header == f"{'ID Number':<15}{'Name':<61}{ratings_pages.HEADER.format(month='DEC26')}"
    places = {word: header.index(word) for word in ("Name", "Fed", "Sex", "Tit", "DEC26", "Flag")}
    assert places == {"Name": 15, "Fed": 76, "Sex": 80, "Tit": 84, "DEC26": 113, "Flag": 132}
    assert line[113:].split() == ["2410", "9", "10", "1999", "wi"]


def test_the_csv_says_everything_and_is_a_national_list_to_our_importer():
    of = a_list("national")
    answer = Client().get(reverse("federation:rating_file", args=["national", "2026-12", "csv"]))
    content = b"".join(answer.streaming_content)
    read = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    rows = list(of.rows.order_by("name", "player"))
    for told, row in zip(read, rows, strict=True):
        assert told["name"].removeprefix("'") == row.name  # a formula is made harmless
        assert (told["rating"], told["games"], told["k"]) == (
            str(row.rating),
            str(row.games),
            row.coefficient,
        )
        assert told["change"] == ("" if row.change is None else str(row.change))
        assert (told["birth_year"], told["title"]) == (str(row.born or ""), row.title)
        assert (told["inactive"] == "i") == row.inactive
    work = local_lists.receive_local_list(
        pieces=[content], file_name="list.csv", federation="TUR", month=MONTH, by=None
    )
    local_lists.choose_by_itself(work)
    done = local_lists.import_local(work)
    assert (done.rows, done.unreadable) == (len(rows), 0)
    for row in rows:
        player = RegisteredPlayer.objects.get(national_id=row.national_id)
        assert (player.name.removeprefix("'"), player.national) == (row.name, row.rating)
        assert (player.title, player.sex, player.fide_id) == (row.title, row.sex, row.fide_id)
        assert player.birth_date == str(row.born or "")


def test_a_file_has_another_tag_once_somebody_wants_a_shorter_name():
    with override_settings(FEDERATION="Türkiye Satranç Federasyonu"):
        of = a_list()
        player = rated.registered(1)
        of.rows.filter(name="Ak, Ece").update(player=player.pk)
        Member.objects.create(player=player)
        address = reverse("federation:rating_file", args=["standard", "2026-12", "txt"])
        first = Client().get(address)["ETag"]
        assert Client().get(address, headers={"if-none-match": first}).status_code == 304
        Member.objects.update(privacy=Privacy.SHORT)
        again = Client().get(address, headers={"if-none-match": first})
        assert again.status_code == 200
        assert "Ak, E." in b"".join(again.streaming_content).decode()
