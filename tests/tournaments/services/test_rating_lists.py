"""Rating lists: their layouts, the import by sets, what it keeps, and finding people in it."""

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from tests import factories
from tournaments.core.text import fold
from tournaments.kernel import jobs
from tournaments.kernel.errors import Refused
from tournaments.management.demo.rating_list import HEADER, file_lines
from tournaments.models import (
    Entry,
    Job,
    ListChunk,
    ListImport,
    PastRating,
    RatingList,
    RegisteredPlayer,
    RegisterWord,
)
from tournaments.queries.entries import rating_check, ratings
from tournaments.register import importing, layouts, loading, local_lists, sources
from tournaments.register import search as register_search
from tournaments.register.facts import COLUMNS
from tournaments.register.layouts import ListTooLarge, UnknownLayout, opened
from tournaments.register.search import players_named, search_register
from tournaments.services.entries.importing import read_file, read_table
from tournaments.services.entries.listing import change_entry, enter_player
from tournaments.services.entries.rating_check import apply_differences

OCTOBER, NOVEMBER, DECEMBER = date(2026, 10, 1), date(2026, 11, 1), date(2026, 12, 1)


def line(fide_id, name, fed="TUR", sex="M", title="", standard=0, rapid=0, blitz=0, born="1990"):
    ratings_ = "".join(f"{r or '':<6}{'0':<4}{'20':<3}" for r in (standard, rapid, blitz))
    return (
        f"{fide_id:<15}{name:<61}{fed:<4}{sex:<4}{title:<5}{'':<5}{'':<15}{'':<4}"
        f"{ratings_}{born:<6}{'':<4}"
    )


def a_list(*lines):
    return ("\n".join([HEADER, *lines]) + "\n").encode()


PEOPLE = (
    line("6300001", "Yildiz, Ege", title="GM", standard=2533, rapid=2500, blitz=2480),
    line("6300002", "Caglar, Sukru", standard=2401),
    line("6300003", "Isik, Inci", sex="F", title="WFM", standard=2101, rapid=2050),
    line("6300004", "Kaya, Mehmet Ali", rapid=1800),
    line("6300005", "Kaya, Mehmet", born="2001"),
    line("99000001", "Smith, John", fed="USA", standard=2000),
)


def load(data, month=NOVEMBER, name="players_list_foa.txt"):
    work = importing.receive_fide_list(pieces=[data], file_name=name, month=month, by=None)
    return importing.import_now(work)


# --- Layouts, without a database ------------------------------------------------------------------


def said(pieces, kind="standard"):
    """The records of a file by the register's columns; None for one that is no player."""
    layout, stream = opened(pieces, kind)
    rows = [row for records in layout.records(stream) for row in layout.read(records)]
    return [row and dict(zip(COLUMNS, row.split("\x01"), strict=True)) for row in rows]


def test_widths_are_read_from_the_header_line():
    wider = b"".join(
        row[:70] + b" " * 6 + row[70:] for row in a_list(PEOPLE[0]).splitlines(keepends=True)
    )
    for data in (a_list(PEOPLE[0]), wider):
        ege = said([data])[0]
        assert (ege["fide_id"], ege["name"], ege["federation"], ege["sex"], ege["rapid"]) == (
            "6300001", "Yildiz, Ege", "TUR", "m", "2500",
        )  # fmt: skip


def test_text_xml_and_zip_say_the_same():
    made = {
        layout: "".join(file_lines(50, seed=3, month=OCTOBER, layout=layout)).encode()
        for layout in ("txt", "xml")
    }
    text, xml, archived = (
        said([data[i : i + 700] for i in range(0, len(data), 700)])
        for data in (made["txt"], made["xml"], zipped(made["xml"]))
    )
    assert text == xml == archived
    assert len(text) == 52  # 50, and the new ones of ten months


def zipped(data, name="players_list_xml_foa.xml"):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return packed.getvalue()


