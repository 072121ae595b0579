"""The way back from a list that was loaded with a wrong column; giving an import up."""

from datetime import date

import pytest
from django.db import connection

from tests import factories
from tests.tournaments.services.test_own_lists import COLUMNS, YOUTH, bring
from tests.tournaments.services.test_rating_lists import (
    DECEMBER,
    NOVEMBER,
    OCTOBER,
    PEOPLE,
    a_list,
    load,
)
from tournaments.kernel import jobs
from tournaments.kernel.errors import Refused
from tournaments.models import (
    Entry,
    Job,
    ListBefore,
    ListChunk,
    ListImport,
    OwnRating,
    PastRating,
    RatingList,
    RegisteredPlayer,
)
from tournaments.register import importing, loading, local_lists, sources, taking_back

NATIONAL = """No;Name;Points;Born;FIDE;Club
11;Yıldız, Ege;2300;1990;6300001;Ankara
12;Öz, Ece;1400;2012;;İzmir
13;Ay, Ali;1500;2001;;İzmir
"""
RIGHT = {
    "No": "national_id", "Name": "name", "Points": "rating", "Born": "birth_date",
    "FIDE": "fide_id", "Club": "club",
}  # fmt: skip
WRONG = RIGHT | {"Points": "", "Born": "rating"}


def national(data=NATIONAL, month=NOVEMBER, mapping=RIGHT):
    return bring(data, name="", month=month, mapping=mapping)


def everything():
    return (
        list(RegisteredPlayer.objects.order_by("pk").values()),
        list(PastRating.objects.order_by("player", "until").values_list("player", "until")),
        sorted(
            OwnRating.objects.values_list("list", "player", "rating", "month", "until"), key=str
        ),
        list(RatingList.objects.order_by("pk").values_list("month", "players", "mapping")),
    )


@pytest.mark.django_db
def test_a_national_list_with_a_wrong_column_is_taken_back_to_the_letter():
    load(a_list(*PEOPLE))
    national(month=OCTOBER)
    before = everything()
    newer = (
        NATIONAL.replace("Ankara", "Bursa") + "14;Kaya, Mehmet;1700;2001;6300005;\n15;Su, S;1;;;\n"
    )
    wrong = national(newer, mapping=WRONG)
    assert RegisteredPlayer.objects.get(national_id="12").national == 2012
    assert everything() != before
    taking_back.take_back(work=wrong, by=None)
    assert everything() == before
    assert ListBefore.objects.count() == 0
    right = national(newer)
    assert (right.added, RegisteredPlayer.objects.get(national_id="14").fide_id) == (1, "6300005")


@pytest.mark.django_db
@pytest.mark.parametrize("month", [NOVEMBER, DECEMBER])
def test_an_own_list_is_taken_back_to_the_letter(month):
    load(a_list(*PEOPLE))
    bring(month=OCTOBER)
    bring(YOUTH.replace("1900", "1950"))
    before = everything()
    wrong = bring(
        YOUTH.replace("2300", "100").replace("Isik, Inci;1900;;", "Yeni, Can;900;;"), month=month
    )
    taking_back.take_back(work=wrong, by=None)
    assert everything() == before


@pytest.mark.django_db
def test_only_the_last_file_is_taken_back_and_only_once():
    load(a_list(*PEOPLE))
    first, second = national(), national(month=DECEMBER)
    for work in (first, second, second, first):
        if work is second and work.stage == ListImport.Stage.MERGED:
            work = second = taking_back.take_back(work=work, by=None)
            continue
        with pytest.raises(Refused) as refused:
            taking_back.take_back(work=work, by=None)
        assert refused.value.code == "register.not_the_last"
    fide = load(a_list(*PEOPLE), DECEMBER)
    assert taking_back.to_be_taken_back([first, second, fide]) == set()


@pytest.mark.django_db
def test_who_was_entered_meanwhile_stays_in_the_register_without_the_rating():
    load(a_list(*PEOPLE))
    work = national()
    tournament = factories.tournament(2)
    ece = RegisteredPlayer.objects.get(national_id="12")
    entry = factories.entry(tournament, 1)
    Entry.objects.filter(pk=entry.pk).update(player=ece)
    taking_back.take_back(work=work, by=None)
    ece.refresh_from_db()
    assert (ece.national, Entry.objects.get(pk=entry.pk).player) == (0, ece)
    assert not RegisteredPlayer.objects.filter(national_id="13").exists()


