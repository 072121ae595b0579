"""FIDE's checklist, section 18: tie-breaks and standings (Q197-216)."""

from copy import deepcopy
from datetime import date

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tiebreaks.lots import seed_told
from tiebreaks.registry import parse
from tiebreaks.standings import standings
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, LogEntry
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import standings_table, tie_break_advice
from tournaments.services.setup.events import change_tournament
from tournaments.services.standings.decisions import (
    forget_order,
    order_by_hand,
    set_later_ratings,
    set_values,
)

pytestmark = pytest.mark.django_db
#: as C.07 writes them, with cuts and medians
OF_SWISS = (
    "AOB", "APPO", "APRO", "ARO", "ARO/C1", "ARO/M1", "BH", "BH/C1", "BH/C2", "BH/M1", "FB",
    "FB/C1", "BPG", "BWG", "DE", "DE/P", "PS", "PS/C1", "SB", "SB/C1", "PTP", "REP", "RTNG",
    "STD", "TPN", "TPR", "WIN", "WON",
)  # fmt: skip


def made(**values):
    return factories.tournament(8, **({"total_rounds": 3} | values))


def order(tournament):
    tournament.refresh_from_db()
    return [row.entry.tpn for row in standings_table(tournament).rows]


@pytest.fixture(scope="module")
def played(standing):
    tournament = made()
    factories.play(tournament, 3)
    return tournament


@pytest.mark.parametrize("code", OF_SWISS)
def test_q199_every_tie_break_of_a_swiss_can_be_used(played, code):
    assert str(parse(code)) == code
    tournament = deepcopy(played)
    tournament.tie_breaks = factories.tournament(total_rounds=3, tie_breaks=[code]).tie_breaks
    tournament.save()
    table = standings_table(tournament)
    assert table.codes == (code,)
    assert table.unusable == ()


def test_q200_the_list_is_locked_with_round_1():
    tournament = made()
    factories.pair(tournament, 1)
    chief = factories.chief_of(tournament)
    for values in ({"tie_breaks": ["SB"]}, {"unrated": "lowest"}, {"rating_of_round": "each"}):
        with pytest.raises(Refused, match="FIDE mode"):
            change_tournament(tournament=tournament, by=chief, values=values)


@pytest.fixture(scope="module")
def level_once(standing):
    """Two games won, two lost; nothing tells the two winners apart, nor the two losers."""
    tournament = factories.tournament(4, total_rounds=1, tie_breaks=["WIN"], initial_colour="w")
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    for row in tournament.rounds.get(number=1).pairings.all():
        row.result = "10"
        row.save()
    return tournament


@pytest.fixture
def level(level_once):
    return deepcopy(level_once)


def test_q203_who_is_level_shares_the_place(level):
    rows = standings_table(level).rows
    assert [(row.rank, row.shared) for row in rows] == [(1, True), (1, True), (3, True), (3, True)]


def test_q204_q206_lots_decide_among_the_level_and_a_second_draw_is_the_same(level):
    level.tie_breaks = ["WIN", "LOT"]
    level.revision += 1
    level.save()
    first = order(level)
    assert not any(row.shared for row in standings_table(level).rows)
    for _again in range(3):
        level.revision += 1  # computed anew
        level.save()
        assert order(level) == first


def test_q206_the_seed_of_the_lots_is_in_the_report_once_a_round_is_out(level):
    line = "### Seed of the lots: "
    assert line not in report(made()).decode()
    text = report(level)
    assert f"{line}{level.seed}" in text.decode().splitlines()
    assert check(read(text)).clean


def test_q206_another_installation_repeats_the_lots_from_the_report(level):
    level.tie_breaks = ["WIN", "LOT"]
    for seed in range(5):
        level.seed = seed
        level.revision += 1
        level.save()
        document = read(report(level))
        found = standings(document.state(), "WIN LOT", seed=seed_told(document.comments))
        assert [document.number(row.tpn) for row in found.rows] == order(level)


def test_q205_the_level_are_put_in_order_by_hand_and_nobody_else(level):
    rows = standings_table(level).rows
    one, two, three = (row.entry.pk for row in rows[:3])
    given = {"tournament": level, "by": factories.chief_of(level)}
    with pytest.raises(Refused, match="not level"):
        order_by_hand(**given, order=[three, one], reason="no")
    with pytest.raises(Refused, match="reason"):
        order_by_hand(**given, order=[two, one], reason=" ")
    order_by_hand(**given, order=[two, one], reason="Blitz games")
    level.refresh_from_db()
    rows = standings_table(level).rows
    assert [(row.rank, row.shared, row.by_hand) for row in rows[:2]] == [
        (1, False, True), (2, False, True),
    ]  # fmt: skip
    assert [row.entry.pk for row in rows[:3]] == [two, one, three]
    line = LogEntry.objects.get(act="standings.ordered")
    assert (line.label, line.reason) == ("1–2", "Blitz games")
    for _press in range(2):  # the second one finds nothing to do
        forget_order(**given, order=[one, two])
        level.refresh_from_db()
        assert standings_table(level).rows[0].shared
    assert LogEntry.objects.filter(act="standings.order_undone").count() == 1


