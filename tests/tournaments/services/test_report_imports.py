"""A whole tournament from a report file: sent, read by a worker, made, undone."""

import html
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from pairing.trf import MAX_BYTES, read
from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import progress, run_job
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import (
    Entry,
    Event,
    Job,
    LogEntry,
    Pairing,
    ReportImport,
    Role,
    Round,
    Tournament,
)
from tournaments.queries.reports.trf import report
from tournaments.services.entries.listing import change_entry
from tournaments.services.reports import importing
from tournaments.services.reports.importing import (
    go_back,
    import_report,
    make_tournament,
    send_report,
    undo_import,
    untouched,
)
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parents[2] / "cases" / "trf"


@pytest.fixture
def event() -> Event:
    return factories.event()


def chief(event: Event):
    return event.staff.get(role=Role.CHIEF).user


def played(rounds: int = 2) -> bytes:
    first = factories.tournament(8, initial_colour="w")
    factories.play(first, rounds)
    return report(first)


def worker(work: ReportImport) -> Job:
    """Do the open job as a worker does."""
    job = importing.job_of(work)
    run_job(job.pk, import_report, on_failure=go_back)
    job.refresh_from_db()
    work.refresh_from_db()
    return job


def made(event: Event, data: bytes) -> ReportImport:
    work = send_report(event=event, data=data, by=chief(event))
    return confirmed(make_tournament, work=work, name="Taken over", by=chief(event))


def words(answer) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()))


# --- By a worker ----------------------------------------------------------------------------------


def test_a_large_file_is_read_and_made_by_a_worker_with_its_progress(event, monkeypatch):
    data = played()
    monkeypatch.setattr(importing, "AT_ONCE", 0)
    told = []
    monkeypatch.setattr(importing, "report_progress", lambda _job, now: told.append(now))
    work = send_report(event=event, data=data, by=chief(event))
    assert (work.stage, importing.job_of(work).status) == ("reading", "waiting")
    with pytest.raises(Refused) as early:
        confirmed(make_tournament, work=work, name="A", by=chief(event))
    assert early.value.code == "import.not_read"
    assert worker(work).status == Job.Status.DONE
    assert told == [5, 50, 95]
    assert work.stage == "seen" and work.summary["tr"]["players"] == 8
    work = confirmed(make_tournament, work=work, name="A", by=chief(event))
    assert (work.stage, work.tournament) == ("making", None)
    again = make_tournament(work=work, name="Another", by=chief(event))
    assert (again.pk, again.name) == (work.pk, "A")  # pressed twice
    assert Job.objects.filter(kind="import").count() == 2
    assert progress(worker(work)) == 100
    assert (work.stage, work.tournament.name) == ("made", "A")
    assert Pairing.objects.filter(round__tournament=work.tournament).count() == 8


def test_work_that_fails_half_way_leaves_nothing_and_can_be_begun_again(event, monkeypatch):
    data = played()
    work = send_report(event=event, data=data, by=chief(event))
    monkeypatch.setattr(importing, "AT_ONCE", 0)
    work = confirmed(make_tournament, work=work, name="A", by=chief(event))
    tournaments = Tournament.all_objects.count()

    def falls(*_args, **_values):
        raise ConnectionError

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.services.reports.event_import._days", falls)
        with pytest.raises(ConnectionError):
            worker(work)
    work.refresh_from_db()
    assert work.stage == "seen"
    assert Tournament.all_objects.count() == tournaments
    assert not Entry.objects.filter(tournament__event=event).exists()
    work = confirmed(make_tournament, work=work, name="A", by=chief(event))
    assert worker(work).status == Job.Status.DONE
    assert work.tournament.entries.count() == 8


def test_a_worker_who_gets_the_job_twice_makes_one_tournament(event):
    work = made(event, played())
    worker(work)
    assert event.tournaments.count() == 1


@pytest.mark.parametrize("line", [5, 9])
def test_q53_a_damaged_file_is_refused_with_the_line_and_nothing_is_kept(event, client, line):
    lines = played().splitlines()
    first = next(i for i, text in enumerate(lines) if text.startswith(b"001"))
    broken = first + line - 5
    lines[broken] = lines[broken][:4] + b"x" * 4 + lines[broken][8:]
    data = b"\r\n".join(lines)
    with pytest.raises(Refused) as refused:
        send_report(event=event, data=data, by=chief(event))
    assert refused.value.code == "import.unreadable"
    assert refused.value.values["line"] == broken + 1
    client.force_login(chief(event))
    path = f"/en/desk/{event.slug}/new/report/"
    page = client.post(
        path, {"file": SimpleUploadedFile("a.trf", data)}, headers={"referer": path}, follow=True
    )
    assert f"line {broken + 1}, column" in words(page)
    assert not event.tournaments.exists()


