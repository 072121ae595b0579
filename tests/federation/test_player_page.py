"""A player's page: ratings, events, games and what they add up to; and who is not shown."""

import random
from collections import Counter, defaultdict
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from federation.models import Licence, Merge, Privacy
from federation.queries.people_games import games_of, public_entries
from federation.queries.people_sums import Games
from pairing.results import KNOWN
from tests import factories
from tests.federation import people_made_up as made
from tests.pages import Page
from tournaments.models import OwnRating, Pairing, PastRating, RatingList, Round, Tournament

pytestmark = pytest.mark.django_db


def page_of(player, more="", code=200):
    answer = Client().get(f"/en/players/{player.pk}/{more}")
    assert answer.status_code == code, answer.status_code
    return answer


def test_ratings_stand_with_their_lists_and_the_change_of_the_latest():
    player = made.registered(
        "Kaya, Deniz", standard=2079, list_month=date(2026, 11, 1), k_standard=40, national=2074
    )
    for month, until, rating in (
        (date(2026, 8, 1), date(2026, 10, 1), 2040),
        (date(2026, 10, 1), date(2026, 11, 1), 2056),
    ):
        PastRating.objects.create(player=player, month=month, until=until, standard=rating)
    page = Page(page_of(player))
    assert "2079" in page.text and "▲ 23" in page.text and "K 40" in page.text
    label = page.tree.css_first("svg[role=img]").attributes["aria-label"]
    assert label == "Standard: 2040 in August 2026, 2079 in November 2026, at most 2079."
    table = page.rows(".chart details tbody tr")
    listed = [(row[0], row[1]) for row in table]
    assert listed == [
        ("November 2026", "2079"),
        ("October 2026", "2056"),
        ("August 2026", "2040"),
    ], listed


def test_a_national_rating_that_the_latest_list_left_as_it_was_has_not_changed_by_it():
    player = made.registered("Kaya, Deniz", national=1832, national_month=date(2026, 5, 1))
    PastRating.objects.create(
        player=player,
        kind="national",
        month=date(2026, 3, 1),
        until=date(2026, 5, 1),
        national=1800,
    )
    RatingList.objects.create(kind="national", federation="TUR", month=date(2026, 11, 1))
    page = Page(page_of(player))
    assert "National Nov 2026 1832" in page.text and "▲" not in page.text
    label = page.tree.css_first("svg[role=img]").attributes["aria-label"]
    assert label == "National: 1800 in March 2026, 1832 in November 2026, at most 1832."


def test_a_rating_of_an_own_list_is_a_line_of_its_own():
    player = made.registered("Kaya, Deniz")
    own = RatingList.objects.create(kind="own", name="UKD", month=date(2026, 11, 1))
    OwnRating.objects.create(
        list=own, player=player, rating=1800, month=date(2026, 1, 1), until=date(2026, 6, 1)
    )
    OwnRating.objects.create(list=own, player=player, rating=1850, month=date(2026, 6, 1))
    text = Page(page_of(player)).text
    assert "UKD" in text and "1850" in text


def test_an_event_has_place_points_performance_and_change():
    player = made.registered("Kaya, Deniz")
    made.outcome(made.played(player, name="Ege Kupası"))
    (row,) = Page(page_of(player)).rows("table.by-event tbody tr")
    assert "Ege Kupası" in row[1]
    assert row[2:] == ["2 / 6", "2½ / 3", "2188", "+12.0"]


def test_every_game_has_colour_opponent_and_result():
    player = made.registered("Kaya, Deniz")
    entry = made.played(player)
    found = games_of([entry])
    rows = Pairing.objects.filter(round__tournament=entry.tournament)
    expected = {
        (row.round.number, "w" if row.white_id == entry.pk else "b", row.result)
        for row in rows.select_related("round")
        if entry.pk in (row.white_id, row.black_id)
    }
    assert {(one.round, one.colour, one.code) for one in found} == expected
    assert len(expected) == 3
    assert len(Page(page_of(player, "games/")).rows("table.by-game tbody tr")) == 3


def test_scores_by_colour_and_difference_are_those_of_the_games():
    player = made.registered("Kaya, Deniz")
    entry = made.played(player)
    games, listed = Games(player.pk), games_of([entry])
    won = {"w": ("10", 10), "b": ("01", 10)}
    for score in games.by_colour:
        of_colour = [one for one in listed if one.colour == score.key]
        points = sum(
            won[score.key][1] if one.code == won[score.key][0] else 5 if one.code == "==" else 0
            for one in of_colour
        )
        assert (score.games, score.points) == (len(of_colour), points)
    assert sum(one.games for one in games.by_difference) == 3
    assert [one.label for one in games.by_difference] == ["within 99"]


