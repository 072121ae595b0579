"""Play-offs before the event: announced with their times (A.3, A.6), the break before them (A.21),
who chooses first at the draw (A.29), cash shared by all who are tied (C.10)."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from pairing.handbook import playoff as recipes
from pairing.handbook.lots import Lots
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tests.tournaments.knockout_events import announced, knockout, level_three
from tests.tournaments.team_events import team_event
from tournaments.forms.knockout import ConditionsForm
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout
from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.conditions import conditions_of, objections, remarks
from tournaments.queries.knockout.course import course_of, draws
from tournaments.queries.knockout.desk import choices_of
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.services.knockout import planning
from tournaments.services.knockout.playoff import prepare_playoff
from tournaments.services.setup.copying import COPIED
from tournaments.services.setup.playoffs import announce_playoffs

pytestmark = pytest.mark.django_db

SAID = {
    "places": 3,
    "level": "points",
    "clock": [300, 300, 3],
    "golden": [300, 240, 0],
    "further": 1,
    "choices": {"four": "golden"},
    "break_between_games": 5,
    "break_between_stages": 10,
    "break_before_start": 40,
}


def announce(tournament, values=SAID, answer=True):
    given = {"tournament": tournament, "values": values, "by": factories.chief_of(tournament)}
    return confirmed(announce_playoffs, **given) if answer else announce_playoffs(**given)


def page_address(tournament, name, *more):
    return reverse(name, args=[tournament.event.slug, tournament.slug, *more])


# --- A.3, A.6: announced beforehand ---------------------------------------------------------------


@pytest.fixture(scope="module")
def tournament_once(standing):
    return level_three()


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_a6_the_regulations_the_poster_and_programs_say_what_was_announced(client):
    made = announce(factories.tournament(6))
    said = dict(regulations_in_words(made))["Matches and play-offs"]
    assert said[0] == (
        "Players level on points for one of the places 1–3 play off for it (A.3, A.6)."
    )
    assert said[1].startswith("Play-off games: 5 min + 3 s. Golden point: White 5 min, Black 4 min")
    assert any(
        "Four players: knock-out by golden points" in s or "four players: knock-out by" in s
        for s in said
    )
    assert any("40 before the first game" in sentence for sentence in said)
    assert any("(A.29)" in sentence for sentence in said)
    poster = words(document(made, "poster"))
    assert "play off for it" in poster and "5 min + 3 s" in poster
    turkish = words(document(made, "poster", language="tr"))
    assert "ek maç" in turkish
    page = Page(client.get(page_address(made, "public:about")))
    assert "play off for it" in page.text
    english = {"accept-language": "en"}
    found = client.get(f"/api/v1/tournaments/{made.pk}/", headers=english).json()["playoffs"]
    assert found == {
        "places": 3,
        "after_tie_breaks": False,
        "time": "5 min + 3 s",
        "golden": "White 5 min, Black 4 min",
        "break_before_start": 40,
        "cash": "0.00",
    }


def test_without_an_announcement_nothing_is_said(client):
    made = factories.tournament(6)
    assert "Matches and play-offs" not in dict(regulations_in_words(made))
    assert client.get(f"/api/v1/tournaments/{made.pk}/").json()["playoffs"] is None


def test_a_play_off_is_prepared_with_what_was_announced(tournament):
    announce(tournament)
    made = prepare_playoff(tournament=tournament, place=1, level=[], by=None)
    plan = course_of(made, seats=list(tournament.entries.all()[:3])).plan
    assert plan.settings == conditions_of(made.tournament).settings
    assert remarks(made) == []


def test_a3_a_play_off_that_nobody_announced_is_remarked_on_its_page(client, tournament):
    made = prepare_playoff(tournament=tournament, place=1, level=[], by=None)
    client.force_login(factories.chief_of(tournament))
    page = Page(client.get(page_address(tournament, "desk:knockout", made.pk)))
    assert "announced no play-off for this place before the event (A.3, A.6)" in page.text
    announced(made)
    page = Page(client.get(page_address(tournament, "desk:knockout", made.pk)))
    assert "announced no play-off" not in page.text


def test_a6_other_times_than_announced_are_asked_about(tournament):
    announce(tournament)
    made = prepare_playoff(tournament=tournament, place=1, level=[], by=None)
    made = planning.change_plan(
        knockout=made, by=None, values={"settings": {**made.settings, "clock": [180, 180, 2]}}
    )
    with pytest.raises(NeedsConfirmation) as question:
        planning.announce(knockout=made, by=None)
    assert [one.code for one in question.value.reasons] == ["playoff.otherwise_announced"]


def test_after_round_1_was_paired_a_change_is_asked_about_and_kept_in_the_history():
    made = factories.tournament(6)
    announce(made, answer=False)  # before: no question
    factories.pair(made, 1)
    with pytest.raises(NeedsConfirmation) as question:
        announce(made, {}, answer=False)
    assert "announced beforehand (A.3, A.6)" in str(question.value.reasons[0])
    announce(made, {})
    lines = made.log.filter(act="playoff.conditions")
    assert [line.after["places"] for line in lines.order_by("id")] == [3, 0]
    made.refresh_from_db()
    assert conditions_of(made) is None


def test_the_form_keeps_what_is_announced_and_takes_it_back(client):
    made = factories.tournament(6)
    client.force_login(factories.chief_of(made))
    address = page_address(made, "desk:playoffs")
    form = ConditionsForm(made)
    data = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    answer = client.post(address, {**data, "places": 2, "minutes": 4, "cash": "5.000,00"})
    assert answer.status_code == 302, answer.context["form"].errors
    made.refresh_from_db()
    found = conditions_of(made)
    assert (found.places, found.settings.clock.white_seconds, found.cash) == (2, 240, 500_000)
    page = Page(client.get(address))
    assert "A.3, A.6" in page.text
    assert client.post(address, {**data, "places": 0}).status_code == 302
    made.refresh_from_db()
    assert made.playoffs == {}


def test_only_where_players_are_ranked(client):
    for system in ("handbook.knockout", "handbook.team_round_robin"):
        made = factories.tournament(system=system)
        client.force_login(factories.chief_of(made))
        assert client.get(page_address(made, "desk:playoffs")).status_code == 404
        with pytest.raises(Refused):
            announce(made)


def test_a_copy_for_next_year_announces_the_same():
    assert "playoffs" in COPIED


# --- A.21: the break before it --------------------------------------------------------------------


def in_minutes(made, minutes):
    """The first game so many minutes after the last result."""
    rounds = made.tournament.rounds
    last = max(
        row.entered_at for each in rounds.all() for row in each.pairings.exclude(entered_at=None)
    )
    made.starts_at = last + timedelta(minutes=minutes)
    made.save()
    return made


@pytest.mark.parametrize(
    ("minutes", "codes"), [(10, ["playoff.starts_too_early"]), (29, ["playoff.starts_too_early"]),
                           (30, []), (60, [])]
)  # fmt: skip
def test_a21_half_an_hour_after_the_last_game(minutes, codes):
    made = prepare_playoff(tournament=level_three(), place=1, level=[], by=None)
    assert [one.code for one in objections(in_minutes(made, minutes))] == codes


def test_a21_a_plan_with_a_shorter_break_is_asked_about_and_can_still_be_announced():
    made = prepare_playoff(tournament=level_three(), place=1, level=[], by=None)
    made = planning.change_plan(
        knockout=made, by=None, values={"settings": {"break_before_start": 15}}
    )
    with pytest.raises(NeedsConfirmation) as question:
        planning.announce(knockout=made, by=None)
    assert "15 minutes" in str(question.value.reasons[0])
    assert "(A.21)" in str(question.value.reasons[0])
    assert confirmed(planning.announce, knockout=made, by=None).announced_at


def test_a21_a_first_game_before_the_last_round_of_the_schedule(tournament):
    made = prepare_playoff(tournament=tournament, place=1, level=[], by=None)
    begins = timezone.now() + timedelta(hours=2)
    tournament.rounds.filter(number=3).update(starts_at=begins)
    made.starts_at = begins + timedelta(minutes=5)
    assert [one.code for one in objections(made)] == ["playoff.starts_before_round"]


def test_a_knock_out_as_the_system_of_the_event_has_no_last_game_before_it():
    found = knockout(4)
    found.starts_at = timezone.now()
    assert objections(found) == []


# --- A.29: the draw -------------------------------------------------------------------------------


def test_a29_the_higher_rated_player_chooses_first(client):
    found = announced(knockout(4))
    course = course_of(found)
    lots = choices_of(course, draws(course))
    assert {lot.draw: lot.first.tpn for lot in lots} == {"1.1": 1, "1.2": 2}
    chief = factories.chief_of(found.tournament)
    client.force_login(chief)
    page = Page(client.get(page_address(found.tournament, "desk:knockout", found.pk)))
    assert "Player 001 has the higher rating and chooses first. A.29" in page.text
    address = f"/api/v1/tournaments/{found.tournament_id}/knockouts/"
    api = client.get(address).json()["knockouts"][0]
    assert [lot["chooses_first"]["name"] for lot in api["lots"]] == ["Player 001", "Player 002"]


def test_a30_of_teams_the_captain_does(client):
    tournament = team_event(4, 2, system="handbook.team_knockout", drawn=False)
    found = planning.announce(knockout=Knockout.objects.get(tournament=tournament), by=None)
    client.force_login(factories.chief_of(tournament))
    page = Page(client.get(page_address(tournament, "desk:knockout", found.pk)))
    assert "The captain of A chooses first. A.30" in page.text


# --- C.10: cash -----------------------------------------------------------------------------------


def plan_of(players):
    return recipes.plan(range(1, players + 1), Lots("x"))


def test_c10_eleven_or_more_share_the_cash_agreed_beforehand_equally():
    found = recipes.share_cash(plan_of(12), 500_000)
    assert (len(found.players), found.each, found.left_over) == (12, 41_666, 8)
    assert found.fact.article == "C.10"
    assert found.each * 12 + found.left_over == found.total


def test_c10_those_who_do_not_enter_share_too():
    plan = plan_of(13)
    assert plan.recipe == 8
    assert recipes.share_cash(plan, 130).players == plan.order


def test_c10_ten_play_for_it_and_nothing_agreed_is_nothing():
    assert recipes.share_cash(plan_of(10), 500_000) is None
    assert recipes.share_cash(plan_of(11), 0) is None


def test_c10_on_the_page_of_the_play_off_and_on_paper():
    tournament = factories.tournament(11, prize_currency="TRY")
    made = Knockout.objects.create(
        tournament=tournament,
        kind="playoff",
        place=1,
        settings={"cash": 110_000},
        currency="TRY",
        announced_at=timezone.now(),
    )
    for number, entry in enumerate(tournament.entries.order_by("tpn"), start=1):
        made.seats.create(number=number, entry=entry)
    (prize,) = course_view(course_of(made)).prizes
    assert (len(prize.entries), prize.total, prize.each, prize.left_over) == (
        11,
        "1100.00",
        "100.00",
        "",
    )
    assert prize.reason.article == "C.10"
    assert "shared equally by all 11 players" in prize.reason.text
    assert "100.00 TRY" in words(document(tournament, "knockout"))
