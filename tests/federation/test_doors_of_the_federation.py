"""Every page of the desks is walked by every duty: what is not named here is refused."""

import re
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from federation import urls
from federation.models import CalendarEvent, Club, Duty, Province
from federation.services.officers import name_officer
from tests import factories
from tests.federation import calendar_made as made
from tests.federation.officers import officer

pytestmark = pytest.mark.django_db

OFFICE, REGISTRAR, RATING = Duty.OFFICE, Duty.REGISTRAR, Duty.RATING
DELEGATE, CLUB = Duty.DELEGATE, Duty.CLUB
#: who may open a page below office/; everybody else is refused
MAY = {
    "desk": {OFFICE, REGISTRAR, RATING, DELEGATE, CLUB},
    "officers": {OFFICE},
    "release_officer": {OFFICE},
    "reports": {OFFICE, RATING},
    "report": {OFFICE, RATING},
    "office_applications": {OFFICE, DELEGATE},
    "office_application": {OFFICE, DELEGATE},
    "answer_application": {OFFICE, DELEGATE},
    "office_set_up": {OFFICE, DELEGATE},
    "move_event": {OFFICE},
    "cancel_event": {OFFICE},
    "office_cups": {OFFICE},
    "office_qualifications": {OFFICE},
    "office_qualification": {OFFICE},
    "move_qualification": {OFFICE},
    "answer_qualification": {OFFICE},
    "add_quota": {OFFICE},
    "remove_quota": {OFFICE},
    "name_player": {OFFICE},
    "office_cup": {OFFICE},
    "move_cup": {OFFICE},
    "remove_cup": {OFFICE},
    "add_cup_section": {OFFICE},
    "office_cup_section": {OFFICE},
    "remove_cup_section": {OFFICE},
    "add_cup_event": {OFFICE},
    "change_cup_event": {OFFICE},
    "remove_cup_event": {OFFICE},
    "add_cup_category": {OFFICE},
    "remove_cup_category": {OFFICE},
    "members": {REGISTRAR, DELEGATE},
    "members_import": {REGISTRAR, DELEGATE},
    "member_list": {REGISTRAR, DELEGATE},
    "desk_arbiters": {OFFICE, DELEGATE},
    "new_arbiter": {OFFICE},
    "desk_arbiter": {OFFICE},
    "appoint": {OFFICE, DELEGATE},
    "withdraw_appointment": {OFFICE, DELEGATE},
    "new_member": {REGISTRAR, DELEGATE},
    "member": {REGISTRAR, DELEGATE},
    "enrol": {REGISTRAR},
    "issue_licence": {REGISTRAR, DELEGATE},
    "withdraw_licence": {REGISTRAR, DELEGATE},
    "set_privacy": {REGISTRAR, DELEGATE},
    "note_death": {REGISTRAR, DELEGATE},
    "transfer": {REGISTRAR, DELEGATE},
    "transfers": {REGISTRAR, DELEGATE, CLUB},
    "decide_transfer": {REGISTRAR, DELEGATE},
    "merge": {REGISTRAR},
    "tell_apart": {REGISTRAR},
    "undo_merge": {REGISTRAR},
    "desk_clubs": {REGISTRAR, DELEGATE},
    "new_club": {REGISTRAR, DELEGATE},
    "desk_club": {REGISTRAR, DELEGATE},
}
# Ratings
MAY |= {
    name: {RATING}
    for name in (
        "earlier_reports", "rating_desk", "rating_report", "decide_report", "identify_player",
        "correct_report", "rating_run", "press_run", "run_why", "rating_rules", "fide",
        "fide_package", "fide_sent", "fide_answer",
    )
}  # fmt: skip
#: of everybody, with or without an account
PUBLIC = {
    "home", "search", "player", "player_games", "player_games_csv", "club", "provinces", "province",
    "ask_privacy", "own_privacy", "arbiters", "my_appointments",
    "calendar", "calendar_file", "other_events", "event", "regulations", "subscribe",
    "confirm_subscription", "stop_subscription",
}  # fmt: skip