def test_a_damaged_file_that_a_worker_reads_is_told_on_its_page(event, client, monkeypatch):
    monkeypatch.setattr(importing, "AT_ONCE", 0)
    data = played().replace(b"001    2", b"001    1")
    work = send_report(event=event, data=data, by=chief(event))
    client.force_login(chief(event))
    path = f"/en/desk/{event.slug}/new/report/{work.pk}/"
    assert "The file is being read" in words(client.get(path))
    assert worker(work).status == Job.Status.FAILED
    shown = words(client.get(path))
    assert re.search(r"The file cannot be read: line \d+, column \d+", shown)
    assert "Another file" in shown and "Make this tournament" not in shown


def test_a_file_may_have_20_mb_and_what_is_larger_is_refused_with_both_figures(event, client):
    """FIDE's largest events have less than one."""
    assert MAX_BYTES == 20_000_000
    comment = b"### " + b"x" * 9_995 + b"\n"
    data = played(1) + comment * 1_000
    work = send_report(event=event, data=data, by=chief(event))
    assert (len(data) > 10_000_000, work.stage) == (True, "reading")
    with pytest.raises(Refused) as refused:
        send_report(event=event, data=comment * 2_100, by=chief(event))
    assert "21.0 MB" in str(refused.value) and "20 MB" in str(refused.value)
    client.force_login(chief(event))
    path = f"/en/desk/{event.slug}/new/report/"
    sent = client.post(path, {"file": SimpleUploadedFile("a.trf", data)})
    assert sent["Location"].startswith(path)
    assert ReportImport.objects.count() == 2


def test_a_file_from_which_nothing_was_made_is_forgotten_after_a_week(event):
    used = made(event, played())
    left, fresh = (send_report(event=event, data=played(1), by=chief(event)) for _ in range(2))
    ReportImport.objects.exclude(pk=fresh.pk).update(
        created_at=timezone.now() - importing.KEPT - timedelta(hours=1)
    )
    importing.forget_old()
    assert set(ReportImport.objects.values_list("pk", flat=True)) == {used.pk, fresh.pk}
    assert left.pk not in (used.pk, fresh.pk)


# --- Older layouts --------------------------------------------------------------------------------


def older(name: str) -> bytes:
    if name == "turkish":  # TRF16 of a program of another time, in Windows-1254
        text = (CASES / "harbour_trf16.trf").read_text(encoding="utf-8")
        return text.replace("Alder, Ann", "Işık, Çağ ").encode("cp1254")
    if name == "2006":  # no records of extensions, and byes as results without an opponent
        text = (CASES / "harbour_trf16.trf").read_text(encoding="utf-8").replace("XXR 3\n", "")
        for new, old in (("H", "="), ("U", "+"), ("Z", "-")):
            text = text.replace(f"0000 - {new}", f"0000 - {old}")
        return text.replace("\n", "\r").encode("ascii")
    return (CASES / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "edition"),
    [
        ("2006", "TRF06"),
        ("open_19_players.trf", "TRF16"),
        ("harbour_trf16.trf", "TRF16"),
        ("turkish", "TRF16"),
        ("harbour_trf26.trf", "TRF26"),
    ],
)
def test_reports_of_every_edition_come_in_through_the_pages(
    event, client, monkeypatch, name, edition
):
    monkeypatch.setattr(importing, "AT_ONCE", 10**6)
    data = older(name)
    wanted = read(data)
    client.force_login(chief(event))
    path = f"/en/desk/{event.slug}/new/report/"
    path = client.post(path, {"file": SimpleUploadedFile(name, data)})["Location"]
    shown = words(client.get(path))
    assert f"Edition of the file {edition}" in shown
    fields = {"name": "Taken over"}
    answer = client.post(path, fields)
    while answer.status_code == 409:
        token = Page(answer).field("confirmed")
        answer = client.post(path, fields | {"confirmed": token})
    tournament = event.tournaments.get()
    assert answer["Location"].endswith(f"/{tournament.slug}/")
    assert tournament.rounds.filter(imported=True).count() == wanted.begun_rounds
    again = read(report(tournament))
    assert [(one.name, one.points) for one in again.players] == [
        (one.name, one.points) for one in wanted.players
    ]
    assert ("Işık, Çağ" in [one.name for one in again.players]) == (name == "turkish")
    assert "Undo the import" in words(client.get(path))


