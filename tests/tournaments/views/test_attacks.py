"""Attacks: hostile names in every paper and page, other hosts, guessed passwords, bombs in
uploads, keys in logs."""

import csv
import io
import json
import logging
import os
import re
import subprocess
import sys
import zipfile
from copy import deepcopy
from pathlib import Path

import pytest
from django.core import mail
from django.urls import get_resolver

from tests import factories
from tests.tournaments.documents.made import document, words
from tests.tournaments.team_events import team, team_event
from tests.tournaments.views.test_doors import desk_addresses, public_addresses, routes
from tournaments.models import Document, Entry, Role
from tournaments.queries.teams.captains import captain_link
from tournaments.services.entries.importing import sheet_rows
from tournaments.services.setup.invitations import invitation_link, invite
from tournaments.views import account
from tournaments.web import paper_links

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert(1)</script>"
#: texts of somebody who wants to break out of a field: tags, quotes, formulas, new lines
HOSTILE = [
    f'{SCRIPT}, "A"\'',
    '=HYPERLINK("http://x"), A',
    "+1+cmd|' /C calc'!A0, B",
    "@SUM(1), C",
    'Evil"]\r\n[Result "1-0"]\r\n, D',
    "Evil\r\n001    9 m    Nobody, E",
    "</textarea>{{ 7|add:7 }}{% now 'Y' %}, F",
]


@pytest.fixture(scope="module")
def hostile_once(standing):
    """Round 1 is played by people with such names, in such a place."""
    made = factories.tournament(len(HOSTILE) + 1)
    factories.play(made, 1)
    for entry, name in zip(made.entries.order_by("tpn"), HOSTILE, strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name, club=name[:40], note=name[:40])
    event = made.event
    event.name = event.venue = event.city = f"Open {SCRIPT}\r\nBEGIN:VALARM"[:80]
    event.save()
    made.name = f"A {SCRIPT}"
    made.save()
    return made


@pytest.fixture
def hostile(hostile_once):
    return deepcopy(hostile_once)


def test_names_are_text_on_every_page(client, hostile):
    client.force_login(factories.chief_of(hostile))
    pages = [(path, client.get(path)) for _name, path in desk_addresses(hostile)]
    client.logout()
    Document.objects.all().delete()
    pages += [(path, client.get(path)) for path in public_addresses(hostile, 1)]
    shown = 0
    for path, answer in pages:
        if not answer["Content-Type"].startswith("text/html"):
            continue
        text = answer.content.decode()
        shown += "alert(1)" in text
        assert SCRIPT not in text, path
        assert "{{ 7" not in text or "&lt;/textarea&gt;{{ 7" in text, path
        assert ">14" not in text or "</textarea>14" not in text, path
    assert shown > 30


def test_names_are_text_in_papers(hostile):
    for kind, number in (("players", None), ("pairings", 1), ("standings", 1)):
        assert SCRIPT in words(document(hostile, kind, number)), kind


def test_no_cell_of_a_spreadsheet_begins_a_formula(client, hostile):
    base = f"/en/e/{hostile.event.slug}/{hostile.slug}"
    for path in (f"{base}/rounds/1.csv", f"{base}/standings/1.csv"):
        text = client.get(path).content.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text)))
        assert len({len(row) for row in rows}) == 1, path
        cells = [cell for row in rows for cell in row]
        assert any("HYPERLINK" in cell for cell in cells)
        for cell in cells:
            assert cell[:1] not in ("=", "@", "\t", "\r") or len(cell) < 3, (path, cell)
            assert not re.match(r"[+-].*[A-Za-z]", cell), (path, cell)


def test_no_name_makes_a_line_of_a_report(client, hostile):
    base = f"/en/e/{hostile.event.slug}/{hostile.slug}"
    report = client.get(f"{base}/report.trf").content.decode()
    players = [line for line in re.split(r"\r\n|\r|\n", report) if line.startswith("001")]
    assert len(players) == len(HOSTILE) + 1
    assert all(re.match(r"[0-9A-Z#]{3}", line) for line in report.split("\r\n") if line)


def test_no_name_makes_a_tag_of_a_game(client, hostile):
    base = f"/en/e/{hostile.event.slug}/{hostile.slug}"
    games = client.get(f"{base}/rounds/1.pgn").content.decode()
    tag = re.compile(r'\[[A-Za-z]+ "(?:[^"\\]|\\["\\])*"\]')
    for line in re.split(r"\r\n|\r|\n", games):
        assert not line or tag.fullmatch(line) or line in ("1-0", "0-1", "1/2-1/2", "*"), line
    assert games.count("\n[Result ") == (len(HOSTILE) + 1) // 2


def test_no_name_makes_a_line_of_a_calendar(client, hostile):
    hostile.rounds.update(starts_at="2026-11-21T10:00:00Z")
    base = f"/en/e/{hostile.event.slug}/{hostile.slug}"
    lines = client.get(f"{base}/calendar.ics").content.decode().split("\r\n")
    assert not any("\n" in line or "\r" in line for line in lines)
    assert "BEGIN:VALARM" not in lines


