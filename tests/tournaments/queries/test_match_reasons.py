"""The reasons for matches and colours of teams: every fact of every system has its sentence."""

import pytest
from django.urls import reverse

from pairing.handbook import team_events
from tests import factories
from tests.tournaments.team_events import match, open_round, play_round, team_event
from tournaments.queries.teams.match_reasons import match_reasons, why_this_match
from tournaments.wording.facts import FACTS, fact_sentence

pytestmark = pytest.mark.django_db

EVENTS = [
    ("handbook.team_round_robin", 5, 3, {"cycles": 2}, ()),
    ("handbook.skalitzka", 3, 3, {}, ()),
    ("handbook.scheveningen", 2, 3, {"colours": "balanced"}, (2400, 2300)),
    ("handbook.scheveningen", 4, 2, {"double": True}, ()),
]


@pytest.mark.parametrize(("system", "teams", "boards", "options", "averages"), EVENTS)
def test_every_fact_of_a_programme_has_words(system, teams, boards, options, averages):
    plan = team_events.programme(system, teams, boards, options=options, averages=averages)
    assert plan
    for each in plan:
        facts = [*each.facts, *(fact for match in each.matches for fact in match.facts)]
        assert facts
        assert all(match.facts for match in each.matches)
        for fact in facts:
            assert fact.code in FACTS
            sentence = fact_sentence(fact, lambda number: f"T{number}")
            assert sentence and "%(" not in sentence


def texts(round_, number):
    return [line.text for line in match_reasons(round_).matches[number]]


def test_2_round_robin_says_the_round_of_the_table_and_who_has_white_where():
    tournament = team_event(3, 2, options={"cycles": 2})
    first = tournament.rounds.get(number=1)
    assert texts(first, 1) == [
        "Round 1 of the Berger table for 4: B is named first.",
        "B has White on board 1 and every other board after it, C on the boards between.",
    ]
    assert [line.text for line in match_reasons(first).resting] == [
        "A rests: number 4 is not taken."
    ]
    assert texts(tournament.rounds.get(number=4), 1)[0] == (
        "Round 1 of the Berger table for 4, repeated with colours reversed (cycle 2): "
        "C is named first."
    )


def test_2_scheveningen_says_who_stays_seated_and_who_moves():
    tournament = team_event(2, 3, system="handbook.scheveningen")
    second = tournament.rounds.get(number=2)
    assert texts(second, 1) == [
        "A has the higher average rating (2300, B 2299) and stays at its tables.",
        "B moves on by one place each round: its number 2 sits at board 1 now.",
        "A whole team has one colour, and the colours change every round.",
    ]


def test_skalitzka_says_which_board_rests_and_plays_later():
    tournament = team_event(3, 3, system="handbook.skalitzka")
    resting = [line.text for line in match_reasons(tournament.rounds.get(number=1)).resting]
    assert resting == ["With an odd number of boards, board 3 of C rests here."]
    third = [line.text for line in match_reasons(tournament.rounds.get(number=3)).resting]
    assert third[0].startswith("The boards are odd: board 3 of two teams")


def test_the_match_and_the_board_say_why_at_the_desk_and_in_public(client):
    tournament = team_event(3, 2)
    play_round(tournament, 1)
    found = match(tournament, "B", "C")
    place = [tournament.event.slug, tournament.slug]
    page = client.get(reverse("public:match", args=[*place, found.pk])).content.decode()
    assert "Round 1 of the Berger table for 4: B is named first." in page
    board = client.get(reverse("public:board", args=[*place, 1, 1])).content.decode()
    assert "B has White on board 1" in board
    assert "B1 is number 1 of B: no line-up was handed in, so as listed." in board
    rounds = client.get(reverse("public:team_round", args=[*place, 1])).content.decode()
    assert "A rests: number 4 is not taken." in rounds
    client.force_login(factories.chief_of(tournament))
    desk = client.get(reverse("desk:match", args=[*place, found.pk])).content.decode()
    assert "Round 1 of the Berger table for 4: B is named first." in desk
    reasons = client.get(reverse("desk:reasons", args=[*place, 1]))
    assert reasons["Location"] == reverse("desk:team_round", args=[*place, 1])


def test_the_reasons_of_a_board_need_no_more_queries_with_more_teams(django_assert_max_num_queries):
    tournament = team_event(8, 2)
    open_round(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    row = round_.pairings.select_related("white", "black").first()
    with django_assert_max_num_queries(9):
        assert why_this_match(round_, row).lines
