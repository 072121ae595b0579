"""Every value of the standings opens its working, for the public and at the desk."""

from copy import deepcopy

import pytest
from django.utils.translation import override

from tests import factories
from tests.pages import Page
from tournaments.models import Role, Tournament
from tournaments.queries.standings.table import standings_table
from tournaments.queries.standings.working import working_of
from tournaments.services.entries.byes import grant_bye

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(
        9, tie_breaks=["DE", "BH/C1", "BH", "SB", "PS", "KS", "ARO", "TPR", "WIN", "LOT"]
    )
    chief = factories.chief_of(made)
    player = made.entries.get(tpn=5) if made.entries.filter(tpn=5).exists() else None
    if player is None:
        factories.pair(made, 1)
        player = made.entries.get(tpn=5)
        factories.publish(made, 1)
        factories.enter_all(made, 1)
        first = 2
    else:
        first = 1
    grant_bye(tournament=made, entry=player, round_number=first, kind="H", by=chief)
    factories.play(made, 3, first=first)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def address(tournament, rest="", language="en", desk=False):
    place = f"{tournament.event.slug}/{tournament.slug}/standings/{rest}"
    return f"/{language}/desk/{place}" if desk else f"/{language}/e/{place}"


def test_every_value_of_the_table_leads_to_its_working(client, tournament):
    links = Page(client.get(address(tournament))).links("a.working")
    assert len(links) == 9 * 11
    targets = {link.address.partition("#")[0] for link in links}
    assert len(targets) == 9
    for target in targets:
        opened = Page(client.get(target))
        assert [opened.count(f"section.value#v{number}") for number in range(11)] == [1] * 11


def test_the_value_explained_is_the_value_of_the_table(tournament):
    table = standings_table(tournament, 3)
    assert len(table.rows) == tournament.entries.count()
    for row in table.rows:
        page = working_of(tournament, row.entry, 3)
        assert [value.text for value in page.values[1:]] == list(row.values)
        assert [value.code for value in page.values] == ["PTS", *table.codes]


def test_what_is_left_adds_up_to_the_value(tournament):
    entry = tournament.entries.get(tpn=1)
    page = working_of(tournament, entry, 3)
    buchholz = next(value for value in page.values if value.code == "BH")
    assert buchholz.total.endswith(f"= {buchholz.text}")
    assert buchholz.total.count("+") == 2
    cut = next(value for value in page.values if value.code == "BH/C1")
    assert [step.left_out for step in cut.steps].count(True) == 1
    assert "Left out" in next(step for step in cut.steps if step.left_out).notes[-1].text


def test_a_round_without_a_game_says_what_stands_in_for_the_opponent(client, tournament):
    entry = tournament.entries.get(tpn=5)
    page = client.get(address(tournament, f"3/players/{entry.pk}/")).content.decode()
    assert "half-point bye" in page
    assert "a dummy with the player&#x27;s own" in page
    assert "art. 16.4.2" in page


def test_direct_encounter_shows_its_little_table(tournament):
    table = standings_table(tournament, 3)
    shown = [working_of(tournament, row.entry, 3).values[1] for row in table.rows]
    level = [value for value in shown if value.tables]
    assert level
    first = level[0].tables[0]
    assert len(first.lines) == len(first.heads) > 1
    for line in first.lines:
        assert line.cells[first.heads.index(line.entry)] == "×"


def test_the_neighbours_say_which_value_decided(tournament):
    table = standings_table(tournament, 3)
    best = working_of(tournament, table.rows[0].entry, 3)
    assert [one.above for one in best.neighbours] == [False]
    middle = working_of(tournament, table.rows[4].entry, 3)
    assert [one.entry for one in middle.neighbours] == [table.rows[3].entry, table.rows[5].entry]


def test_the_standings_of_an_earlier_round_open_their_own_working(client, tournament):
    entry = tournament.entries.get(tpn=1)
    page = client.get(address(tournament, f"1/players/{entry.pk}/")).content.decode()
    assert "After round 1" in page
    assert client.get(address(tournament, f"4/players/{entry.pk}/")).status_code == 404


def test_the_working_is_there_in_both_languages_without_a_code_left_over(client, tournament):
    entries = tournament.entries.all()
    assert len(entries) > 3
    for language in ("en", "tr"):
        for entry in entries:
            with override(language):
                path = address(tournament, f"3/players/{entry.pk}/", language)
                page = client.get(path).content.decode()
            assert "tiebreaks." not in page
            assert "%(" not in page


def test_the_desk_has_the_same_working(client, tournament):
    client.force_login(factories.user(role=Role.READER, event=tournament.event))
    page = Page(client.get(address(tournament, desk=True) + "?after=2"))
    link = page.links('a.working[href$="#v2"]')[0].address.partition("#")[0]
    assert link.startswith("/en/desk/")
    assert "Buchholz, lowest 1 left out" in client.get(link).content.decode()


def test_a_list_that_the_rules_exclude_is_left_out_with_a_word(client):
    made = factories.tournament(
        4, system="handbook.round_robin", tie_break_edition="handbook", tie_breaks=["BPG", "SB"],
        total_rounds=3,
    )  # fmt: skip
    factories.play(made, 1)
    page = client.get(address(made)).content.decode()
    assert "Not used, because the rules exclude it here: BPG." in page
    assert standings_table(Tournament.objects.get(pk=made.pk)).codes == ("SB",)
    client.force_login(factories.chief_of(made))
    desk = client.get(address(made, desk=True)).content.decode()
    assert "BPG is excluded by the rules for this pairing system. Take it out." in desk


def test_an_open_game_counts_nothing_in_the_standings(tournament):
    factories.pair(tournament, 4)
    factories.publish(tournament, 4)
    fresh = Tournament.objects.get(pk=tournament.pk)
    before = {row.entry.pk: row.score for row in standings_table(fresh, 3).rows}
    now = standings_table(fresh, 4)
    assert now.missing == 4
    playing = fresh.rounds.get(number=4).pairings.exclude(black=None)
    for board in playing:
        row = next(row for row in now.rows if row.entry.pk == board.white_id)
        assert row.score == before[board.white_id]
