"""Permissions on pages: every route of the desk is walked, so a new one cannot be forgotten."""

import re
from copy import deepcopy

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tests import factories
from tournaments.models import Document, HallScreen, Job, Knockout, Match, ReportImport, Role

pytestmark = pytest.mark.django_db

#: routes of the desk that belong to nobody's event
OWN = {
    "desk:home",
    "desk:new_event",
    "desk:register",
    "desk:register_columns",
    "desk:registrar",
    "desk:copy_event",
    "desk:me",
    "desk:my_rows",
    "desk:messages",
    "desk:restore_event",
    "desk:account",
    "desk:own_programs",
    "desk:withdraw_own_token",
    "desk:password",
    "desk:end_sessions",
    "desk:factor",
    "desk:factor_codes",
    "desk:new_passkey",
    "desk:passkey_made",
    "desk:remove_passkey",
    "desk:people",  # of administrators: tests/tournaments/accounts
    "desk:new_person",
    "desk:person",
}
#: what each duty may change; everything else is refused to it
CHANGES = {
    Role.READER: set(),
    Role.CLERK: {
        "enter_result",
        "enter_line",
        "chairs",
        "undo_result",
        "new_document",
        "cancel_job",
        "knockout_enter",
        "knockout_undo",
        "knockout_moves",
        "slips",
    },
}


def routes(patterns, prefix="", namespace=""):
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from routes(pattern.url_patterns, route, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}", route


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(4)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def desk_addresses(tournament):
    entry = tournament.entries.first()
    document = Document.objects.create(
        tournament=tournament, kind="players", language="tr", content=b"%PDF"
    )
    job = Job.objects.create(tournament=tournament, kind="pair", target=1, status="done")
    screen = HallScreen.objects.create(event=tournament.event, name="S", key="key")
    values = {
        "<slug:event>": tournament.event.slug,
        "<slug:slug>": tournament.slug,
        "<int:number>": "1",
        "<slug:profile>": "trf26",
        "<slug:file>": "trf26",
        "<int:board>": "1",
        "<int:after>": "1",
        "<int:entry>": str(entry.pk),
        "<int:team>": "1",
        "<int:match>": "1",
        "<int:screen>": str(screen.pk),
        "<int:document>": str(document.pk),
        "<str:name>": "all.pdf",
        "<slug:kind>": "players",
        "<int:job>": str(job.pk),
        "<int:line>": str(tournament.log.first().pk),
        "<int:incident>": str(tournament.incidents.create(kind="warning").pk),
        "<int:token>": "1",
        "<int:webhook>": "1",
        "<int:delivery>": "1",
        "<int:knockout>": str(_playoff(tournament).pk),
        "<int:game>": "1",
        "<int:work>": str(report_of(tournament).pk),
        "<int:voice>": "1",
        "<int:asked>": "1",
        "<int:call>": "1",
        "<int:slip>": str(slip_of(tournament).pk),
        "<str:ending>": "pdf",
    }
    found = []
    for name, route in routes(get_resolver().url_patterns):
        if not name.startswith("desk:") or name in OWN:
            continue
        for part, value in values.items():
            route = route.replace(part, value)
        assert "<" not in route, f"{name}: give {route} a value in this test"
        found.append((name.removeprefix("desk:"), "/" + route.replace("tr/", "en/", 1)))
    assert len(found) > 20
    return found


def slip_of(tournament):
    return tournament.slips.create(
        round_number=1, board=1, digest="d", width=1, height=1, data=b"x"
    )


def test_without_signing_in_every_route_of_the_desk_asks_to_sign_in(client, tournament):
    for name, address in desk_addresses(tournament):
        for method in (client.get, client.post):
            response = method(address)
            assert response.status_code == 302, name
            assert "/sign-in/" in response["Location"], name


def test_a_stranger_gets_404_everywhere_and_not_a_hint(client, tournament):
    elsewhere = factories.tournament(2)
    client.force_login(factories.chief_of(elsewhere))
    for name, address in desk_addresses(tournament):
        for method in (client.get, client.post):
            assert method(address).status_code in (404, 405), name


@pytest.mark.parametrize("role", list(CHANGES))
def test_a_duty_changes_only_what_belongs_to_it(client, tournament, role):
    client.force_login(factories.user(role=role, event=tournament.event))
    before = list(tournament.log.values_list("id", flat=True))
    for name, address in desk_addresses(tournament):
        if name not in CHANGES[role]:
            refused = client.post(address).status_code in (403, 405)
            assert refused or _only_shows(client, address), name
    assert list(tournament.log.values_list("id", flat=True)) == before


def _only_shows(client, address) -> bool:
    """A page without anything to send answers a POST as it answers a GET."""
    sent, shown = client.post(address), client.get(address)
    return (sent.status_code, sent.get("Location")) == (shown.status_code, shown.get("Location"))


