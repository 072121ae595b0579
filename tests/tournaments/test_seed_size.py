"""A site as large as a federation's is made by the database, and nowhere that somebody works."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests import factories
from tournaments.management.commands import seed_size
from tournaments.management.demo.size import Size, fill
from tournaments.models import (
    Entry,
    Event,
    LogEntry,
    Pairing,
    RegisteredPlayer,
    RegisterWord,
    Round,
)
from tournaments.queries.standings.table import standings_table
from tournaments.register.search import search_register

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(monkeypatch):
    """In the test's own database instead of one of its own."""
    monkeypatch.setattr(seed_size.Command, "_enter", lambda _self, _name: None)


@pytest.fixture
def seeded():
    chief = factories.user()
    rows = fill(Size(20, 500, duties=7), busy=chief)
    return chief, rows


def indexes():
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'")
        # PostgreSQL writes a condition in other brackets once it has read its own words.
        casts = re.compile(r"::[a-z ]+(\[\])?|[()]")
        return {name: casts.sub("", definition) for name, definition in cursor.fetchall()}


def test_it_has_the_shape_of_a_federations_years(seeded):
    chief, rows = seeded
    assert Event.objects.count() == rows["tournaments_event"] == 20
    assert Entry.objects.count() == 20 * 50
    assert Pairing.objects.count() == rows["tournaments_pairing"]
    results = Pairing.objects.exclude(result="").count()
    assert LogEntry.objects.filter(act="result.entered").count() == results
    assert chief.duties.count() == 7
    assert Round.objects.filter(status="published").count() == 6  # under way


def test_nobody_meets_twice_and_everybody_plays_in_every_round(seeded):
    for event in Event.objects.all():
        people = event.tournaments.get().entries.count()
        met = set()
        for round_ in event.tournaments.get().rounds.all():
            games = list(round_.pairings.values_list("white", "black", "board"))
            if not games:
                assert round_.status == "planned"
                continue
            assert len({player for game in games for player in game[:2]}) == people
            assert sorted(board for *_two, board in games) == list(range(1, people // 2 + 1))
            met |= {frozenset(game[:2]) for game in games}
        played = event.tournaments.get().rounds.exclude(status="planned").count()
        assert len(met) == played * people // 2


def test_pages_work_on_it_and_new_rows_have_numbers_of_their_own(client, seeded):
    chief, _rows = seeded
    event = Event.objects.order_by("pk")[3]
    made = event.tournaments.get()
    table = standings_table(made, 9)
    assert len(table.rows) == made.entries.count()
    assert client.get(f"/en/e/{event.slug}/open/rounds/5/").status_code == 200
    mine = factories.tournament(4, chief=chief)
    factories.play(mine, 1)
    assert mine.pk > made.pk


def test_the_register_is_searched_as_one_that_was_loaded(seeded):
    player = RegisteredPlayer.objects.order_by("pk")[77]
    assert player in search_register(player.name, federation=player.federation)
    assert RegisterWord.objects.filter(word=player.search_key.split()[0]).exists()


def test_every_index_is_there_again():
    before = indexes()
    fill(Size(5, 50), busy=factories.user())
    assert indexes() == before


def test_it_can_be_made_twice_side_by_side():
    chief = factories.user()
    fill(Size(5, 50, mark="few-"), busy=chief)
    fill(Size(6, 60), busy=chief)
    assert Event.objects.count() == 11


def test_where_somebody_works_it_refuses(here):
    factories.event()
    with pytest.raises(CommandError, match="holds events or players already"):
        call_command("seed_size", events=2, registered=2)
    assert Event.objects.count() == 1


def test_a_register_alone_is_somebodys_work_too(here):
    RegisteredPlayer.objects.create(name="A, B", search_key="a b")
    with pytest.raises(CommandError, match="holds events or players already"):
        call_command("seed_size", events=2, registered=2)


@pytest.mark.parametrize("size", [{"events": 20_001}, {"registered": 5_000_001}, {"events": 0}])
def test_it_has_bounds(here, size):
    with pytest.raises(CommandError, match="At most"):
        call_command("seed_size", **size)


def test_not_in_production(here, settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="not for production"):
        call_command("seed_size")


def test_a_name_of_a_database_is_a_name():
    with pytest.raises(CommandError, match="small letters"):
        call_command("seed_size", into='x"; DROP')


def test_it_says_what_it_made_and_how_to_look_at_it(here, client):
    said = StringIO()
    call_command("seed_size", events=3, registered=10, stdout=said)
    password = said.getvalue().strip().rpartition(" ")[2]
    assert "4  event" not in said.getvalue()
    assert client.login(username="size", password=password)
