"""The first list is built beside the register and put in its place, and nobody notices."""

from datetime import date

import psycopg
import pytest
from django.db import connection

from tests import factories
from tests.tournaments.services.test_rating_lists import NOVEMBER, PEOPLE, a_list, line, load
from tournaments.kernel import jobs
from tournaments.models import (
    Entry,
    Job,
    ListImport,
    ListPrints,
    PastRating,
    RatingList,
    RegisteredPlayer,
    RegisterWord,
)
from tournaments.register import list_prints, list_sources, rating_lists, register_aside
from tournaments.register.generator import file_lines
from tournaments.register.search import search_register

pytestmark = pytest.mark.django_db(transaction=True)
CATALOGUE = {
    "columns": "SELECT column_name, data_type, is_nullable, column_default, is_identity, "
    "character_maximum_length FROM information_schema.columns WHERE table_name = %s "
    "ORDER BY ordinal_position",
    "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s ORDER BY 1",
    "constraints": "SELECT conname, conrelid::regclass::text, pg_get_constraintdef(oid), "
    "convalidated FROM pg_constraint WHERE %s IN (conrelid::regclass::text, "
    "confrelid::regclass::text) ORDER BY 1",
    "options": "SELECT reloptions, relpersistence FROM pg_class WHERE relname = %s",
    "sequence": "SELECT pg_get_serial_sequence(%s, 'id')",
}


@pytest.fixture(autouse=True)
def any_list_is_long(monkeypatch):
    monkeypatch.setattr(register_aside, "LONG", 1)
    monkeypatch.setattr(register_aside, "PAUSE", 0)


@pytest.fixture
def second_connection():
    database = connection.settings_dict
    with psycopg.connect(
        dbname=database["NAME"], user=database["USER"], password=database["PASSWORD"],
        host=database["HOST"], port=database["PORT"] or None, autocommit=True,
        options="-c lock_timeout=1500ms",
    ) as other:  # fmt: skip
        yield other


def catalogue():
    with connection.cursor() as cursor:
        found = {}
        for name, query in CATALOGUE.items():
            cursor.execute(query, [register_aside.REGISTER])
            found[name] = cursor.fetchall()
        return found


def leftovers():
    with connection.cursor() as cursor:
        cursor.execute(
            r"SELECT tablename FROM pg_tables WHERE tablename ~ '^register_(staging|aside)'"
        )
        return cursor.fetchall()


def test_the_new_register_has_every_name_and_rule_of_the_old_one():
    before = catalogue()
    done = load(a_list(*PEOPLE, PEOPLE[0].replace("2533", "2000")))
    assert catalogue() == before
    assert (done.rows, done.added, done.changed) == (7, 6, 0)
    assert RegisteredPlayer.objects.get(fide_id="6300001").standard == 2533
    assert list(RegisteredPlayer.objects.order_by("pk").values_list("fide_id", flat=True)) == [
        "6300001", "6300002", "6300003", "99000001", "6300004", "6300005",
    ]  # fmt: skip
    assert leftovers() == []


def test_who_was_there_before_stays_and_is_brought_up_to_date():
    tournament = factories.tournament(2)
    local = RegisteredPlayer.objects.create(
        name="Yerel, Can", search_key="yerel can", federation="TUR", national_id="7"
    )
    ege = RegisteredPlayer.objects.create(
        name="Yildiz, E", search_key="yildiz e", fide_id="6300001", standard=2500, national=2400,
        list_month=date(2026, 10, 1),
    )  # fmt: skip
    entry = factories.entry(tournament, 1)
    Entry.objects.filter(pk=entry.pk).update(player=ege)
    done = load(a_list(*PEOPLE))
    assert (done.added, done.changed, RegisteredPlayer.objects.count()) == (5, 1, 7)
    ege.refresh_from_db()
    assert (ege.name, ege.standard, ege.national) == ("Yildiz, Ege", 2533, 2400)
    assert PastRating.objects.get().standard == 2500
    assert Entry.objects.get(pk=entry.pk).player == ege
    assert RegisteredPlayer.objects.get(pk=local.pk).name == "Yerel, Can"
    later = RegisteredPlayer.objects.create(name="Z", search_key="z")
    assert later.pk > max(
        RegisteredPlayer.objects.exclude(pk=later.pk).values_list("pk", flat=True)
    )
    assert [found.name for found in search_register("yidiz")] == ["Yildiz, Ege"]
    assert RegisterWord.objects.filter(word="yildiz").exists()


def test_a_search_goes_on_while_the_list_is_read_indexed_and_merged(monkeypatch, second_connection):
    old = RegisteredPlayer.objects.create(name="Kaya, Can", search_key="kaya can")
    seen = []

    def while_it_works(name):
        real = getattr(register_aside, name)

        def work(*arguments):
            real(*arguments)
            seen.extend(second_connection.execute(f"SELECT id FROM {register_aside.REGISTER}"))

        monkeypatch.setattr(register_aside, name, work)

    while_it_works("store")
    while_it_works("index")
    load(a_list(*PEOPLE))
    assert seen == [(old.pk,), (old.pk,)]
    assert RegisteredPlayer.objects.count() == 7


