"""Every address there is, by every method, for those who have no business there.

The routes are taken from the program itself and lead to things that exist. Those who knock:
nobody; a stranger; a clerk of another event; a read-only member of the staff; a program with a key
of another event; a program whose key does not reach that far. Refused everywhere, and afterwards
the database is as it was, to the letter.
"""

import re
from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db import connection
from django.urls import get_resolver

from tests import factories
from tests.tournaments.api.described import operations
from tests.tournaments.api.whole_event import whole_event
from tests.tournaments.views.test_doors import OWN, routes
from tests.tournaments.views.test_doors_methods import METHODS, PLAIN, belongings, send
from tournaments.kernel.jobs import note_worker
from tournaments.models import Document, HallScreen, Role, Scope
from tournaments.services.programs.tokens import make_token
from tournaments.views import manual
from tournaments.web.middleware import TAKES

pytestmark = pytest.mark.django_db

PEOPLE = ("nobody", "stranger", "clerk elsewhere", "reader", "key elsewhere", "key without scope")
OUTSIDE = ("nobody", "stranger", "clerk elsewhere", "key elsewhere")
#: pages of nobody's event; `logout` ends the very session that walks
SITE = {"login", "invitation", "about", "help", "help_pdf", "help_chapter", "sheet", "None"}
#: before the desk, also of nobody's event
SITE |= {"printout", "sign_in_code", "password_reset", "password_sent", "password_reset_confirm"}
SITE |= {"sign_in_passkey", "ask_passkey", "federation_sitemap"}
SAFE = ("get", "head")
#: of a page; the others are refused by one middleware, before anybody is asked who they are
OF_PAGES = ("get", "post")
#: of those who knock themselves, and of no event
BESIDE = {"django_session", "tournaments_keptanswer"}
#: of those who knock: their own sessions, and what is noted of them at the door
BESIDE |= {"tournaments_opensession", "tournaments_doorrecord", "tournaments_secondfactor"}
MARK = "Zzyzx"


@pytest.fixture(autouse=True)
def manual_on_paper(monkeypatch):
    """It takes seconds, for each who knocks; whether it is set right, `test_manual` asks."""
    monkeypatch.setattr(manual, "to_pdf", lambda _html: (b"%PDF-1.7", 1))


@pytest.fixture(scope="module")
def whole_once(standing):
    return whole_event()


@pytest.fixture
def whole(whole_once):
    return deepcopy(whole_once)


@pytest.fixture
def addresses(whole):
    """{kind: [(name, address)]} of every route; each parameter names something that exists."""
    places = {
        "teams": _place(whole, whole.league),
        "knockout": _place(whole, whole.cup.tournament),
        "": _place(whole, whole.swiss),
    }
    found: dict[str, list[tuple[str, str]]] = {
        kind: [] for kind in ("desk", "own", "public", "site")
    }
    for name, route in routes(get_resolver().url_patterns):
        if name.startswith("api:") or name == "logout" or route.startswith("api/"):
            continue  # the API is walked by its operations; see test_api_document for its routes
        if name.startswith("federation:"):
            continue  # walked by tests/federation/test_doors_of_the_federation.py
        kind = name.partition(":")[0] if ":" in name else "site"
        if name in OWN:
            kind = "own"
        assert kind != "site" or name in SITE, f"{name}: whose is it?"
        part = next((one for one in ("teams", "knockout") if f"/{one}/" in route), "")
        address = "/" + route.replace("tr/", "en/", 1)
        for parameter, value in places[part].items():
            address = address.replace(parameter, value)
        assert "<" not in address, f"{name}: give {address} a value in this test"
        found[kind].append((name, address))
    assert {kind: len(pages) > 5 for kind, pages in found.items()} == dict.fromkeys(found, True)
    return found


def _place(whole, tournament):
    own = belongings(whole, tournament)
    document = Document.objects.get(pk=own["<int:document>"])
    Document.objects.filter(pk=document.pk).update(code=f"c{document.pk:09}")
    return {
        "<slug:event>": whole.event.slug,
        "<slug:slug>": tournament.slug,
        **PLAIN,
        **own,
        "<int:line>": str(tournament.log.first().pk),
        "<slug:digest>": "0123abcd",
        "<slug:code>": f"c{document.pk:09}",
        "<slug:file>": "trf26",
        "<slug:key>": HallScreen.objects.get(pk=own["<int:screen>"]).key,
        "<str:key>": "nobody",  # the link of a captain is their key: without it there is nothing
        "<str:token>": "nobody",
        "<path:page>": f"{whole.event.slug}/{tournament.slug}/standings",
        "<slug:chapter>": "start",
        "<int:user>": str(whole.chief.pk),
        "<uidb64>": "nobody",
        "<token>": "nobody",
    }


def knocker(client, whole, who):
    """The headers of somebody's requests; people are signed in."""
    elsewhere = factories.tournament(2)
    if who == "stranger":
        client.force_login(factories.user())
    elif who == "clerk elsewhere":
        client.force_login(factories.user(role=Role.CLERK, event=elsewhere.event))
    elif who == "reader":
        client.force_login(factories.user(role=Role.READER, event=whole.event))
    elif who == "key elsewhere":
        return _key(elsewhere.event, factories.chief_of(elsewhere), Scope.values)
    return {}


def _key(event, chief, scopes):
    _token, secret = make_token(event=event, name="K", scopes=scopes, by=chief)
    return {"authorization": f"Bearer {secret}"}