def test_a_draft_is_on_no_public_page_and_not_in_the_api(client, tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    event, slug = tournament.event.slug, tournament.slug
    page = client.get(f"/en/e/{event}/{slug}/rounds/2/")
    assert "Player 001" not in page.content.decode()
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/2/").status_code == 404
    entry = tournament.entries.first()
    card = client.get(f"/en/e/{event}/{slug}/players/{entry.pk}/").content.decode()
    assert f"/{slug}/rounds/2/" not in card


def test_a_hidden_event_is_404_for_the_public_and_open_to_its_staff(client, tournament):
    tournament.event.public = False
    tournament.event.save()
    addresses = [
        f"/en/e/{tournament.event.slug}/",
        f"/en/e/{tournament.event.slug}/{tournament.slug}/rounds/1/",
        f"/api/v1/events/{tournament.event.slug}/",
        f"/api/v1/tournaments/{tournament.pk}/standings/",
    ]
    assert [client.get(address).status_code for address in addresses] == [404] * 4
    client.force_login(factories.user(role=Role.READER, event=tournament.event))
    assert [client.get(address).status_code for address in addresses] == [200] * 4


def public_addresses(tournament, number):
    """Every public route in both languages, and what else a stranger may read."""
    entry = tournament.entries.get(tpn=1)
    screen, _made = HallScreen.objects.get_or_create(
        event=tournament.event,
        key="key",
        defaults={"name": "S", "shows": ["boards", "names", "standings", "results"]},
    )
    values = {
        "<slug:event>": tournament.event.slug,
        "<slug:slug>": tournament.slug,
        "<int:number>": str(number),
        "<int:board>": "1",
        "<int:after>": str(number),
        "<str:category>": "r-9999",
        "<int:entry>": str(entry.pk),
        "<int:document>": "1",
        "<slug:digest>": "0123abcd",
        "<slug:code>": _posted(tournament).code,
        "<slug:key>": screen.key,
        "<str:key>": "nobody",
        "<int:team>": str(tournament.teams.values_list("pk", flat=True).first() or 1),
        "<int:match>": str(_match(tournament, number)),
        "<int:knockout>": str(_playoff(tournament).pk),
        "<int:asked>": "1",
        "<path:page>": f"{tournament.event.slug}/{tournament.slug}/rounds/{number}",
    }
    found = ["/sitemap.xml"]
    for name, route in routes(get_resolver().url_patterns):
        if not name.startswith("public:"):
            continue
        for part, value in values.items():
            route = route.replace(part, value)
        assert "<" not in route, f"{name}: give {route} a value in this test"
        found += ["/" + route, "/" + route.replace("tr/", "en/", 1)]
    api = f"/api/v1/tournaments/{tournament.pk}"
    found += [f"{api}/players/", f"{api}/rounds/{number}/", f"{api}/standings/?after={number}"]
    assert len(found) > 50
    return found


def _match(tournament, number) -> int:
    found = Match.objects.filter(round__tournament=tournament, round__number=number)
    return found.values_list("pk", flat=True).first() or 1


def _posted(tournament) -> Document:
    """A sheet that says nothing of what it would say today: its page lists everything."""
    found, _made = Document.objects.get_or_create(
        tournament=tournament,
        kind="players",
        language="tr",
        code="2345678abc",
        defaults={"content": b"%PDF", "made_at": timezone.now(), "posted_at": timezone.now()},
    )
    return found


def _playoff(tournament) -> Knockout:
    """The first two play for a place, as announced to everybody."""
    made, new = Knockout.objects.get_or_create(
        tournament=tournament, kind="playoff", defaults={"announced_at": timezone.now()}
    )
    if new:
        for number in (1, 2):
            made.seats.create(number=number, entry=tournament.entries.get(tpn=number))
    return made


def report_of(tournament) -> ReportImport:
    """A file from which another tournament could be made."""
    return ReportImport.objects.create(event=tournament.event, stage="reading", data=b"")


def test_a_draft_changes_no_public_answer(client, tournament):
    factories.enter_all(tournament, 1)
    addresses = [path for number in (1, 2) for path in public_addresses(tournament, number)]

    def answers():
        found = {path: client.get(path) for path in addresses if not path.endswith("/state/")}
        return {path: (one.status_code, _words(one)) for path, one in found.items()}

    before = answers()
    factories.pair(tournament, 2)
    assert tournament.rounds.get(number=2).pairings.exists()
    assert answers() == before


def _words(response) -> str:
    """The answer without the number of the screen's state, which follows the revision, and without
    the token of a form, which is new with each answer."""
    return re.sub(r'data-state="[^"]*"|name="csrfmiddlewaretoken" value="\w+"', "", _text(response))


def _text(response) -> str:
    """Of pictures whatever letters they happen to hold."""
    return response.getvalue().decode(errors="replace")


def test_a_hidden_event_has_no_public_page_at_all(client, tournament):
    addresses = public_addresses(tournament, 1)
    tournament.event.public = False
    tournament.event.save()
    own = tournament.event.slug
    for path in addresses:
        if own in path or "/screens/" in path or "/api/" in path:
            assert client.get(path).status_code == 404, path
        else:
            assert tournament.event.name not in _text(client.get(path)), path
    assert own not in _text(client.get("/sitemap.xml"))


def test_only_the_pages_to_embed_may_be_framed(client, tournament):
    for path in public_addresses(tournament, 1):
        response = client.get(path)
        framed = "frame-ancestors *" in response["Content-Security-Policy"]
        assert framed == ("/embed/" in path), path
        assert (response.get("X-Frame-Options") == "DENY") == (not framed), path


def test_an_event_kept_out_of_search_engines_says_so_everywhere(client, tournament):
    tournament.event.noindex = True
    tournament.event.save()
    for path in public_addresses(tournament, 1):
        response = client.get(path)
        is_page = response["Content-Type"].startswith("text/html") and response.status_code == 200
        if is_page and tournament.event.slug in path:
            assert '<meta name="robots" content="noindex">' in _text(response), path
    assert tournament.event.slug not in _text(client.get("/sitemap.xml"))


def test_the_names_of_minors_are_shortened_on_every_public_answer(client, tournament):
    child = tournament.entries.get(tpn=1)
    child.name, child.birth_date = "Kaya, Deniz", "2012-05-31"
    child.save()
    tournament.event.shorten_minors = True
    tournament.event.save()
    paths = public_addresses(tournament, 1)
    shown = [path for path in paths if "Kaya, D." in _text(client.get(path))]
    assert len(shown) > 30
    for path in paths:
        text = _text(client.get(path))
        assert "Deniz" not in text, path
        assert "2012-05" not in text, path
