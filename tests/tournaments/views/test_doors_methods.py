"""Every route by every method, and with the ids of what belongs to somebody else."""

import json
import re
from copy import deepcopy
from itertools import count

import pytest
from django.urls import get_resolver
from django.utils import timezone

from tests import factories
from tests.tournaments.api.described import operations
from tests.tournaments.api.whole_event import WholeEvent, whole_event
from tests.tournaments.views.test_doors import (
    OWN,
    desk_addresses,
    public_addresses,
    report_of,
    routes,
    slip_of,
)
from tournaments.models import (
    ApiToken,
    Delivery,
    Document,
    HallScreen,
    Job,
    KnockoutGame,
    Phone,
    Role,
    Scope,
    StaffMember,
    Tournament,
    Voice,
)
from tournaments.services.knockout.playing import enter_game
from tournaments.services.programs.tokens import make_token, withdraw_token
from tournaments.services.programs.webhooks import make_webhook

pytestmark = pytest.mark.django_db

METHODS = ("get", "head", "options", "post", "put", "patch", "delete")


def send(client, method, address, **headers):
    return client.generic(method.upper(), address, headers=headers)


@pytest.fixture
def tournament():
    made = factories.tournament(4)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


# --- Pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["expired", "dismissed", "barred"])
def test_who_is_of_the_staff_no_more_opens_nothing_at_the_desk(client, tournament, who):
    """A session that is over; who was taken off the staff; whose account is closed. Those who never
    were, and readers: `test_doors_everyone`."""
    chief = factories.chief_of(tournament)
    client.force_login(chief)
    if who == "expired":
        client.session.flush()
    elif who == "dismissed":
        StaffMember.objects.filter(user=chief).delete()
    elif who == "barred":
        chief.is_active = False
        chief.save()
    before = list(tournament.log.values_list("pk", flat=True))
    for name, address in desk_addresses(tournament):
        response = send(client, "post", address)
        if who == "dismissed":
            assert response.status_code in (404, 405), name
        else:
            assert response.status_code == 302, name
            assert "/sign-in/" in response["Location"], name
    assert list(tournament.log.values_list("pk", flat=True)) == before


def test_no_form_of_the_desk_is_taken_without_its_token(client, tournament):
    """Cross-site requests: the session alone is not enough."""
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(factories.chief_of(tournament))
    addresses = desk_addresses(tournament)
    before = everything(tournament)
    for name, address in addresses:
        for method in ("post", "put", "delete"):
            assert send(strict, method, address).status_code in (403, 405), (name, method)
    assert everything(tournament) == before


def test_head_says_what_get_says(client, tournament):
    for path in public_addresses(tournament, 1):
        if path.startswith("/en/"):
            assert send(client, "head", path).status_code == client.get(path).status_code, path


def everything(tournament):
    """Everything on which a change would leave a trace."""
    found = Tournament.objects.get(pk=tournament.pk)
    event = found.event
    return (
        found.revision,
        list(found.log.values_list("pk", flat=True)),
        sorted(event.staff.values_list("pk", "role")),
        list(event.tokens.values_list("pk", "withdrawn_at")),
        list(event.webhooks.values_list("pk", "withdrawn_at")),
        list(Delivery.objects.filter(webhook__event=event).values_list("pk", "status")),
        sorted(HallScreen.objects.filter(event=event).values_list("pk", "name")),
        sorted(Document.objects.filter(tournament=found).values_list("pk", "posted_at")),
        sorted(Job.objects.filter(tournament=found).values_list("pk", "status")),
        sorted(Voice.objects.filter(entry__tournament=found).values_list("pk", "withdrawn_at")),
        sorted(found.player_requests.values_list("pk", "state")),
        sorted(found.calls.values_list("pk", "taken_at", "done_at")),
    )


# --- The API --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole_once(standing):
    return whole_event()


@pytest.fixture
def whole(whole_once):
    return deepcopy(whole_once)