def test_q205_on_the_page(client, level):
    client.force_login(factories.chief_of(level))
    address = f"/en/desk/{level.event.slug}/a/standings/decisions/"
    one, two = (row.entry.pk for row in standings_table(level).rows[:2])
    page = client.get(address).content.decode()
    assert "Places 1 to 2" in page
    sent = {"act": "order", f"place-{one}": "2", f"place-{two}": "1", "reason": "a match"}
    assert "The order is saved" in client.post(address, sent, follow=True).content.decode()
    assert Entry.objects.get(pk=two).hand_place == 1
    unclear = client.post(address, sent | {f"place-{one}": "1"}, follow=True).content.decode()
    assert "a different place from 1 to 2" in unclear


def test_q207_values_computed_elsewhere_are_typed_in(client, level):
    level.tie_breaks = ["OTHER_QUIZ"]
    level.revision += 1
    level.save()
    one, two = (row.entry for row in standings_table(level).rows[:2])
    client.force_login(factories.chief_of(level))
    address = f"/en/desk/{level.event.slug}/a/standings/decisions/"
    client.post(
        address,
        {"act": "values:OTHER_QUIZ", f"OTHER_QUIZ-{one.pk}": "7", f"OTHER_QUIZ-{two.pk}": "7,5"},
    )
    level.refresh_from_db()
    rows = standings_table(level).rows
    assert [(row.entry.pk, row.values) for row in rows[:2]] == [
        (two.pk, ("7.5",)),
        (one.pk, ("7",)),
    ]
    with pytest.raises(Refused, match="not a number"):
        set_values(tournament=level, code="OTHER_QUIZ", values={one.pk: "nan"}, by=None)
    with pytest.raises(Refused, match="not in the list"):
        set_values(tournament=level, code="OTHER_X", values={one.pk: "1"}, by=None)


@pytest.mark.parametrize(
    ("method", "averages"),
    [
        ("dropped", {"-"}),
        ("fixed", {"1400", "1500", "2000"}),
        ("lowest", {"1500", "2000"}),
        ("average", {"1500", "2000", "1833"}),
    ],
)
def test_q208_q209_what_unrated_players_count_as(method, averages):
    tournament = factories.tournament(
        total_rounds=1, tie_breaks=["ARO"], unrated=method, unrated_rating=1400,
    )  # fmt: skip
    from tournaments.services.entries.listing import enter_players

    ratings = {"A": 2000, "B": 2000, "C": 1500, "D": 0}
    enter_players(
        tournament=tournament,
        by=None,
        rows=[{"name": name, "fide_rating": rating} for name, rating in ratings.items()],
    )
    factories.play(tournament, 1)
    found = {value for row in standings_table(tournament).rows for value in row.values}
    assert found == averages


def test_q210_q211_a_long_event_is_marked_by_its_dates_or_by_hand_and_ratings_advised_against():
    tournament = made(tie_breaks=["ARO"])
    event = tournament.event
    assert not tournament.is_long

    def advised_against():
        return [fact.code for fact in tie_break_advice(tournament)] == [
            "tiebreaks.warn.rating_long_event"
        ]

    assert not advised_against()
    event.starts_on, event.ends_on = date(2026, 11, 1), date(2026, 12, 1)
    assert event.days == 31
    assert tournament.is_long
    assert advised_against()
    tournament.long_event = False
    assert not advised_against()
    event.ends_on = date(2026, 11, 2)
    tournament.long_event = True
    assert advised_against()


def test_q212_to_q216_ratings_by_round_the_first_by_default_and_others_by_choice(client):
    tournament = factories.tournament(2, total_rounds=3, tie_breaks=["ARO"], long_event=True)
    chief = factories.chief_of(tournament)
    client.force_login(chief)
    one = factories.entry(tournament, 1)  # 2595
    address = f"/en/desk/{tournament.event.slug}/a/players/{one.pk}/"
    assert "Ratings of later rounds" in client.get(address).content.decode()
    client.post(address + "ratings/", {"from": ["2", "3", ""], "rating": ["2500", "2400", ""]})
    assert list(one.later_ratings.values_list("first_round", "rating")) == [(2, 2500), (3, 2400)]
    factories.play(tournament, 1)
    other = factories.entry(tournament, 2).pk

    def average(**values):
        for name, value in values.items():
            setattr(tournament, name, value)
        tournament.revision += 1
        tournament.save()
        rows = {row.entry.pk: row.values for row in standings_table(tournament).rows}
        return rows[other]

    assert average() == ("2595",)  # Q215
    assert average(rating_of_round="round", rating_round=2) == ("2500",)  # Q216
    assert average(rating_of_round="round", rating_round=3) == ("2400",)
    assert average(rating_of_round="each") == ("2595",)  # Q214: played in round 1
    assert Entry.objects.get(pk=one.pk).rating == 2595  # the numbers stay
    for ratings in ({1: 2500}, {9: 2500}, {2: 9999}):
        with pytest.raises(Refused):
            set_later_ratings(tournament=tournament, entry=one, ratings=ratings, by=chief)