def test_a_long_reader_delays_the_exchange_and_nobody_waits_behind_it(
    monkeypatch, second_connection
):
    monkeypatch.setattr(register_aside, "BREATH", "30ms")
    reads = f"SELECT count(*) FROM {register_aside.REGISTER}"
    second_connection.execute("BEGIN")
    second_connection.execute(reads)  # a backup reads like that for minutes
    pauses = []

    def pause(seconds):
        pauses.append(RegisteredPlayer.objects.count())  # answered at once, by the old register
        if len(pauses) == 2:
            second_connection.execute("COMMIT")

    monkeypatch.setattr(register_aside.time, "sleep", pause)
    load(a_list(*PEOPLE))
    assert pauses[:2] == [0, 0]
    assert second_connection.execute(reads).fetchone() == (6,)


def started(data=None):
    work = rating_lists.receive_fide_list(
        pieces=[data or a_list(*PEOPLE)], file_name="list.txt", month=NOVEMBER, by=None
    )
    return work, list_sources.start_import(work, by=None)


def interrupted(monkeypatch, job, name):
    """The worker is gone in the middle of that step."""

    def gone(*_arguments):
        raise SystemExit

    with monkeypatch.context() as now:
        now.setattr(register_aside, name, gone)
        with pytest.raises(SystemExit):
            jobs.run_in_stages(job.pk, rating_lists.run_import)


@pytest.mark.parametrize(
    ("step", "stage"), [("store", "received"), ("index", "read"), ("exchange", "read")]
)
def test_the_next_worker_goes_on_where_the_last_one_was(monkeypatch, step, stage):
    work, job = started()
    before = catalogue()
    interrupted(monkeypatch, job, step)
    work.refresh_from_db()
    assert (work.stage, RegisteredPlayer.objects.count()) == (stage, 0)
    if stage == "read":
        monkeypatch.setattr(rating_lists, "_read", None)  # not read a second time
    jobs.run_in_stages(job.pk, rating_lists.run_import)
    job.refresh_from_db()
    assert (job.status, RegisteredPlayer.objects.count()) == (Job.Status.DONE, 6)
    assert catalogue() == before
    assert leftovers() == []


def test_a_list_that_came_in_between_makes_it_read_again(monkeypatch):
    work, job = started()
    interrupted(monkeypatch, job, "index")
    other = ListImport.objects.create(
        list=RatingList.objects.create(kind="national", federation="TUR"), month=NOVEMBER,
        stage=ListImport.Stage.MERGED, finished_at=work.created_at,
    )  # fmt: skip
    RegisteredPlayer.objects.create(name="K", search_key="k", fide_id="6300005")
    jobs.run_in_stages(job.pk, rating_lists.run_import)
    work.refresh_from_db()
    assert work.reading["ground"] == other.pk
    assert (work.added, work.changed, RegisteredPlayer.objects.count()) == (5, 1, 6)


def test_what_an_import_that_nobody_ends_left_behind_is_swept_away(monkeypatch):
    _work, job = started()
    interrupted(monkeypatch, job, "index")
    jobs.cancel_job(job=job)
    assert len(leftovers()) == 2
    load(a_list(*PEOPLE), date(2026, 12, 1))
    assert leftovers() == []


def test_only_the_lines_that_say_something_new_are_read(monkeypatch):
    load(a_list(*PEOPLE, "nonsense line"))
    assert len(bytes(ListPrints.objects.get().data)) == 6 * list_prints.SIZE
    newer = [PEOPLE[0].replace("2533", "2540"), *PEOPLE[1:], line("6300007", "Yeni, Ece")]
    staged = []
    stage = rating_lists.stage

    def noted(cursor, table, lines):
        staged.extend(one.partition("\x01")[0] for one in lines)
        stage(cursor, table, lines)

    monkeypatch.setattr(rating_lists, "stage", noted)
    done = load(a_list(*newer, "nonsense line"), date(2026, 12, 1))
    assert staged == ["6300001", "6300007"]
    assert (done.rows, done.added, done.changed, done.unreadable) == (7, 1, 1, 1)
    assert ListPrints.objects.values_list("list_import", flat=True).get() == done.pk


@pytest.mark.parametrize("layout", ["txt", "xml"])
def test_next_month_without_any_news_changes_nothing(layout):
    same = "".join(file_lines(20, seed=4, month=NOVEMBER, layout=layout)).encode()
    load(same)
    done = load(same, date(2026, 12, 1))
    assert (done.rows, done.added, done.changed, done.reading["staged"]) == (21, 0, 0, 0)
    assert RatingList.objects.get().month == date(2026, 12, 1)


def test_the_same_month_again_reads_every_line_and_mends(monkeypatch):
    load(a_list(*PEOPLE))
    RegisteredPlayer.objects.filter(fide_id="6300001").update(standard=1)
    RegisteredPlayer.objects.filter(fide_id="6300002").delete()
    done = load(a_list(*PEOPLE))
    assert (done.added, done.changed) == (1, 1)


def test_a_single_list_in_between_makes_the_combined_one_be_read_in_full():
    load(a_list(*PEOPLE))
    header = a_list().decode().replace(
        "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag", "NOV26 Gms K  B-day Flag"
    )  # fmt: skip
    row = f"{'6300001':<15}{'Yildiz, Ege':<61}TUR M   GM   {'':<24}2300  3   10 1990  "
    load(f"{header}{row}\n".encode(), name="rapid.txt")
    assert RegisteredPlayer.objects.get(fide_id="6300001").rapid == 2300
    done = load(a_list(*PEOPLE), date(2026, 12, 1))
    assert done.changed == 1
    assert RegisteredPlayer.objects.get(fide_id="6300001").rapid == 2500