def test_a_single_list_tells_only_its_own_rating():
    header = HEADER.replace(
        "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag", "OCT26 Gms K  B-day Flag"
    )
    row = f"{'6300001':<15}{'Yildiz, Ege':<61}TUR M   GM   {'':<24}2500  3   10 1999  "
    data = f"{header}\n{row}\n".encode()
    assert list(said([data], "rapid")[0].values()) == [
        "6300001", "Yildiz, Ege", "yildiz ege", "TUR", "m", "GM", "1999", "f",
        "0", "0", "2500", "10", "0", "0",
    ]  # fmt: skip
    assert opened([data], "rapid")[0].ratings == ("rapid",)
    assert opened([a_list(*PEOPLE)])[0].ratings == ("standard", "rapid", "blitz")


def test_entities_and_latin_letters_are_read():
    xml = b"<playerslist><player><fideid>1</fideid><name>O&#039;Neil,&#1; J\xf6rg</name>"
    xml += b"<country>GER</country><rating>2000</rating></player></playerslist>"
    (joerg,) = said([xml])
    assert (joerg["name"], joerg["search_key"], joerg["standard"]) == (
        "O'Neil, J\u00f6rg", "o neil jorg", "2000",
    )  # fmt: skip
    latin = a_list(line("7", "M\u00fcller, Bj\u00f6rn", standard=2000), PEOPLE[1]).decode()
    assert [one["name"] for one in said([latin.encode("latin-1")])] == [
        "M\u00fcller, Bj\u00f6rn", "Caglar, Sukru",
    ]  # fmt: skip
    assert said([latin.encode("latin-1")]) == said([latin.encode()])
    assert said([latin.encode()])[0]["search_key"] == "muller bjorn"


def test_control_characters_and_foreign_digits_are_nobodys():
    odd = [
        line("6300009", "Ka\x01ya, \x02Can\x03"),
        line("6300010", "Kaya, Ece", standard="20x0"),
        line("٦٣٠", "Kaya, Ali"),
        line("6300011", "..."),
    ]
    assert [row and row["name"] for row in said([a_list(*odd)])] == [
        "Ka ya,  Can",
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    "data",
    [b"", b"hello\nworld\n", b"PK\x03\x04 no archive", b"x" * (3 << 20),
     (HEADER + "\n").encode() + b"x" * (3 << 20), b"<a>" + b"x" * (3 << 20)],
)  # fmt: skip
def test_anything_else_is_refused(data):
    with pytest.raises(UnknownLayout):
        said([data[at : at + (1 << 20)] for at in range(0, len(data) or 1, 1 << 20)])


def test_an_archive_that_would_unpack_to_more_than_any_list_is_refused(monkeypatch):
    monkeypatch.setattr(layouts, "LARGEST_LIST", 1 << 20)
    bomb = zipped(b"0" * (1 << 20) + b"0", "list.txt")
    assert len(bomb) < 2000
    with pytest.raises(ListTooLarge):
        said([bomb])


@pytest.mark.django_db
def test_a_bomb_of_an_archive_is_refused_in_words_and_changes_nothing(monkeypatch):
    monkeypatch.setattr(layouts, "LARGEST_LIST", 1 << 20)
    with pytest.raises(Refused, match="too large for a rating list"):
        load(zipped(b"0" * (2 << 20), "list.txt"))
    assert RegisteredPlayer.objects.count() == 0
    assert RatingList.objects.get().month is None


def test_the_quick_fold_of_plain_names_is_the_fold():
    people = said(["".join(file_lines(200, seed=9, month=OCTOBER, layout="txt")).encode()])
    assert len(people) == 210
    assert [one["search_key"] for one in people] == [fold(one["name"]) for one in people]


# --- Import ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_list_is_loaded_and_loading_it_again_changes_nothing():
    first = load(a_list(*PEOPLE, "nonsense line"))
    assert (first.rows, first.added, first.changed, first.unreadable) == (6, 6, 0, 1)
    again = load(a_list(*PEOPLE))
    assert (again.added, again.changed) == (0, 0)
    inci = RegisteredPlayer.objects.get(fide_id="6300003")
    assert (inci.sex, inci.title, inci.standard, inci.rapid, inci.blitz) == (
        "w", "WFM", 2101, 2050, 0,
    )  # fmt: skip
    assert RatingList.objects.get().month == NOVEMBER
    assert ListChunk.objects.count() == 0


