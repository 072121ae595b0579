"""Every button pressed twice, in two tabs, or again after going back: done once, and said so."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments import team_events
from tournaments.kernel import log
from tournaments.models import (
    ByeRequest,
    Document,
    Entry,
    Event,
    ForbiddenPairing,
    Invitation,
    Job,
    LogEntry,
    Tournament,
)
from tournaments.services.rounds import manual_pairing

pytestmark = pytest.mark.django_db

EVENT = {
    "name": "Izmir Open", "starts_on": "2026-11-21", "ends_on": "2026-11-29", "city": "İzmir",
    "federation": "TUR", "time_zone": "Europe/Istanbul", "public": "on",
}  # fmt: skip


def may_open():
    made = factories.user()
    made.is_superuser = True
    made.save()
    return made


@pytest.fixture
def tournament(client):
    made = factories.tournament(6)
    client.force_login(factories.chief_of(made))
    return made


def desk(tournament, rest=""):
    return f"/en/desk/{tournament.event.slug}/{rest}"


def twice(client: Client, address: str, sent: dict | None = None, **more):
    """Press twice: the answers to both; every question of the first is answered with yes."""
    more = {"HTTP_REFERER": "http://testserver/en/help/overview/"} | more
    first = client.post(address, sent or {}, **more)
    given = dict(sent or {})
    while first.status_code == 409:
        given["confirmed"] = first.context["question"].token
        first = client.post(address, given, **more)
    return first, client.post(address, given, **more)


def said(client: Client, answer) -> str:
    return client.get(answer["Location"], follow=True).content.decode()


def acts(name: str) -> int:
    return LogEntry.objects.filter(act=name).count()


def test_an_event_is_opened_once_and_another_of_its_name_later(client, monkeypatch):
    client.force_login(may_open())
    first, second = twice(client, "/en/desk/new/", EVENT)
    assert first["Location"] == second["Location"] == "/en/desk/izmir-open/new/"
    assert (Event.objects.count(), acts("event.created")) == (1, 1)
    client.post("/en/desk/new/", EVENT | {"ends_on": "2026-11-28"})  # not the same event
    assert Event.objects.count() == 2
    monkeypatch.setattr(log, "MOMENT", timedelta(0))
    client.post("/en/desk/new/", EVENT)
    assert Event.objects.count() == 3


def test_an_event_removed_at_once_is_opened_anew(client):
    client.force_login(may_open())
    client.post("/en/desk/new/", EVENT)
    Event.objects.update(removed=True)
    client.post("/en/desk/new/", EVENT)
    assert Event.objects.filter(removed=False).count() == 1


def test_an_event_is_copied_once(client, tournament):
    client.force_login(factories.chief_of(tournament))
    given = {"source": tournament.event.pk, "name": "Next", "starts_on": "2027-11-20"}
    first, second = twice(client, "/en/desk/copy/", given)
    assert first["Location"] == second["Location"]
    assert Event.objects.filter(name="Next").count() == 1
    assert Tournament.objects.filter(event__name="Next").count() == 1


def test_one_invitation_is_sent_and_a_later_one_replaces_it(
    client, tournament, mailoutbox, django_capture_on_commit_callbacks
):
    given = {"email": "new@example.org", "role": "clerk", "language": "en"}
    with django_capture_on_commit_callbacks(execute=True):
        twice(client, desk(tournament, "staff/"), given)
    factories.send_invitations()
    assert (Invitation.objects.count(), len(mailoutbox), acts("staff.invited")) == (1, 1, 1)
    Invitation.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    with django_capture_on_commit_callbacks(execute=True):
        client.post(desk(tournament, "staff/"), given)
    factories.send_invitations()
    assert (Invitation.objects.count(), len(mailoutbox)) == (2, 2)


def test_a_screen_a_token_and_a_webhook_are_made_once_and_the_second_press_is_told(
    client, tournament
):
    screen = {"name": "Hall", "shows": ["boards"], "seconds": "12", "rows": "14"}
    first, second = twice(client, desk(tournament, "screens/"), screen)
    assert first.status_code == 302
    assert "a screen of this name already" in second.content.decode()
    token = {"name": "Camera", "scopes": ["results"]}
    first, second = twice(client, desk(tournament, "programs/tokens/"), token)
    assert first.context["secret"] not in second.content.decode()
    assert "a token of this name already" in second.content.decode()
    hook = {"url": "https://example.org/x", "happenings": ["round.published"]}
    _first, second = twice(client, desk(tournament, "programs/webhooks/"), hook)
    assert "told of the same already" in second.content.decode()
    event = tournament.event
    assert [event.screens.count(), event.tokens.count(), event.webhooks.count()] == [1, 1, 1]


def test_what_is_announced_already_is_not_announced_again(client, tournament):
    client.post(desk(tournament, "screens/"), {"name": "Hall", "shows": ["boards"],
                                               "seconds": "12", "rows": "14"})  # fmt: skip
    twice(client, desk(tournament, "screens/announce/"), {"text": "Round 1 at 15:00"})
    assert acts("screen.announced") == 1


def test_who_is_removed_already_is_gone_and_no_page_is_missing(client, tournament):
    client.post(desk(tournament, "screens/"), {"name": "Hall", "shows": ["boards"],
                                               "seconds": "12", "rows": "14"})  # fmt: skip
    screen = tournament.event.screens.get().pk
    entry = factories.entry(tournament, 6)
    for form, address in (
        ("screens/", f"screens/{screen}/remove/"),
        ("a/players/", f"a/players/{entry.pk}/remove/"),
    ):
        page = f"http://testserver{desk(tournament, form)}"
        first, second = twice(client, desk(tournament, address), HTTP_REFERER=page)
        assert (first.status_code, second["Location"]) == (302, page)
        assert "is not there any more" in said(client, second)
        assert client.post(desk(tournament, address)).status_code == 404  # from nowhere
    assert tournament.entries.count() == 5
    first, second = twice(client, desk(tournament, "a/settings/remove/"))
    assert first["Location"] == second["Location"] == desk(tournament)
    assert "A is removed." in said(client, second)
    first, second = twice(client, desk(tournament, "remove/"))
    assert (first["Location"], second["Location"]) == ("/en/desk/", "/en/desk/")
    assert (acts("tournament.removed"), acts("event.removed")) == (1, 1)


def test_a_player_of_the_same_name_and_birth_date_is_asked_about(client, tournament):
    address = desk(tournament, "a/players/add/")
    given = {"name": "Kaya, Deniz", "birth_date": "2001-02-03", "fide_rating": 0,
             "national_rating": 0}  # fmt: skip
    assert client.post(address, given).status_code == 302
    asked = client.post(address, given | {"name": "Deniz KAYA"})
    assert (asked.status_code, asked.context["question"].level) == (409, 3)
    assert "Kaya, Deniz is in the list already" in asked.content.decode()
    token = asked.context["question"].token
    assert tournament.entries.count() == 7
    for _press in range(2):  # a twin indeed; and the yes of another tab is asked again
        client.post(address, given | {"name": "Deniz KAYA", "confirmed": token})
    assert tournament.entries.count() == 8
    assert client.post(address, given | {"birth_date": "2002-02-03"}).status_code == 302


def test_away_and_a_bye_are_told_once(client, tournament):
    one, two = (factories.entry(tournament, number) for number in (1, 2))
    twice(client, desk(tournament, f"a/players/{one.pk}/here/"), {"act": "absent"})
    bye = {"round_number": "1", "kind": "H"}
    twice(client, desk(tournament, f"a/players/{two.pk}/bye/"), bye)
    assert ByeRequest.objects.count() == 2
    assert (acts("checkin.absent"), acts("bye.granted")) == (1, 1)
    client.post(desk(tournament, f"a/players/{two.pk}/bye/"), bye | {"kind": "Z"})
    assert ByeRequest.objects.get(entry=two).kind == "Z"


def test_a_round_is_paired_once_and_again_when_something_is_new(client, tournament):
    address = desk(tournament, "a/rounds/1/pair/")
    _first, second = twice(client, address)
    assert second["Location"] == desk(tournament, "a/rounds/1/")
    assert (acts("round.paired"), Job.objects.filter(kind=Job.Kind.PAIR).count()) == (1, 1)
    entry = factories.entry(tournament, 6)
    client.post(desk(tournament, f"a/players/{entry.pk}/here/"), {"act": "absent"})
    client.post(address)
    assert acts("round.paired") == 2
    assert not tournament.rounds.get(number=1).pairings.filter(black=entry).exists()


def test_a_paper_is_made_once_and_again_when_something_is_new(client, tournament):
    address = desk(tournament, "a/documents/new/players/")
    first, second = twice(client, address, {"language": "en"})
    assert first["Location"] == second["Location"]
    assert Document.objects.count() == 1
    client.post(address, {"language": "tr"})
    assert Document.objects.count() == 2
    Job.objects.update(status=Job.Status.FAILED)
    client.post(address, {"language": "en"})  # an honest second try
    assert Document.objects.get(language="en", version=2)
    entry = factories.entry(tournament, 6)
    client.post(desk(tournament, f"a/players/{entry.pk}/here/"), {"act": "absent"})
    client.post(address, {"language": "en"})
    assert Document.objects.get(language="en", version=3)


@pytest.mark.parametrize("edit", [{"act": "turn:1"}, {"act": "swap", "one": "1", "two": "2"}])
def test_seats_are_turned_and_swapped_once(client, tournament, edit):
    factories.pair(tournament, 1)
    chief = factories.chief_of(tournament)
    manual_pairing.begin(tournament=tournament, number=1, by=chief)
    page = desk(tournament, "a/rounds/1/hand/")
    seats = tournament.rounds.get(number=1).pairings.order_by("board").values_list
    before = list(seats("white", "black"))
    given = edit | {"seen": client.get(page).context["seen"]}
    _first, second = twice(client, f"{page}edit/", given)
    once = list(seats("white", "black"))
    assert once != before
    assert "have changed since you looked" in said(client, second)
    client.post(f"{page}edit/", edit | {"seen": client.get(page).context["seen"]})
    assert list(seats("white", "black")) == before  # wanted, it goes back


def test_players_that_must_not_meet_are_named_once(client, tournament):
    pks = [str(factories.entry(tournament, number).pk) for number in (1, 2)]
    given = {"players": pks, "last_round": "0"}
    address = desk(tournament, "a/players/forbidden/")
    twice(client, address, given)
    rule = ForbiddenPairing.objects.get()
    twice(client, address, {"remove": str(rule.pk)})
    assert acts("forbidden.removed") == 1


def test_the_numbers_of_teams_are_drawn_once_and_a_captain_gets_one_new_link(client):
    made = team_events.team_event(5, 4, drawn=False)
    client.force_login(factories.chief_of(made))
    twice(client, desk(made, "a/teams/draw/"))
    assert acts("teams.drawn") == 1
    team = made.teams.first()
    address = desk(made, f"a/teams/{team.pk}/link/")
    twice(client, address, {"instead_of": team.link_key})
    assert acts("team.link_renewed") == 1
    team.refresh_from_db()
    client.post(address, {"instead_of": team.link_key})
    assert acts("team.link_renewed") == 2


def test_nobody_stands_in_the_list_twice(client, tournament):
    assert Entry.objects.filter(tournament=tournament).count() == 6
    address = desk(tournament, "a/players/import/")
    preview = client.post(address, {"text": "Ali Veli\t1500\tTUR\nAyşe Fatma\t1600\tTUR"})
    _first, second = twice(client, address, {"sealed": preview.context["sealed"]})
    assert "This list is entered already." in said(client, second)
    assert Entry.objects.filter(tournament=tournament).count() == 8