# --- Undo -----------------------------------------------------------------------------------------


def test_an_import_is_undone_while_nothing_was_changed_and_only_its_history_is_left(event, client):
    work = made(event, played())
    tournament = work.tournament
    client.force_login(chief(event))
    path = f"/en/desk/{event.slug}/new/report/{work.pk}/"
    asked = client.post(path, {"undo": "yes"})
    assert asked.status_code == 409
    assert "Taken over disappears with all its 8 players" in words(asked)
    assert event.tournaments.count() == 1
    token = Page(asked).field("confirmed")
    done = client.post(path, {"undo": "yes", "confirmed": token})
    assert done["Location"] == f"/en/desk/{event.slug}/"
    assert not event.tournaments.exists() and not Tournament.objects.filter(event=event).exists()
    for kind in (Entry.objects.filter(tournament=tournament),
                 Round.objects.filter(tournament=tournament),
                 Pairing.objects.filter(round__tournament=tournament)):  # fmt: skip
        assert not kind.exists()
    work.refresh_from_db()
    assert (work.stage, work.summary) == ("undone", None)
    told = LogEntry.objects.filter(event=event).first()
    assert (told.act, told.label) == ("tournament.import_undone", "Taken over")
    for address in (f"/en/desk/{event.slug}/{tournament.slug}/",
                    f"/en/e/{event.slug}/{tournament.slug}/",
                    f"/api/v1/tournaments/{tournament.pk}/"):  # fmt: skip
        assert client.get(address).status_code == 404
    shown = words(client.get(f"/en/desk/{event.slug}/"))
    assert "Taken over" not in shown
    with pytest.raises(Refused):
        confirmed(undo_import, work=work, by=chief(event))


def test_the_same_file_can_be_taken_again_after_an_undo_under_another_address(event):
    data = played()
    first = made(event, data)
    confirmed(undo_import, work=first, by=chief(event))
    second = made(event, data)
    first.refresh_from_db()
    assert second.tournament.name == "Taken over"
    assert second.tournament.slug != Tournament.all_objects.get(pk=first.tournament_id).slug


@pytest.mark.parametrize("change", ["result", "player", "document"])
def test_what_was_changed_since_cannot_be_undone(event, client, change):
    work = made(event, played())
    tournament = work.tournament
    assert untouched(work)
    given = {"tournament": tournament, "by": chief(event)}
    if change == "result":
        row = tournament.rounds.get(number=2).pairings.get(board=1)
        code = {"10": "01"}.get(row.result, "10")
        confirmed(enter_result, **given, pairing_id=row.pk, code=code, version=row.version)
    elif change == "player":
        entry = tournament.entries.get(tpn=3)
        change_entry(**given, entry=entry, version=entry.version, values={"club": "X"})
    else:
        from tournaments.services.papers.documents import request_document

        request_document(**given, kind="players", number=None, language="en")
    work.refresh_from_db()
    with pytest.raises(Refused) as refused:
        undo_import(work=work, by=chief(event))
    assert refused.value.code == "import.changed_since"
    client.force_login(chief(event))
    shown = words(client.get(f"/en/desk/{event.slug}/new/report/{work.pk}/"))
    assert "cannot be undone any more" in shown and "Undo the import" not in shown


def test_only_the_chief_arbiter_of_the_event_sees_the_file(event, client):
    work = made(event, played())
    path = f"/en/desk/{event.slug}/new/report/{work.pk}/"
    for role in (Role.READER, Role.CLERK, Role.ARBITER):
        client.force_login(factories.user(role=role, event=event))
        assert client.get(path).status_code == client.post(path).status_code == 403
    client.force_login(chief(event))
    elsewhere = factories.event(chief=chief(event))
    assert client.get(f"/en/desk/{elsewhere.slug}/new/report/{work.pk}/").status_code == 404


def test_tables_of_the_import_are_few(event, django_assert_max_num_queries):
    work = send_report(event=event, data=played(), by=chief(event))
    with django_assert_max_num_queries(90):
        confirmed(make_tournament, work=work, name="A", by=chief(event))