@pytest.mark.django_db
def test_an_id_that_stands_twice_in_the_first_list_counts_once():
    done = load(a_list(*PEOPLE, PEOPLE[0].replace("2533", "2000"), PEOPLE[0]))
    assert (done.rows, done.added) == (8, 6)
    assert RegisteredPlayer.objects.get(fide_id="6300001").standard == 2533
    with pytest.raises(IntegrityError), transaction.atomic():
        RegisteredPlayer.objects.create(name="X", search_key="x", fide_id="6300001")


@pytest.mark.django_db
def test_words_of_a_later_list_are_learnt_too():
    load(a_list(*PEOPLE))
    changed = PEOPLE[5].replace("Smith, John", "Smyth, John")
    load(a_list(*PEOPLE[:5], changed, line("99000002", "Fresh, Name")), DECEMBER)
    assert RegisterWord.objects.filter(word__in=["smyth", "fresh"]).count() == 2


@pytest.mark.django_db
def test_a_newer_list_keeps_what_the_older_one_said():
    load(a_list(*PEOPLE))
    newer = [row.replace("2533", "2540") for row in PEOPLE]
    done = load(a_list(*newer), DECEMBER)
    assert (done.added, done.changed) == (0, 1)
    past = PastRating.objects.get()
    assert (past.player.fide_id, past.standard, past.until) == ("6300001", 2533, DECEMBER)
    with pytest.raises(Refused, match="newer list"):
        load(a_list(*PEOPLE), OCTOBER)


@pytest.mark.django_db
def test_a_birth_date_known_to_the_day_survives_the_lists_year():
    load(a_list(PEOPLE[0]))
    RegisteredPlayer.objects.update(birth_date="1990-05-31")
    load(a_list(PEOPLE[0]))
    assert RegisteredPlayer.objects.get().birth_date == "1990-05-31"


@pytest.mark.django_db
def test_an_import_goes_on_where_a_dead_worker_left_it(monkeypatch):
    work = importing.receive_fide_list(
        pieces=[a_list(*PEOPLE)], file_name="list.txt", month=NOVEMBER, by=None
    )
    job = sources.start_import(work, by=None)
    merge = importing._merge
    monkeypatch.setattr(importing, "_merge", lambda *a: (_ for _ in ()).throw(SystemExit))
    with pytest.raises(SystemExit):
        jobs.run_in_stages(job.pk, loading.run_import)
    work.refresh_from_db()
    job.refresh_from_db()
    assert (work.stage, job.open) == (ListImport.Stage.READ, True)
    monkeypatch.setattr(importing, "_merge", merge)
    monkeypatch.setattr(importing, "_read", None)  # the file is not read a second time
    jobs.run_in_stages(job.pk, loading.run_import)
    job.refresh_from_db()
    assert (job.status, RegisteredPlayer.objects.count()) == (Job.Status.DONE, 6)
    jobs.run_in_stages(job.pk, loading.run_import)  # delivered twice
    assert RatingList.objects.get().players == 6


@pytest.mark.django_db
def test_a_national_list_by_its_columns_which_are_remembered():
    load(a_list(*PEOPLE))
    csv = "Lisans;Adi Soyadi;Kulup;UKD;FIDE\n" + (
        "11;Yıldız, Ege;Ege SK;2450;6300001\n12;Öztürk, Şule;Çankaya SK;1500;\nbad;;;;\n"
    )

    def receive():
        return local_lists.receive_local_list(
            pieces=[csv.encode("cp1254")], file_name="ukd.csv", federation="TUR",
            month=NOVEMBER, by=None,
        )  # fmt: skip

    work = receive()
    _header, rows, guessed = local_lists.sample(work)
    assert rows[1][1] == "Öztürk, Şule"
    mapping = guessed | {"FIDE": "fide_id", "Lisans": "national_id", "UKD": "rating"}
    local_lists.choose_columns(work=work, mapping=mapping)
    done = local_lists.import_local(work)
    assert (done.rows, done.added, done.changed, done.unreadable) == (2, 1, 1, 1)
    ege = RegisteredPlayer.objects.get(fide_id="6300001")
    assert (ege.national_id, ege.national, ege.club) == ("11", 2450, "Ege SK")
    assert local_lists.sample(receive())[2]["FIDE"] == "fide_id"
    assert [player.name for player in search_register("ozturk")] == ["Öztürk, Şule"]


