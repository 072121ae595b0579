"""The import of a list while people search, and where it goes on after its worker died."""

import io
import zipfile
from datetime import date

import psycopg
import pytest
from django.db import connection

from tests import factories
from tests.tournaments.services.test_rating_lists import (
    DECEMBER,
    NOVEMBER,
    PEOPLE,
    a_list,
    line,
    load,
)
from tournaments.kernel import jobs
from tournaments.management.demo.rating_list import file_lines
from tournaments.models import (
    Entry,
    Job,
    ListImport,
    PastRating,
    RatingList,
    RegisteredPlayer,
    RegisterWord,
)
from tournaments.register import importing, loading, merging, sources
from tournaments.register.layouts import UnknownLayout, opened
from tournaments.register.search import search_register

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def second_connection():
    database = connection.settings_dict
    with psycopg.connect(
        dbname=database["NAME"], user=database["USER"], password=database["PASSWORD"],
        host=database["HOST"], port=database["PORT"] or None, autocommit=True,
        options="-c lock_timeout=1500ms",
    ) as other:  # fmt: skip
        yield other


def leftovers():
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE tablename LIKE 'register\\_staging%'")
        return cursor.fetchall()


def test_the_strongest_are_stored_first():
    done = load(a_list(*reversed(PEOPLE)))
    assert (done.rows, done.added, done.changed) == (6, 6, 0)
    stored = RegisteredPlayer.objects.order_by("pk").values_list("fide_id", flat=True)
    assert list(stored[:5]) == ["6300001", "6300002", "6300003", "99000001", "6300004"]
    assert leftovers() == []


def test_a_player_known_before_stays_and_is_brought_up_to_date():
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
    assert [found.name for found in search_register("yidiz")] == ["Yildiz, Ege"]
    assert RegisterWord.objects.filter(word="yildiz").exists()


def test_what_is_changed_is_seen_when_the_list_is_merged_whole(monkeypatch, second_connection):
    load(a_list(*PEOPLE))
    query = f"SELECT max(standard), count(*) FROM {merging.REGISTER}"
    seen = []

    def observed(*arguments):
        changed = merging.change_known(*arguments)
        seen.extend(second_connection.execute(query))
        return changed

    monkeypatch.setattr(importing, "change_known", observed)
    newer = [PEOPLE[0].replace("2533", "2540"), *PEOPLE[1:], line("6300007", "Yeni, Ece")]
    load(a_list(*newer), DECEMBER)
    assert seen == [(2533, 7)]
    assert second_connection.execute(query).fetchone() == (2540, 7)


def test_players_who_were_added_before_the_worker_died_are_added_once(monkeypatch):
    monkeypatch.setattr(importing, "ADDED_AT_A_TIME", 2)
    monkeypatch.setattr(merging, "ADDED_AT_A_TIME", 2)
    work, job = started()
    interrupted(monkeypatch, job, "_conclude")
    assert RegisteredPlayer.objects.count() == 6
    RegisteredPlayer.objects.filter(fide_id__in=["6300004", "6300005"]).delete()  # not yet added
    ListImport.objects.update(added=4)
    jobs.run_in_stages(job.pk, loading.run_import)
    work.refresh_from_db()
    assert (work.stage, work.added, RegisteredPlayer.objects.count()) == ("merged", 6, 6)


def test_a_list_goes_on_while_it_gets_further_however_many_workers_die(monkeypatch):
    monkeypatch.setattr(importing, "ADDED_AT_A_TIME", 1)
    monkeypatch.setattr(merging, "ADDED_AT_A_TIME", 1)
    work, job = started()
    real = importing.add_new
    for _ in range(jobs.MOST_TRIES):
        added = []

        def one_and_gone(*given, added=added):
            if added:
                raise SystemExit
            added.append(real(*given))
            return added[0]

        with monkeypatch.context() as now:
            now.setattr(importing, "add_new", one_and_gone)
            with pytest.raises(SystemExit):
                jobs.run_in_stages(job.pk, loading.run_import)
    jobs.run_in_stages(job.pk, loading.run_import)
    job.refresh_from_db()
    work.refresh_from_db()
    assert (job.status, work.stage, work.added) == (Job.Status.DONE, "merged", 6)


def started(data=None):
    work = importing.receive_fide_list(
        pieces=[data or a_list(*PEOPLE)], file_name="list.txt", month=NOVEMBER, by=None
    )
    return work, sources.start_import(work, by=None)


def interrupted(monkeypatch, job, name):
    """The worker is gone at the end of that step."""
    real = getattr(importing, name)

    def gone(*arguments):
        real(*arguments)
        raise SystemExit

    with monkeypatch.context() as now:
        now.setattr(importing, name, gone)
        with pytest.raises(SystemExit):
            jobs.run_in_stages(job.pk, loading.run_import)