def test_no_name_makes_a_header_of_a_mail(hostile, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        invite(
            event=hostile.event,
            email="a@example.org",
            role=Role.CLERK,
            language="en",
            by=factories.chief_of(hostile),
        )
    factories.send_invitations()
    [sent] = mail.outbox
    assert "\n" not in sent.subject
    assert sent.to == ["a@example.org"]
    assert set(sent.extra_headers) <= {"Reply-To"}


# --- Hosts, redirects, headers --------------------------------------------------------------------


def test_another_host_is_refused_and_never_named(client, settings, hostile):
    page = f"/en/e/{hostile.event.slug}/{hostile.slug}/rounds/1/"
    assert "evil.example" not in client.get(page, headers={"host": "evil.example"}).content.decode()
    settings.ALLOWED_HOSTS = ["chess.example.org"]
    for path in ("/en/sign-in/", "/en/desk/", "/api/v1/events/"):
        assert client.get(path, headers={"host": "evil.example"}).status_code == 400, path


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)",
     "https:evil.example", "http:///evil.example", "\thttps://evil.example"],
)  # fmt: skip
def test_signing_in_leads_nowhere_else(client, target):
    user = factories.user()
    answer = client.post(
        f"/en/sign-in/?next={target}",
        {"username": user.username, "password": factories.PASSWORD, "next": target},
    )
    assert (answer.status_code, answer["Location"]) == (302, "/en/desk/")


def test_a_refusal_leads_back_to_this_site_only(client, hostile):
    client.force_login(factories.chief_of(hostile))
    address = f"/en/desk/{hostile.event.slug}/{hostile.slug}/rounds/9/pair/"
    answer = client.post(address, headers={"referer": "https://evil.example/"})
    assert answer.status_code in (302, 404)
    assert "evil" not in answer.get("Location", "")