# --- Search ---------------------------------------------------------------------------------------


@pytest.fixture
def register(db):
    load(a_list(*PEOPLE))


def names(query, **options):
    return [player.name for player in search_register(query, **options)]


@pytest.mark.parametrize(
    "query",
    ["yil", "Yıldız", "ege yildiz", "YILDIZ EGE", "e yildiz", "yildiz e.", "yidiz", "yidliz ege",
     "yilduz", "yildiiz ege", "6300001", "yildizege"],
)  # fmt: skip
def test_however_it_is_typed(register, query):
    assert names(query)[:1] == ["Yildiz, Ege"]


def test_two_initials_alone_find_the_strongest_people_of_these_initials(register):
    assert names("m k") == names("k m") == ["Kaya, Mehmet Ali", "Kaya, Mehmet"]
    assert names("m k 2001") == ["Kaya, Mehmet"]
    assert names("s j", federation="TUR") == ["Smith, John"]
    assert names("x q") == names("m") == []


def test_two_letters_find_the_strongest_and_then_whoever_the_index_knows(register, monkeypatch):
    assert names("ka", federation="TUR") == ["Kaya, Mehmet Ali", "Kaya, Mehmet"]
    monkeypatch.setattr(register_search, "LOOKED_THROUGH", 1)
    monkeypatch.setattr(register_search, "SHOWN", 1)
    assert names("yi") == ["Yildiz, Ege"]  # among the strongest
    assert names("sm") == names("sm", federation="TUR") == ["Smith, John"]  # by the index


def test_turkish_letters_are_plain_ones(register):
    assert names("Çağlar Şükrü") == names("caglar sukru") == ["Caglar, Sukru"]
    assert names("IŞIK") == names("ışık") == ["Isik, Inci"]


def test_a_whole_word_and_a_year_come_first(register):
    assert names("kaya mehmet 2001") == ["Kaya, Mehmet"]
    assert names("kaya ali") == ["Kaya, Mehmet Ali"]


def test_own_people_come_before_the_stronger_ones_of_others(register):
    load(a_list(*PEOPLE, line("1", "Kaya, Anna", fed="GER", standard=2600)))
    assert names("kaya", federation="TUR")[-1] == "Kaya, Anna"
    assert names("kaya")[0] == "Kaya, Anna"


def test_nothing_dangerous_and_nothing_at_all(register):
    for query in ("'", "\\", "& | !", ":*", "a", "", "%", "x" * 500, "' OR 1=1 --", "\0"):
        assert search_register(query, federation="TUR") == []


def test_every_word_of_a_name_is_known_for_guessing(register):
    assert RegisterWord.objects.filter(word__in=["yildiz", "inci", "sukru"]).count() == 3


def test_exact_names_for_imports(register):
    assert [player.fide_id for player in players_named("Ege YILDIZ")] == ["6300001"]
    assert players_named("Ege") == []


# --- Ratings of entries ---------------------------------------------------------------------------


def pick(tournament, fide_id, chosen=""):
    player = RegisteredPlayer.objects.get(fide_id=fide_id)
    return enter_player(
        tournament=tournament,
        by=factories.chief_of(tournament),
        values=ratings.values_for(player, tournament, chosen),
    )


def test_q123_the_rating_comes_from_the_usual_lists_of_the_kind_of_event(register):
    standard, rapid = factories.tournament(), factories.tournament(rating_type="rapid")
    found = [(e.rating, e.rating_source) for e in (
        pick(standard, "6300001"), pick(rapid, "6300001"),
        pick(standard, "6300004"), pick(rapid, "6300002"),
    )]  # fmt: skip
    assert found == [
        (2533, "standard:2026-11"), (2500, "rapid:2026-11"),
        (1800, "rapid:2026-11"), (2401, "standard:2026-11"),
    ]  # fmt: skip


def test_q126_and_q129_another_order_of_lists_and_another_list_for_one_player(register):
    tournament = factories.tournament(rating_lists=["blitz"])
    assert pick(tournament, "6300001").rating == 2480
    assert pick(tournament, "6300003", "rapid").rating_source == "rapid:2026-11"