@pytest.mark.django_db
def test_of_a_number_that_stands_twice_the_first_line_counts_every_time():
    load(a_list(*PEOPLE))
    twice = NATIONAL + "12;Öz, Ece;1999;;;\n16;Yıldız, Ege;900;;6300001;\n"
    for month in (NOVEMBER, DECEMBER):
        done = national(twice, month=month)
        assert (done.rows, done.unreadable) == (3, 2)
        assert RegisteredPlayer.objects.get(national_id="12").national == 1400
    assert (done.added, done.changed) == (0, 0)
    assert RegisteredPlayer.objects.get(fide_id="6300001").national_id == "11"


def started():
    work = local_lists.receive_local_list(
        pieces=[NATIONAL.encode()], file_name="n.csv", federation="TUR", month=NOVEMBER, by=None
    )
    local_lists.choose_columns(work=work, mapping=RIGHT)
    return work, sources.start_import(work, by=None)


def cancelled_elsewhere():
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("UPDATE tournaments_job SET status = %s", [Job.Status.CANCELLED])
    finally:
        other.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("when", ["waiting", "reading", "merging"])
def test_a_national_list_is_given_up_and_nothing_of_it_stays(monkeypatch, when):
    work, job = started()
    before = everything()
    if when == "waiting":
        sources.give_up(work=work, by=None)
    else:
        name = {"reading": "end_if_cancelled", "merging": "learn_words"}[when]
        real = getattr(local_lists, name)

        def meanwhile(*arguments):
            cancelled_elsewhere()
            return real(*arguments)

        monkeypatch.setattr(local_lists, name, meanwhile)
    jobs.run_in_stages(job.pk, loading.run_import)
    job.refresh_from_db()
    assert (job.status, everything()) == (Job.Status.CANCELLED, before)
    monkeypatch.undo()
    again = sources.start_import(work, by=None)  # the file is still there
    jobs.run_in_stages(again.pk, loading.run_import)
    assert RegisteredPlayer.objects.filter(national__gt=0).count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_list_of_fides_is_given_up_while_it_is_read(monkeypatch):
    work = importing.receive_fide_list(
        pieces=[a_list(*PEOPLE)], file_name="list.txt", month=NOVEMBER, by=None
    )
    job = sources.start_import(work, by=None)
    monkeypatch.setattr(importing, "report_progress", lambda job, _done: cancelled_elsewhere())
    jobs.run_in_stages(job.pk, loading.run_import)
    job.refresh_from_db()
    assert (job.status, RegisteredPlayer.objects.count()) == (Job.Status.CANCELLED, 0)
    monkeypatch.undo()
    assert ListChunk.objects.filter(list_import=work).exists()
    load(a_list(*PEOPLE[:2]))  # the next file sweeps it away
    assert not ListChunk.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_worker_takes_it_back_and_a_dead_one_is_followed_by_the_next(monkeypatch):
    load(a_list(*PEOPLE))
    before = everything()[0]
    work = national()
    job = taking_back.ask_to_take_back(work=work, by=None)

    def gone(*_arguments):
        raise SystemExit

    with monkeypatch.context() as now:
        now.setattr(taking_back, "_added_back", gone)
        with pytest.raises(SystemExit):
            jobs.run_in_stages(job.pk, loading.run_import)
    assert RegisteredPlayer.objects.get(national_id="12").national == 1400  # nothing half done
    jobs.run_in_stages(job.pk, loading.run_import)
    jobs.run_in_stages(job.pk, loading.run_import)  # delivered twice
    assert everything()[0] == before


@pytest.mark.parametrize(
    ("cell", "rating"),
    [
        ("1650", "1650"), ("1650,5", "1651"), ("1650.49", "1650"), ("1.650", "1650"),
        ("1.650,50", "1651"), ("1 650", "1650"), ("0", "0"), ("850,0", "850"),
        ("165O", ""), ("-5", ""), ("١٦٥٠", ""), ("1650 UKD", ""), ("1,6,5", ""), ("19.11.2026", ""),
    ],
)  # fmt: skip
def test_ratings_as_spreadsheets_write_them(cell, rating):
    assert local_lists._whole(cell) == rating


@pytest.mark.django_db
def test_the_mapping_is_as_it_was_when_the_first_file_is_taken_back():
    load(a_list(*PEOPLE))
    work = bring(mapping=COLUMNS, month=date(2026, 9, 1))
    taking_back.take_back(work=work, by=None)
    kept = RatingList.objects.get(pk=work.list_id)
    assert (kept.month, kept.mapping, OwnRating.objects.count()) == (None, {}, 0)