def anything_played(player, met, dice):
    """Seven events in which anything happened; in two of them nobody may look."""
    for number in range(7):
        entry = made.played(player, players=8, rounds=4, public=number != 5)
        for one in entry.tournament.entries.all():
            one.rating = dice.choice((0, 1500, 1599, 1600, 1700, 1799, 1800, 1401))
            if one.pk != entry.pk:
                one.player = dice.choice([*met, None])
            one.save()
        for pairing in Pairing.objects.games().filter(round__tournament=entry.tournament):
            code = dice.choice(sorted(KNOWN))
            pairing.result, pairing.first_game = dice.choice(((code, ""), ("", code), ("", "")))
            if len(pairing.first_game) != 2:
                pairing.first_game = ""
            Pairing.objects.filter(pk=pairing.pk).update(
                result=pairing.result, first_game=pairing.first_game
            )
        Round.objects.filter(tournament=entry.tournament, number=4).update(
            status="draft" if number == 2 else "finished"
        )
    Tournament.objects.filter(pk=entry.tournament.pk).update(undone_at=timezone.now())


@pytest.mark.parametrize("seed", range(4))
def test_what_the_database_adds_up_is_what_the_games_add_up_to(seed):
    dice, player = random.Random(seed), made.registered("Kaya, Deniz")
    met = [made.registered(f"Yıldız, {name}") for name in ("Ada", "Ege", "Su")]
    anything_played(player, met, dice)
    listed = games_of(public_entries(player))
    found = Games(player.pk)
    assert [*found] == found[:99] and len(found) == len(listed) > 10
    assert {one.number for one in found} == {one.number for one in listed}
    assert [one.day for one in found] == [one.day for one in listed]
    colours, harder, against = Counter(), Counter(), defaultdict(Counter)
    labels = ("200 and more below", "100 to 199 below", "within 99", "100 to 199 above",
              "200 and more above")  # fmt: skip
    for game in listed:
        more = game.opponent_rating - game.entry.rating
        label = labels[sum(more >= least for least in (-199, -99, 100, 200))]
        for colour, halves in game.played():
            colours[colour, halves] += 1
            against[game.opponent_player][halves] += 1
            if game.entry.rating and game.opponent_rating:
                harder[label, halves] += 1
    for one in found.by_colour:
        assert (one.won, one.drawn, one.lost) == tuple(colours[one.key, n] for n in (2, 1, 0))
    for one in found.by_difference:
        assert (one.won, one.drawn, one.lost) == tuple(harder[one.label, n] for n in (2, 1, 0))
    assert sum(one.games for one in found.by_difference) == harder.total()
    often = {one: games for one, games in against.items() if one and games.total() > 1}
    assert {one.player for one in found.opponents} == set(often)
    for one in found.opponents:
        score = one.score
        assert (score.won, score.drawn, score.lost) == tuple(
            often[one.player][n] for n in (2, 1, 0)
        )
        alone = Games(player.pk, one.player)
        assert [game.number for game in alone] == [
            game.number for game in found if game.opponent_player == one.player
        ]
        assert sum(part.games for part in alone.by_colour) == score.games


def test_games_beyond_the_first_page_are_those_that_follow(monkeypatch):
    player = made.registered("Kaya, Deniz")
    made.played(player, players=10, rounds=7)
    whole = [one.number for one in Games(player.pk)]
    monkeypatch.setattr("federation.queries.people_sums.NEWEST", 3)
    monkeypatch.setattr("federation.queries.people_sums.LATEST", 1)
    few = Games(player.pk)
    assert [one.number for one in few] == whole
    assert [one.number for one in few[2:5]] == whole[2:5] and few[6].number == whole[6]


def test_who_was_met_often_is_named_with_the_score():
    player, other = made.registered("Kaya, Deniz"), made.registered("Yıldız, Ayşe")
    for _time in range(2):
        entry = made.played(player, players=2, rounds=1)
        opponent = factories.entry(entry.tournament, 2)
        opponent.player, opponent.name = other, other.name
        opponent.save()
    page = Page(page_of(player))
    assert "Most frequent opponents" in page.text
    (one,) = Games(player.pk).opponents
    assert (one.player, one.score.games) == (other.pk, 2)
    against = Page(page_of(player, f"games/?against={other.pk}"))
    assert len(against.rows("table.by-game tbody tr")) == 2


def test_a_licence_of_the_next_season_does_not_hide_that_of_this_one():
    member, today = made.member("Kaya, Deniz", of=made.club()), timezone.localdate()
    for number, year in (("A1", today.year), ("A2", today.year + 1)):
        Licence.objects.create(
            player=member.player,
            number=number,
            category=Licence.Category.PLAYER,
            valid_from=date(year, 1, 1),
            valid_until=date(year, 12, 31),
        )
    said = Page(page_of(member.player)).text
    assert "licence until" in said and str(today.year + 1) not in said and "run out" not in said


def test_a_draft_and_a_hidden_event_are_nobodys_business():
    player = made.registered("Kaya, Deniz")
    entry = made.played(player, rounds=2, name="Hidden Open", public=False)
    assert "Hidden Open" not in page_of(player).content.decode()
    entry.tournament.event.public = True
    entry.tournament.event.save()
    Round.objects.filter(tournament=entry.tournament, number=2).update(status="draft")
    assert len(Page(page_of(player, "games/")).rows("table.by-game tbody tr")) == 1


