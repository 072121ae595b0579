"""A match for third place from the plan to the places: desk, public pages, papers, prizes,
programs, the report."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tests.tournaments.knockout_events import announced, enter, knockout, play_out
from tests.tournaments.team_events import enter as enter_boards
from tests.tournaments.team_events import open_round, stronger, team_event
from tournaments.forms.knockout import KnockoutForm
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout
from tournaments.queries.knockout.bracket import public_courses
from tournaments.queries.knockout.course import course_of
from tournaments.queries.reports.trf import report
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.services.knockout import planning, playing
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db

PRIZES = [100000, 50000, 30000, 10000]


def with_third(players=8, **values):
    return knockout(players, settings={"third_place": True}, **values)


@pytest.fixture(scope="module")
def played_once(standing):
    found = announced(with_third(prizes=PRIZES, currency="TRY"))
    play_out(found)
    found.tournament.refresh_from_db()
    return found


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def address(found, name, *more):
    tournament = found.tournament
    return reverse(name, args=[tournament.event.slug, tournament.slug, *more])


def test_places_three_and_four_are_not_shared_and_have_prizes_of_their_own(played):
    (course,) = public_courses(played.tournament)
    assert [(p.first, p.last, p.entries[0].tpn) for p in course.places[:4]] == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
        (4, 4, 4),
    ]
    assert [prize.each for prize in course.prizes] == ["1000.00", "500.00", "300.00", "100.00"]


def test_before_it_is_known_who_plays_it_says_so_everywhere(client):
    found = announced(with_third())
    client.force_login(factories.chief_of(found.tournament))
    desk = Page(client.get(address(found, "desk:knockout", found.pk)))
    assert "Match for third place" in desk.text and "loser of 2.1" in desk.text
    public = Page(client.get(address(found, "public:knockout", found.pk)))
    assert "Match for third place" in public.text and "loser of 2.2" in public.text
    assert "play for places 3 and 4" in public.text


def test_a_semi_final_corrected_takes_the_match_for_third_place_out():
    found = announced(with_third(4))
    play_out(found)
    played = {one.tie for one in course_of(found).games.values() if one.result}
    assert played == {"1.1", "1.2", "2.1", "2.2"}
    for number in (1, 2):
        row = course_of(found).games["1.1", 0, number, 1]
        confirmed(
            playing.enter_game,
            knockout=found,
            key=row.key,
            code="10" if course_of(found).numbers[row.white_id] == 4 else "01",
            version=row.version,
            by=None,
        )
    left = {one.tie for one in course_of(found).games.values() if one.result}
    assert left == {"1.1", "1.2"}
    assert {one.tie for one in course_of(found).progress.due} == {"2.1", "2.2"}


def test_the_plan_refuses_it_with_several_winners():
    found = knockout(8)
    with pytest.raises(Refused, match="single winner"):
        planning.change_plan(
            knockout=found, by=None, values={"winners": 2, "settings": {"third_place": True}}
        )


def test_the_form_asks_for_it_and_keeps_it():
    found = knockout(8)
    form = KnockoutForm(found)
    data = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    filled = KnockoutForm(found, {**data, "third_place": "on"})
    assert filled.is_valid(), filled.errors
    planning.change_plan(knockout=found, by=None, values=filled.values())
    found.refresh_from_db()
    assert KnockoutForm(found).initial["third_place"] is True
    assert announced(found).settings["third_place"] is True


def test_regulations_announce_it():
    found = announced(with_third())
    said = dict(regulations_in_words(found.tournament))["Matches and play-offs"]
    assert any("places 3 and 4" in sentence and "(A.1)" in sentence for sentence in said)


@pytest.mark.parametrize(("language", "words_of_it"), [("en", "third place"), ("tr", "üçüncülük")])
def test_on_paper(played, language, words_of_it):
    bracket = words(document(played.tournament, "knockout", language=language))
    assert words_of_it in bracket
    sheet = document(played.tournament, "knockout_sheet", language=language)
    assert "3.2 (3–4)" in words(sheet)


def test_a_plan_of_lists_names_it_too():
    found = announced(knockout(8, settings={"third_place": True, "bracket": "reseed"}))
    text = words(document(found.tournament, "knockout"))
    assert "3.2 (3–4)" in text and "loser of 2.1" in text


def test_programs_see_it(client, played):
    answer = client.get(f"/api/v1/tournaments/{played.tournament_id}/knockouts/")
    course = answer.json()["knockouts"][0]
    final = course["stages"][-1]["ties"]
    assert [(tie["name"], tie["third_place"]) for tie in final] == [("3.1", False), ("3.2", True)]
    assert [place["first"] for place in course["ranking"][:4]] == [1, 2, 3, 4]
    waiting = announced(with_third())
    answer = client.get(f"/api/v1/tournaments/{waiting.tournament_id}/knockouts/")
    sides = answer.json()["knockouts"][0]["stages"][-1]["ties"][1]["sides"]
    assert [(side["awaits"], side["awaits_loser"]) for side in sides] == [
        ("2.1", True),
        ("2.2", True),
    ]


def test_the_report_has_its_games_and_its_places(played):
    text = report(played.tournament).decode()
    ranks = {int(line[4:8]): int(line[85:89]) for line in text.splitlines() if line[:3] == "001"}
    assert [ranks[number] for number in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_between_teams_both_are_one_round_and_places_are_four():
    tournament = team_event(4, 2, system="handbook.team_knockout", drawn=False)
    found = Knockout.objects.get(tournament=tournament)
    planning.change_plan(
        knockout=found, by=None, values={"settings": {"third_place": True}, "winners": 1}
    )
    found = planning.announce(knockout=found, by=None)
    number = 0
    while not course_of(found).progress.finished:
        number += 1
        open_round(tournament, number)
        enter_boards(tournament, number, stronger)
        finish_round(tournament=tournament, number=number, by=None)
        if not course_of(found).progress.finished:
            make_round(knockout=found, by=None)
    assert tournament.rounds.get(number=number).matches.count() == 2
    (course,) = public_courses(tournament)
    assert [place.entries[0].name for place in course.places] == ["A", "B", "C", "D"]


def test_entering_in_any_order_ends_with_both():
    found = announced(with_third(4))
    while not any(one.tie == "2.2" for one in course_of(found).progress.due):
        for due in course_of(found).progress.due:
            enter(found, due, "10" if due.white < due.black else "01")
    for tie in ("2.2", "2.1"):
        assert not course_of(found).progress.finished
        while due := [one for one in course_of(found).progress.due if one.tie == tie]:
            enter(found, due[0], "10" if due[0].white < due[0].black else "01")
    assert course_of(found).progress.finished