def test_every_address_of_the_api_answers_every_method_as_documented(client, whole):
    """Undocumented methods are refused; HEAD says what GET says; OPTIONS asks nothing."""
    _token, secret = make_token(event=whole.event, name="T", scopes=Scope.values, by=whole.chief)
    token = {"authorization": f"Bearer {secret}"}
    by_path = {}
    for operation in operations():
        by_path.setdefault(operation.path, {})[operation.method] = operation
    assert len(by_path) > 30
    for path, known in by_path.items():
        operation = next(iter(known.values()))
        address = operation.address(**whole.values(operation))
        for method in METHODS:
            status = send(client, method, address).status_code
            if method == "options":
                assert status == 204, path
            elif method == "head":
                read = client.get(address).status_code if "get" in known else 405
                assert status == read, path
            elif method not in known:
                assert status in (401, 405), (path, method)
                assert send(client, method, address, **token).status_code == 405, (path, method)
            elif known[method].writes:
                assert status == 401, (path, method)


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("withdrawn", {401}),
        ("expired", {401}),
        ("barred", {401}),
        ("removed", {401}),
        ("dismissed", {404}),
        ("demoted", {403}),
        ("session over", {401}),
    ],
)
def test_a_token_that_is_over_opens_nothing(client, whole, what, expected):
    token, secret = make_token(event=whole.event, name="T", scopes=Scope.values, by=whole.chief)
    headers = {"authorization": f"Bearer {secret}"}
    duty = StaffMember.objects.filter(event=whole.event, user=whole.chief)
    chief = whole.chief
    if what == "withdrawn":
        withdraw_token(event=whole.event, token_id=token.pk, by=whole.chief)
    elif what == "expired":
        ApiToken.objects.update(expires_on="2026-01-01")
    elif what == "barred":
        chief.is_active = False
        chief.save()
    elif what == "removed":
        whole.event.removed = True
        whole.event.save()
    elif what == "dismissed":
        duty.delete()
    elif what == "demoted":
        duty.update(role=Role.READER)
    else:
        client.force_login(chief)
        client.session.flush()
        headers = {}
    before = whole.lines()
    addresses = {
        operation.name: operation.address(**whole.values(operation))
        for operation in operations()
        if operation.needs_duty
    }
    for operation in operations():
        if operation.needs_duty:
            answer = send(client, operation.method, addresses[operation.name], **headers)
            assert answer.status_code in expected, (operation.name, answer.content)
            operation.judge(answer)
    assert whole.lines() == before


# --- Ids of somebody else -------------------------------------------------------------------------

MARK = "Zzyzx"
NUMBERS = count()


@pytest.fixture(scope="module")
def two_once(standing):
    own, other = whole_event(), whole_event()
    for one in other.tournaments:
        one.entries.update(name=MARK, club=MARK)
        one.teams.update(captain=MARK, club=MARK)
    other.event.name = MARK
    other.event.save()
    return own, other


@pytest.fixture
def two(two_once):
    """An event of our own, and one of somebody else in which every name is marked."""
    return deepcopy(two_once)


def belongings(whole: WholeEvent, of: Tournament) -> dict[str, str]:
    """An id of each kind of thing that a route can name, as it belongs to an event."""
    by = whole.chief
    webhook = make_webhook(
        event=whole.event, url="https://x.example.org/", happenings=["round.published"], by=by
    )
    token, _secret = make_token(event=whole.event, name=MARK, scopes=["results"], by=by)
    delivery = Delivery.objects.create(
        webhook=webhook, tournament=of, happening="round.published", body="{}", status="done"
    )
    document = Document.objects.create(
        tournament=of, kind="players", language="tr", content=b"%PDF", posted_at=timezone.now()
    )
    job = Job.objects.create(tournament=of, kind="pair", target=1, status="done")
    screen = HallScreen.objects.create(event=whole.event, name=MARK, key=f"k{next(NUMBERS)}")
    game = KnockoutGame.objects.filter(knockout=whole.cup).first() or enter_game(
        knockout=whole.cup, key=("1.1", 0, 1, 1), code="10", version=0, by=by
    )
    team = whole.league.teams.get(number=1)
    entry = of.entries.first()
    voice = Voice.objects.create(
        phone=Phone.objects.create(digest=f"d{next(NUMBERS)}"), entry=entry, how="code"
    )
    asked, _new = of.player_requests.get_or_create(
        entry=entry, kind="H", round_number=1, state="waiting"
    )
    call = of.calls.create(entry=entry, round_number=1, board=next(NUMBERS), reason="rule")
    return {
        "<int:voice>": str(voice.pk),
        "<int:asked>": str(asked.pk),
        "<int:call>": str(call.pk),
        "<int:slip>": str(slip_of(of).pk),
        "<int:entry>": str(entry.pk),
        "<int:incident>": str(of.incidents.create(kind="warning").pk),
        "<int:document>": str(document.pk),
        "<int:job>": str(job.pk),
        "<int:screen>": str(screen.pk),
        "<int:token>": str(token.pk),
        "<int:webhook>": str(webhook.pk),
        "<int:delivery>": str(delivery.pk),
        "<int:team>": str(team.pk),
        "<int:match>": str(whole.league.rounds.get(number=1).matches.first().pk),
        "<int:knockout>": str(whole.cup.pk),
        "<int:game>": str(game.pk),
        "<int:work>": str(report_of(of).pk),
    }