def test_a_merged_number_leads_to_the_person():
    player = made.registered("Kaya, Deniz")
    Merge.objects.create(kept=player, gone=player.pk + 1000)
    answer = Client().get(f"/en/players/{player.pk + 1000}/")
    assert answer.status_code == 302
    assert answer["Location"] == f"/en/players/{player.pk}/"
    assert Client().get(f"/en/players/{player.pk + 5}/").status_code == 404


def test_nothing_yet_is_said_kindly():
    text = Page(page_of(made.registered("Kaya, Deniz"))).text
    assert "No rating yet." in text and "No public event yet." in text


# --- Privacy --------------------------------------------------------------------------------------


def test_a_hidden_page_is_not_there_and_its_games_are_not_either():
    one = made.member("Kaya, Deniz", privacy=Privacy.HIDDEN)
    for more in ("", "games/", "games.csv"):
        page_of(one.player, more, 404)
    assert Client().get(f"/api/v1/members/{one.pk}/").status_code == 404


def test_a_shortened_name_is_short_wherever_the_page_has_it():
    one = made.member("Kaya, Deniz", privacy=Privacy.SHORT, fide_id="6351234")
    answer = page_of(one.player)
    html = answer.content.decode()
    assert "Kaya, D." in html
    assert "Deniz" not in html and "6351234" not in html and "1990" not in html
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_results_of_an_event_stay_when_a_page_is_hidden():
    one = made.member("Kaya, Deniz", privacy=Privacy.HIDDEN)
    entry = made.played(one.player)
    event, slug = entry.tournament.event.slug, entry.tournament.slug
    standings = Client().get(f"/en/e/{event}/{slug}/standings/")
    assert "Kaya, Deniz" in standings.content.decode()


def test_an_opponent_who_hides_is_short_and_leads_nowhere():
    player = made.registered("Kaya, Deniz")
    other = made.member("Yıldız, Ayşe", privacy=Privacy.HIDDEN)
    entry = made.played(player, players=2, rounds=1)
    opponent = factories.entry(entry.tournament, 2)
    opponent.player, opponent.name = other.player, "Yıldız, Ayşe"
    opponent.save()
    html = page_of(player).content.decode()
    assert "Yıldız, A." in html and "Ayşe" not in html
    assert f"/players/{other.pk}/" not in html


@pytest.mark.parametrize("strict", [True, False])
def test_a_minor_is_shown_as_by_the_strictest_event(strict):
    player = made.registered("Kaya, Deniz", birth_date="2014", fide_id="6351234")
    made.played(player, rounds=1, shorten_minors=False)
    made.played(player, rounds=1, shorten_minors=strict)
    answer = page_of(player)
    html = answer.content.decode()
    assert ("Deniz" in html) != strict
    assert "2014" not in html and "6351234" not in html
    assert ("X-Robots-Tag" in answer) == strict


def test_who_plays_now_is_followed_from_their_page():
    player, today = made.registered("Kaya, Deniz"), timezone.localdate()
    over = made.played(player, rounds=1, starts_on=date(2025, 1, 1), ends_on=date(2025, 1, 2))
    assert not Page(page_of(player)).links("a[href$='#follow']")
    entry = made.played(player, name="Ege Kupası", starts_on=today, ends_on=today)
    (link,) = Page(page_of(player)).links("a[href$='#follow']")
    assert link.words == "Hear of the games: Ege Kupası"
    there = Page(Client().get(link.address.partition("#")[0]))
    assert there.count("#follow") == 1
    assert f"/{entry.pk}/" in link.address and f"/{over.pk}/" not in link.address


def test_earlier_events_are_read_when_they_are_asked_for(monkeypatch):
    monkeypatch.setattr("federation.queries.people_page.EVENTS", 1)
    player = made.registered("Kaya, Deniz", standard=2000)
    first = made.played(player, rounds=1, starts_on=date(2025, 1, 1), ends_on=date(2025, 1, 2))
    made.played(player, rounds=1)
    page = Page(page_of(player))
    mark = f"/e/{first.tournament.event.slug}/"
    assert len(page.all("table.by-event tbody tr")) == 1
    (link,) = [one for one in page.links("p a") if "events=all" in one.address]
    assert link.words == "All 2 events"
    whole = Page(Client().get(f"/en/players/{player.pk}/{link.address.partition('#')[0]}"))
    assert len(whole.all("table.by-event tbody tr")) == 2
    assert any(mark in one.address for one in whole.links("table.by-event a"))
    assert not [one for one in whole.links("p a") if "events=all" in one.address]


def test_600_games_take_a_few_questions(django_assert_max_num_queries):
    player = made.registered("Kaya, Deniz", standard=2000, list_month=date(2026, 11, 1))
    first = made.played(player, players=6, rounds=1)
    with CaptureQueriesContext(connection) as few:
        page_of(player)
    for _event in range(3):
        made.outcome(made.played(player, players=10, rounds=5))
    with django_assert_max_num_queries(len(few)):
        page_of(player)
    assert len(few) <= 12
    assert first.pk