def test_q134_a_rating_changed_by_hand_counts_as_typed(register):
    tournament = factories.tournament()
    entry = pick(tournament, "6300001")
    changed = change_entry(
        tournament=tournament,
        entry=entry,
        version=entry.version,
        by=None,
        values={"fide_rating": 2000},
    )
    assert (changed.rating, changed.rating_source) == (2000, "")


def test_q143_and_q144_differences_are_proposed_and_a_part_of_them_taken(register, monkeypatch):
    tournament = factories.tournament()  # begins on 21 November 2026
    monkeypatch.setattr(rating_check.timezone, "localdate", lambda: date(2026, 11, 20))
    ege, sukru = pick(tournament, "6300001"), pick(tournament, "6300002")
    load(a_list(*[r.replace("2533", "2540").replace("2401", "2411") for r in PEOPLE]), DECEMBER)
    found = rating_check.differences(tournament)
    assert [(d.old, d.new, d.source, d.typed) for d in found] == [
        (2533, 2540, "standard:2026-12", False),
        (2401, 2411, "standard:2026-12", False),
    ]
    assert Entry.objects.get(pk=ege.pk).rating == 2533  # nothing was written
    apply_differences(tournament=tournament, ticked={found[1].key}, by=None)
    assert [Entry.objects.get(pk=e.pk).rating for e in (ege, sukru)] == [2533, 2411]
    with pytest.raises(Refused, match="changed since"):
        apply_differences(tournament=tournament, ticked={found[1].key}, by=None)


def test_q137_a_short_event_is_checked_by_the_list_valid_when_it_began(register, monkeypatch):
    tournament = factories.tournament()  # begins on 21 November 2026
    pick(tournament, "6300001")
    load(a_list(*[r.replace("2533", "2540") for r in PEOPLE]), DECEMBER)
    monkeypatch.setattr(rating_check.timezone, "localdate", lambda: date(2026, 12, 5))
    assert rating_check.differences(tournament) == []


# --- Lists of entries against the register --------------------------------------------------------


def test_an_import_is_matched_by_id_and_by_a_name_that_only_one_has(register):
    tournament = factories.tournament()
    preview = read_table(
        "Name\tFIDE ID\tBirth\nYıldız, Ege\t6300001\t\nŞükrü Çağlar\t\t\nNobody, New\t\t2000\n"
        "Smith, J\t6300002\t\n",
        tournament,
    )
    values = [line_.values for line_ in preview.lines]
    assert [(v["fide_id"], v["fide_rating"], v["rating_source"]) for v in values] == [
        ("6300001", 2533, "standard:2026-11"),
        ("6300002", 2401, "standard:2026-11"),
        ("", 0, ""),
        ("6300002", 0, ""),
    ]
    assert "belongs to Caglar" in preview.lines[3].remarks[0]
    assert [line_.number for line_ in preview.bad] == [5]  # the same ID twice


def test_a_spreadsheet_and_a_report_file_are_read(register):
    import openpyxl

    tournament = factories.tournament()
    book = openpyxl.Workbook()
    book.active.append(["Ad Soyad", "ELO", "Doğum Tarihi"])
    book.active.append(["Öz, Can", 1850.0, date(2009, 5, 31)])
    file = io.BytesIO()
    book.save(file)
    values = read_file(file.getvalue(), "x.xlsx", tournament).lines[0].values
    assert (values["name"], values["fide_rating"], values["birth_date"]) == (
        "Öz, Can", 1850, "2009-05-31",
    )  # fmt: skip
    trf = Path(__file__).parents[2] / "cases/trf/harbour_trf16.trf"
    preview = read_file(trf.read_bytes(), trf.name, tournament)
    values = [line_.values for line_ in preview.lines]
    assert len(values) == 5
    assert (values[0]["name"], values[0]["title"], values[0]["sex"], values[0]["fide_rating"]) == (
        "Alder, Ann", "IM", "w", 2210,
    )  # fmt: skip
    assert values[2]["birth_date"] == "2001"
    with_remarks = b"### Written by hand\n" + trf.read_bytes()
    assert read_file(with_remarks, "list.txt", tournament).lines == preview.lines
    assert "cannot be read" in read_file(b"PK\x03\x04junk", "x.xlsx", tournament).problem