@pytest.mark.parametrize(
    ("step", "stage"), [("stage", "received"), ("find_news", "read"), ("add_new", "read")]
)
def test_the_next_worker_goes_on_where_the_last_one_was(monkeypatch, step, stage):
    work, job = started()
    interrupted(monkeypatch, job, step)
    work.refresh_from_db()
    assert (work.stage, work.added) == (stage, 0)
    if stage == "read":
        monkeypatch.setattr(importing, "_read", None)  # not read a second time
    jobs.run_in_stages(job.pk, loading.run_import)
    job.refresh_from_db()
    assert (job.status, RegisteredPlayer.objects.count()) == (Job.Status.DONE, 6)
    assert leftovers() == []


def test_a_list_that_came_in_between_makes_it_read_again(monkeypatch):
    work, job = started()
    interrupted(monkeypatch, job, "find_news")
    other = ListImport.objects.create(
        list=RatingList.objects.create(kind="national", federation="TUR"), month=NOVEMBER,
        stage=ListImport.Stage.MERGED, finished_at=work.created_at,
    )  # fmt: skip
    RegisteredPlayer.objects.create(name="K", search_key="k", fide_id="6300005")
    jobs.run_in_stages(job.pk, loading.run_import)
    work.refresh_from_db()
    assert work.reading["ground"] == other.pk
    assert (work.added, work.changed, RegisteredPlayer.objects.count()) == (5, 1, 6)


def test_leftovers_of_an_import_that_nobody_ends_are_swept_away(monkeypatch):
    _work, job = started()
    interrupted(monkeypatch, job, "find_news")
    jobs.cancel_job(job=job)
    assert len(leftovers()) == 1
    load(a_list(*PEOPLE), DECEMBER)
    assert leftovers() == []


def test_next_month_changes_only_the_lines_that_say_something_new():
    load(a_list(*PEOPLE, "nonsense line"))
    newer = [PEOPLE[0].replace("2533", "2540"), *PEOPLE[1:], line("6300007", "Yeni, Ece")]
    done = load(a_list(*newer, "nonsense line"), DECEMBER)
    assert (done.rows, done.added, done.changed, done.unreadable) == (7, 1, 1, 1)


@pytest.mark.parametrize("layout", ["txt", "xml"])
def test_next_month_without_any_news_changes_nothing(layout):
    same = "".join(file_lines(20, seed=4, month=NOVEMBER, layout=layout)).encode()
    load(same)
    done = load(same, DECEMBER)
    assert (done.rows, done.added, done.changed) == (21, 0, 0)
    assert RatingList.objects.get().month == DECEMBER


def test_the_same_month_again_mends():
    load(a_list(*PEOPLE))
    RegisteredPlayer.objects.filter(fide_id="6300001").update(standard=1)
    RegisteredPlayer.objects.filter(fide_id="6300002").delete()
    done = load(a_list(*PEOPLE))
    assert (done.added, done.changed) == (1, 1)


def test_the_combined_list_speaks_about_what_a_single_list_changed():
    load(a_list(*PEOPLE))
    header = a_list().decode().replace(
        "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag", "NOV26 Gms K  B-day Flag"
    )  # fmt: skip
    row = f"{'6300001':<15}{'Yildiz, Ege':<61}TUR M   GM   {'':<24}2300  3   10 1990  "
    load(f"{header}{row}\n".encode(), name="rapid.txt")
    assert RegisteredPlayer.objects.get(fide_id="6300001").rapid == 2300
    done = load(a_list(*PEOPLE), DECEMBER)
    assert done.changed == 1
    assert RegisteredPlayer.objects.get(fide_id="6300001").rapid == 2500


@pytest.mark.parametrize("end", ["\r\n", "\n", "both"])
def test_lines_end_as_they_like_and_blank_ones_are_none(end):
    header = "ID Number      Name      Fed SRtng SK"
    rows = [header, "1              Kaya, Can TUR 1900  20", "", "2              Ay, Ece   TUR", ""]
    ends = ["\r\n", "\n"] * 3 if end == "both" else [end] * 5
    data = "".join(map("".join, zip(rows, ends, strict=False))).encode()
    layout, pieces = opened([data])
    read = [
        row and row.split("\x01")[:2]
        for records in layout.records(pieces)
        for row in layout.read(records)
    ]
    assert read == [["1", "Kaya, Can"], ["2", "Ay, Ece"]]


def test_an_archive_that_is_damaged_anywhere_is_no_list():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.txt", "".join(f"{place} Kaya, Ali\n" for place in range(200)))
    whole = out.getvalue()
    refused = 0
    for cut in range(len(whole) - 1):
        for length in (1, 20, 40):
            damaged = whole[:cut] + whole[cut + length :]
            if not damaged.startswith(b"PK\x03\x04"):
                continue
            with pytest.raises(UnknownLayout):
                opened([damaged])
            refused += 1
    assert refused > 1000