def test_every_page_carries_the_headers_that_protect_it(client, hostile):
    client.force_login(factories.chief_of(hostile))
    paths = [path for _name, path in desk_addresses(hostile)]
    Document.objects.all().delete()
    paths += public_addresses(hostile, 1)
    for path in [*paths, "/en/sign-in/", "/en/no-such-page/", "/api/v1/", "/api/v1/nothing"]:
        answer = client.get(path)
        policy = answer["Content-Security-Policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy, path
        assert "base-uri 'none'" in policy and "default-src 'none'" in policy, path
        assert answer["X-Content-Type-Options"] == "nosniff", path
        assert answer["Referrer-Policy"] == "same-origin", path


def test_the_cookie_of_a_session_is_for_this_site_only(client):
    user = factories.user()
    form = {"username": user.username, "password": factories.PASSWORD}
    cookie = client.post("/en/sign-in/", form).cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_a_changed_password_ends_every_other_session(client):
    user = factories.user()
    client.force_login(user)
    assert client.get("/en/desk/").status_code == 200
    user.set_password("another-6-Word")
    user.save()
    assert client.get("/en/desk/").status_code == 302


def test_in_production_django_finds_nothing_to_warn_of(tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "HAKEM_ENV": "production",
        "HAKEM_VAR": str(tmp_path),
        "SECRET_KEY": "".join(map(chr, range(40, 120))),
        "ALLOWED_HOSTS": "chess.example.org",
        "SITE_URL": "https://chess.example.org",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    code = (
        "import django, json; django.setup(); from django.conf import settings as s;"
        "from django.core.checks import run_checks;"
        "found = run_checks(include_deployment_checks=True, databases=[]);"
        "print(json.dumps([[one.id for one in found], s.DEBUG, s.SESSION_COOKIE_SECURE,"
        " s.CSRF_COOKIE_SECURE, s.ALLOWED_HOSTS, s.WEBHOOKS_WITHIN]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found[1:] == [False, True, True, ["chess.example.org"], False]
    assert set(found[0]) <= {"security.W005", "security.W008", "security.W021"}  # the proxy's work


# --- Guessing -------------------------------------------------------------------------------------


def sign_in(client, name, password="wrong", address="198.51.100.1"):
    form = {"username": name, "password": password}
    return client.post("/en/sign-in/", form, REMOTE_ADDR=address)


def test_a_guesser_is_stopped_and_the_owner_is_not(client):
    user = factories.user()
    for _time in range(account.MOST_OF_BOTH):
        assert "Too many" not in sign_in(client, user.username).content.decode()
    stopped = sign_in(client, user.username, factories.PASSWORD)
    assert "Too many" in stopped.content.decode()
    assert sign_in(client, user.username, factories.PASSWORD, "203.0.113.7").status_code == 302


def test_many_names_from_one_address_are_stopped_too(client, monkeypatch):
    monkeypatch.setattr(account, "MOST_OF_ADDRESS", 3)
    for number in range(3):
        assert "Too many" not in sign_in(client, f"name{number}").content.decode()
    assert "Too many" in sign_in(client, "name4").content.decode()
    assert "Too many" not in sign_in(client, "name4", address="203.0.113.7").content.decode()


def test_one_name_from_many_addresses_is_stopped_too(client, monkeypatch):
    monkeypatch.setattr(account, "MOST_OF_NAME", 3)
    for number in range(3):
        sign_in(client, "Somebody", address=f"198.51.100.{number}")
    assert "Too many" in sign_in(client, "SOMEBODY", address="203.0.113.7").content.decode()


def test_an_address_is_not_believed_that_no_proxy_of_ours_has_seen(client, settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 0}
    user = factories.user()
    for number in range(account.MOST_OF_BOTH + 1):
        answer = client.post(
            "/en/sign-in/",
            {"username": user.username, "password": "wrong"},
            headers={"x-forwarded-for": f"192.0.2.{number}"},
        )
    assert "Too many" in answer.content.decode()


def test_links_of_captains_and_invitations_cannot_be_changed(client):
    league = team_event(2, 2)
    link = captain_link(team(league, "A"))
    path = "/" + link.split("/", 3)[3]
    assert client.get(path).status_code == 200
    key = path.split("/")[-2]
    body, _tilde, seal = key.partition("~")
    other = f"{team(league, 'B').pk}.{body.partition('.')[2]}"
    for wrong in (f"{other}~{seal}", f"{body}~{'A' * len(seal)}", body, f"{body}x~{seal}", "~"):
        assert client.get(path.replace(key, wrong)).status_code == 404, wrong
    assert len(team(league, "A").link_key) >= 16
    assert client.get(path)["Referrer-Policy"] == "same-origin"
    assert client.get(path)["Cache-Control"].startswith("max-age=0, no-cache, no-store")


def test_keys_in_addresses_are_in_no_log(client, caplog):
    league = team_event(2, 2)
    invitation = invite(
        event=league.event, email="b@example.org", role=Role.CLERK, language="en",
        by=factories.chief_of(league),
    )  # fmt: skip
    for name, route in routes(get_resolver().url_patterns):
        if re.search(r"<(str|slug):(key|token)>", route):
            assert name.rpartition(":")[2] in {
                "captain", "follower", "invitation", "printout", "prove", "screen", "screen_state",
                "prove_by_mail", "pay_entry", "my_entry", "tell_of_place", "my_receipt",
                "linked_club", "linked_player", "linked_invoice",
                "own_privacy", "confirm_subscription", "stop_subscription",
            }  # fmt: skip
    paper = "https://hakem.example" + paper_links.link_to(document(league, "players"), hours=1)
    with caplog.at_level(logging.INFO, logger="hakem.requests"):
        for link in (captain_link(team(league, "A")), invitation_link(invitation), paper):
            path = "/" + link.split("/", 3)[3]
            client.get(path)
            said = [record.path for record in caplog.records if record.name == "hakem.requests"]
            assert path.split("/")[-2] not in said[-1]
            assert said[-1].endswith("/…/")


def test_a_name_makes_no_line_of_the_log():
    from config.logs import JsonFormatter

    record = logging.makeLogRecord({"msg": "act %s", "args": ('A"\n{"level": "ERROR"}',)})
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["level"] != "ERROR"


# --- Uploads --------------------------------------------------------------------------------------


def archive(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return out.getvalue()


def test_a_spreadsheet_that_unpacks_to_too_much_is_not_unpacked():
    rows, problem = sheet_rows(archive({"xl/worksheets/sheet1.xml": b"0" * 80_000_000}))
    assert rows == []
    assert problem


def test_a_spreadsheet_reads_no_file_and_grows_no_entities():
    """XML that names a file, and XML that would grow to gigabytes."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    for inside, entity in ((f'<!ENTITY l0 "ha">{laughs}', "l9"),
                           ('<!ENTITY f SYSTEM "file:///etc/passwd">', "f")):  # fmt: skip
        sheet = (
            f'<?xml version="1.0"?><!DOCTYPE x [{inside}]><worksheet xmlns="http://schemas.'
            'openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" '
            f't="inlineStr"><is><t>&{entity};</t></is></c></row></sheetData></worksheet>'
        )
        rows, problem = sheet_rows(with_sheet(sheet))
        assert "root:" not in str(rows)
        assert len(str(rows)) < 10_000
        assert problem or rows in ([], [[""]]), rows


def with_sheet(sheet: str) -> bytes:
    """A real workbook with another first sheet."""
    import openpyxl

    out = io.BytesIO()
    openpyxl.Workbook().save(out)
    with zipfile.ZipFile(out) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    return archive({**parts, "xl/worksheets/sheet1.xml": sheet.encode()})