def stored():
    """All that is stored, table by table."""
    with connection.cursor() as cursor:
        found = {}
        for table in sorted(set(connection.introspection.table_names()) - BESIDE):
            # The last use of a key and the last sign-in are no changes.
            cursor.execute(
                f"""SELECT md5(string_agg(line, '' ORDER BY line)) FROM (
                        SELECT (to_jsonb(t) - 'used_at' - 'last_login')::text AS line
                        FROM "{table}" t) lines"""
            )
            found[table] = cursor.fetchone()[0]
    return found


# --- Pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", PEOPLE)
def test_every_page_refuses_whoever_has_no_business_there(client, whole, addresses, who):
    headers = knocker(client, whole, who)
    if who == "key without scope":
        headers = _key(whole.event, whole.chief, ["results"])
    before = stored()
    for name, address in addresses["desk"]:
        for method in METHODS if who == "nobody" else OF_PAGES:
            answer = send(client, method, address, **headers)
            assert answer.status_code in _expected(who, method), (name, method, answer.status_code)
            if answer.status_code == 302 and who != "reader":
                assert "/sign-in/" in answer["Location"], (name, method)
            if who in OUTSIDE:
                assert whole.event.name not in answer.content.decode(errors="replace"), name
    assert stored() == before


def _expected(who, method):
    """A key opens the API, and no page."""
    if method not in (*SAFE, "post"):
        return {405}
    if who in ("stranger", "clerk elsewhere"):
        return {404, 405}
    if who == "reader":
        return {200, 302, 403, 404, 405} if method in SAFE else {403, 405}
    return {302}


@pytest.mark.parametrize("who", PEOPLE)
def test_no_other_page_takes_anything(client, whole, addresses, who):
    headers = knocker(client, whole, who)
    if who == "key without scope":
        headers = _key(whole.event, whole.chief, ["results"])
    note_worker()  # `readyz` wants one
    before = stored()
    methods = METHODS if who == "nobody" else OF_PAGES
    for name, address in addresses["public"]:
        for method in set(methods) - set(SAFE):
            status = send(client, method, address, **headers).status_code
            # A link of a captain or a mail, and what a phone follows, take something: not from
            # here, and not for nobody. A phone that speaks for nobody is led to the page on which
            # it says for whom.
            refused = {302, 403, 404, 405} if name in TAKES else {405}
            assert status in refused, (name, method, status)
    for name, address in (*addresses["site"], *addresses["own"]):
        for method in methods:
            status = send(client, method, address, **headers).status_code
            assert status < 500, (name, method)
            if method not in (*SAFE, "post"):
                assert status == 405, (name, method)
    after = stored()
    if who in ("stranger", "clerk elsewhere", "reader"):
        # Their own account is theirs: `me` may have been saved as it was.
        before.pop("tournaments_user"), after.pop("tournaments_user")
    assert after == before


@pytest.mark.parametrize("who", OUTSIDE)
def test_of_a_hidden_event_nothing_is_read(client, whole, addresses, who):
    for one in whole.tournaments:
        one.entries.update(name=MARK, club=MARK)
        one.teams.update(captain=MARK, club=MARK)
    whole.event.public = False
    whole.event.save()
    headers = knocker(client, whole, who)
    for name, address in (*addresses["public"], *addresses["site"]):
        answer = client.get(address, headers=headers)
        assert MARK not in answer.getvalue().decode(errors="replace"), name  # streamed or not
        if whole.event.slug in address or "/screens/" in address:
            assert answer.status_code == 404, name
    for operation in operations():
        if operation.method == "get":
            address = operation.address(**whole.values(operation))
            answer = client.get(address, headers=headers)
            text = answer.content.decode()
            assert MARK not in text, operation.name
            assert not re.search(rf"\b{whole.event.slug}\b", text), operation.name  # not "open-21"
            if re.search(r"{\w+}", operation.path):
                assert answer.status_code in (401, 404), operation.name


# --- The API --------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", PEOPLE)
def test_every_operation_refuses_whoever_may_not(client, whole, who):
    headers = knocker(client, whole, who)
    weak = {
        scope: _key(whole.event, whole.chief, [one for one in Scope.values if one != scope])
        for scope in Scope.values
    }
    by_path: dict[str, dict] = {}
    for operation in operations():
        by_path.setdefault(operation.path, {})[operation.method] = operation
    expected = {"nobody": 401, "reader": 403, "key without scope": 403}.get(who, 404)
    places = {path: next(iter(known.values())) for path, known in by_path.items()}
    places = {path: one.address(**whole.values(one)) for path, one in places.items()}
    before, refused = stored(), 0
    for path, known in by_path.items():
        cache.clear()  # what is counted for the limits
        for method in METHODS if who == "nobody" else known:
            operation = known.get(method)
            writes = operation is not None and operation.needs_duty
            if who == "key without scope":
                scope = _scope(operation) if writes else Scope.RESULTS
                headers = weak[scope]
            answer = send(client, method, places[path], **headers)
            if writes:
                assert answer.status_code == expected, (operation.name, answer.content)
                refused += 1
            elif operation is None and method not in ("head", "options"):
                assert answer.status_code in (401, 405), (path, method)
            else:
                assert answer.status_code < 500, (path, method)
    assert refused == sum(1 for one in operations() if one.needs_duty) > 80
    assert stored() == before


def _scope(operation):
    return re.search(r"Scope: ([\w-]+)\.", operation.described["summary"])[1]