PLAIN = {"<int:number>": "1", "<int:board>": "1", "<int:after>": "1", "<slug:profile>": "trf26",
         "<slug:kind>": "players", "<str:category>": "women", "<int:passkey>": "1",
         "<str:name>": "report.trf", "<str:ending>": "pdf"}  # fmt: skip


def named(patterns, given):
    """Addresses with ids in them: (name, route, the kinds of ids)."""
    for name, route in routes(get_resolver().url_patterns):
        if not name.startswith(patterns) or name in OWN:
            continue
        kinds = [kind for kind in given if kind in route]
        if kinds and not re.search(r"<\w+:(code|key)>", route):
            yield name, "/" + route.replace("tr/", "en/", 1), kinds


def test_ids_of_another_event_open_nothing_within_ones_own_address(client, two):
    own, other = two
    chief = own.chief
    client.force_login(chief)
    tried = 0
    for mine, theirs in ((own.swiss, other.swiss), (own.league, other.league),
                         (own.cup.tournament, other.cup.tournament)):  # fmt: skip
        ours, foreign = belongings(own, mine), belongings(other, theirs)
        place = {"<slug:event>": own.event.slug, "<slug:slug>": mine.slug, **PLAIN}
        before = [everything(one) for one in other.tournaments]
        for name, route, kinds in named(("desk:", "public:"), foreign):
            for kind in kinds:
                address = route
                for part, value in {**place, **ours, kind: foreign[kind]}.items():
                    address = address.replace(part, value)
                assert "<" not in address, address
                for method in ("get", "post"):
                    answer = send(client, method, address)
                    tried += 1
                    # A form that names what is not there may also lead back, having done nothing.
                    assert answer.status_code in (302, 404, 405), (name, kind, method)
                    assert MARK not in answer.content.decode(errors="replace"), (name, kind)
        assert [everything(one) for one in other.tournaments] == before
    assert tried > 150


def test_ids_of_another_tournament_open_nothing_in_this_one(client, two):
    """The same event, and so the same duties: still nothing belongs to two tournaments."""
    own, _other = two
    client.force_login(own.chief)
    foreign = belongings(own, own.level)
    kinds = ("<int:entry>", "<int:document>", "<int:job>", "<int:team>", "<int:match>",
             "<int:knockout>")  # fmt: skip
    ours = belongings(own, own.swiss)
    place = {"<slug:event>": own.event.slug, "<slug:slug>": own.swiss.slug, **PLAIN}
    before = everything(own.level)
    for name, route, _kinds in named(("desk:", "public:"), dict.fromkeys(kinds)):
        address = route
        for part, value in {**place, **ours, **{kind: foreign[kind] for kind in kinds}}.items():
            address = address.replace(part, value)
        for method in ("get", "post"):
            status = send(client, method, address).status_code
            assert status in (302, 404, 405), (name, method, address)
    assert everything(own.level) == before


def test_the_api_takes_no_ids_of_others(client, two):
    own, other = two
    _token, secret = make_token(event=own.event, name="T", scopes=Scope.values, by=own.chief)

    def asked(method, path, body=None):
        return client.generic(
            method,
            f"/api/v1/{path}",
            json.dumps(body) if body is not None else b"",
            content_type="application/json",
            headers={"authorization": f"Bearer {secret}", "accept-language": "en"},
        )

    player = other.league.entries.first().pk
    stranger = other.league.teams.get(number=1).pk
    team = own.league.teams.get(number=1)
    before = [everything(one) for one in (*own.tournaments, *other.tournaments)]
    league = f"tournaments/{own.league.pk}"
    assert asked("GET", f"tournaments/{own.swiss.pk}/standings/{player}/").status_code == 404
    assert asked("GET", f"{league}/teams/standings/{stranger}/").status_code == 404
    assert asked("GET", f"jobs/{other.job()}/").status_code == 404
    seats = [{"board": 1, "player": player}, {"board": 2, "player": player}]
    assert asked("PUT", f"teams/{team.pk}/line-ups/2/", {"seats": seats}).status_code == 422
    body = {"players": [player], "version": team.version}
    refused = asked("PUT", f"teams/{team.pk}/players/", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "team.no_such_player")
    body = {"numbers": [{"team": stranger, "number": 1}]}
    assert asked("POST", f"{league}/teams/draw/", body).status_code == 422
    address = f"knockouts/{other.cup.pk}/games/1.1~0~1~1/result/"
    assert asked("PUT", address, {"result": "10", "version": 0}).status_code == 404
    assert [everything(one) for one in (*own.tournaments, *other.tournaments)] == before