#: of everybody who is signed in: only what they, or the club they manage, applied for
SIGNED_IN = {
    "applications", "new_application", "application", "edit_application", "check_application",
    "application_arbiters", "withdraw_application", "set_up_application",
}  # fmt: skip
# Cups
PUBLIC |= {"embed_ratings", "embed_calendar"}
PUBLIC |= {"cups", "cup", "cup_section", "cup_pdf", "embed_cup", "cup_working"}
PUBLIC |= {"years", "year", "year_pdf"}
PUBLIC |= {"qualifications", "qualification", "qualification_pdf"}
# Entries; whose right follows from the event is walked by `test_entries_desk.py`
PUBLIC |= {"enter", "my_entry", "tell_of_place", "entry_list", "entry_csv", "entry_json"}
PUBLIC |= {
    "organise", "take_over", "leave_tournament", "teams_csv", "withdraw_booking", "money",
    "money_csv", "payments_csv", "remind", "charge", "paid_whole", "receipt", "pay_entry",
    "my_receipt", "payment_heard", "club_links", "ask_club_link", "linked_club", "linked_player",
    "linked_invoice",
}  # fmt: skip
MAY |= {"newcomers": {REGISTRAR}, "decide_newcomer": {REGISTRAR}}
MAY |= {name: {CLUB} for name in ("club_entries", "club_event", "club_booking", "club_invoice")}


# Ratings; the last one of the event's chief arbiter
PUBLIC |= {
    "rating_lists", "rating_compare", "rating_list", "rating_movers", "rating_file", "rating_why",
}  # fmt: skip
SIGNED_IN |= {"event_report"}


def routes(patterns, prefix=""):
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield pattern.name, route


ROUTES = dict(routes(urls.urlpatterns))


def address(name):
    return "/en/" + re.sub(r"<\w+:\w+>", "1", ROUTES[name])


@pytest.fixture(scope="module")
def officers_once(standing_here):
    """Somebody for each duty; nothing else is there, so what they may open is at most missing."""
    province = Province.objects.create(pk=1, code="35", name="İzmir", slug="izmir")
    club = Club.objects.create(pk=1, code="35-1", name="Karşıyaka", slug="1", province=province)
    people = {}
    for duty in Duty:
        people[duty] = factories.user(f"of {duty}")
        name_officer(user=people[duty], duty=duty, by=None, province=province, club=club)
    return people


@pytest.fixture
def officers(officers_once):
    """Tests that begin without them stand above those that have them."""
    return deepcopy(officers_once)


def test_every_page_is_somebodys():
    assert {name for name, route in ROUTES.items() if route.startswith("office/")} == set(MAY)
    assert PUBLIC | SIGNED_IN | set(MAY) == set(ROUTES)


def test_a_delegate_answers_and_appoints_in_the_own_province_alone():
    """Another duty beside it opens no other province: none of them covers another."""
    here, there = made.province(), made.province("06", "Ankara")
    delegate = officer(Duty.DELEGATE, province=here)
    name_officer(user=delegate, duty=Duty.REGISTRAR, by=None)
    client = Client()
    client.force_login(delegate)
    own, foreign = made.sent(), made.sent(province=there, name="Ankara Açık")
    for calendar, code in ((own, 302), (foreign, 404)):
        answer = reverse("federation:answer_application", args=[calendar.pk])
        assert client.post(answer, {"approve": "1"}).status_code == code
    elsewhere = made.approved(province=there, name="Ankara Kupası")
    own.refresh_from_db()
    foreign.refresh_from_db()
    assert (own.state, foreign.state) == (CalendarEvent.State.APPROVED, CalendarEvent.State.SENT)
    for calendar, code in ((own, 200), (elsewhere, 403)):
        assert client.get(reverse("federation:appoint", args=[calendar.pk])).status_code == code
    for page in ("move_event", "cancel_event"):  # with the office alone, here too
        assert client.get(reverse(f"federation:{page}", args=[own.pk])).status_code == 403


@pytest.mark.parametrize("name", sorted(MAY))
def test_a_page_of_a_desk_opens_for_its_duties_alone(name, officers):
    nobody, stranger = Client(), Client()
    stranger.force_login(factories.user())
    assert nobody.get(address(name)).status_code == 302
    assert stranger.get(address(name)).status_code == 404
    for duty, user in officers.items():
        client = Client()
        client.force_login(user)
        code = client.get(address(name)).status_code
        assert (code == 403) != (duty in MAY[name]), f"{duty} at {name}: {code}"


@pytest.mark.parametrize("name", sorted(SIGNED_IN))
def test_a_page_of_ones_own_shows_nothing_of_others(name, officers):
    assert Client().get(address(name)).status_code == 302
    stranger = Client()
    stranger.force_login(factories.user())
    own = name in ("applications", "new_application")
    assert stranger.get(address(name)).status_code in ((200,) if own else (404, 405))


@pytest.mark.parametrize("name", sorted(MAY))
def test_without_a_federation_nobody_has_a_desk(name, officers, settings):
    settings.FEDERATION = ""
    client = Client()
    client.force_login(officers[OFFICE])
    assert client.get(address(name)).status_code == 404
