"""Prizes entered line by line: kept, shown, handed out by the standings, read by programs."""

from datetime import date
from decimal import Decimal

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.knockout_events import knockout
from tests.tournaments.team_events import play_round, stronger, team_event
from tournaments.forms.prizes import read_amount, read_places
from tournaments.kernel.errors import Refused
from tournaments.models import LogEntry, Prize, Role, Tournament
from tournaments.queries.results.corrections import simulate
from tournaments.queries.standings.prizes import prize_page
from tournaments.queries.standings.table import standings_table
from tournaments.services.setup.copying import copy_event
from tournaments.services.setup.prizes import PrizeRow, prize_rows, set_prizes

pytestmark = pytest.mark.django_db

ROWS = [
    PrizeRow(1, 1, Decimal(1000), "cup"),
    PrizeRow(2, 2, Decimal("500.50")),
    PrizeRow(3, 4, Decimal(100)),
    PrizeRow(1, 1, Decimal(300), "", "women"),
]
TEXTS = ["1: 1000 cup", "2: 500.50", "3-4: 100", "women 1: 300"]


@pytest.fixture
def tournament():
    made = factories.tournament(8, total_rounds=2)
    Tournament.objects.filter(pk=made.pk).update(seed=7)  # of the lots: the same games every time
    made.entries.filter(tpn__in=(4, 7)).update(sex="w")
    set_prizes(
        tournament=made,
        rows=ROWS,
        values={"prize_currency": "TL", "prize_sharing": "place", "one_prize": True},
        by=factories.chief_of(made),
    )
    return Tournament.objects.get(pk=made.pk)


def form_of(rows, **values):
    """The form as the page sends it."""
    data = {
        "prize_currency": "TL", "prize_sharing": "hort", "one_prize": "on", "pasted": "",
        "line-TOTAL_FORMS": str(len(rows)), "line-INITIAL_FORMS": "0",
    }  # fmt: skip
    for number, (places, amount, thing, category) in enumerate(rows):
        line = {"places": places, "amount": amount, "thing": thing, "category": category}
        data |= {f"line-{number}-{name}": value for name, value in line.items()}
    return data | values


def address(tournament):
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/settings/prizes/"


# --- Typed and pasted -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("1500", "1500.00"), ("1,500.00", "1500.00"), ("1.500,00 TL", "1500.00"),
        ("1.500", "1500.00"), ("₺ 10,000", "10000.00"), ("750,5", "750.50"),
        ("12.345.678", "12345678.00"), ("1 500", "1500.00"),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_people_write_it(typed, amount):
    assert read_amount(typed) == Decimal(amount)


@pytest.mark.parametrize("wrong", ["-5", "TL", "1.2.3", "1,500,00", "9" * 12])
def test_what_is_no_amount_is_told(wrong):
    with pytest.raises(Exception, match="is not an amount"):
        read_amount(wrong)


def test_places_are_one_or_several():
    assert [read_places(text) for text in ("1", "2.", "4-6", "4. – 6.")] == [
        (1, 1), (2, 2), (4, 6), (4, 6),
    ]  # fmt: skip
    for wrong in ("6-4", "0", "first", ""):
        with pytest.raises(Exception, match="is not a place"):
            read_places(wrong)


def test_the_chief_types_lines_and_pastes_a_table(client):
    made = factories.tournament(4)
    client.force_login(factories.chief_of(made))
    pasted = "Place;Amount\r\n2;500,50\r\n3-4\t100\t\t\r\n1;300;;Women\r\n1;50;;r1200-1500\r\n"
    sent = form_of([("1", "1.000", "cup", ""), ("", "", "", "u18")], pasted=pasted)
    assert client.post(address(made), sent).status_code == 302
    made.refresh_from_db()
    assert prize_rows(made) == [*ROWS, PrizeRow(1, 1, Decimal(50), "", "r1200-1500")]
    assert (made.prize_sharing, made.prize_currency, made.one_prize) == ("hort", "TL", True)
    page = Page(client.get(address(made)))
    assert {"500.50", "3-4"} <= set(page.values("input"))
    assert "half goes by place" in page.text


def test_a_wrong_line_is_named_and_nothing_is_kept(client):
    made = factories.tournament(4)
    client.force_login(factories.chief_of(made))
    for sent, told in (
        (form_of([("x", "10", "", "")]), "is not a place"),
        (form_of([("1", "", "", "")]), "Say how much"),
        (form_of([("1", "ten", "", "")]), "is not an amount"),
        (form_of([], pasted="1;10\n2;x"), "Line 2: “x” is not an amount"),
        (form_of([], pasted="1;10;;Martians"), "There is no category “Martians”"),
    ):
        assert told in client.post(address(made), sent).content.decode()
    assert Prize.objects.count() == 0
    assert "10" in client.post(address(made), form_of([("x", "10", "", "")])).content.decode()


def test_only_the_chief_changes_them(client, tournament):
    client.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
    assert client.post(address(tournament), form_of([])).status_code == 403
    page = client.get(address(tournament))
    assert page.status_code == 200 and "Save the prizes" not in page.content.decode()
    assert Prize.objects.count() == 4


# --- Kept -----------------------------------------------------------------------------------------


def test_a_change_is_one_line_of_the_history_and_one_revision(tournament):
    line = LogEntry.objects.get(act="prizes.changed")
    assert (line.before["prizes"], line.after["prizes"]) == ([], TEXTS)
    same = set_prizes(tournament=tournament, rows=ROWS, values={}, by=None)
    assert same.revision == tournament.revision
    shorter = set_prizes(tournament=tournament, rows=ROWS[:1], by=None)
    assert shorter.revision == tournament.revision + 1
    assert LogEntry.objects.filter(act="prizes.changed").count() == 2


def test_a_knock_out_an_unknown_category_and_too_many_lines_are_refused(tournament):
    with pytest.raises(Refused, match="in its plan"):
        set_prizes(tournament=knockout(4).tournament, rows=ROWS, by=None)
    with pytest.raises(Refused, match="There is no category"):
        set_prizes(tournament=tournament, rows=[PrizeRow(1, 1, Decimal(1), "", "u999")], by=None)
    with pytest.raises(Refused, match="At most 200 lines"):
        set_prizes(tournament=tournament, rows=[PrizeRow(1, 1, Decimal(1))] * 201, by=None)
    assert Prize.objects.count() == 4


def test_a_copied_event_begins_with_the_lists(tournament):
    by = factories.chief_of(tournament)
    copied = copy_event(source=tournament.event, name="Next", starts_on=date(2027, 11, 20), by=by)
    new = copied.tournaments.get()
    assert prize_rows(new) == ROWS
    assert (new.prize_currency, new.one_prize) == ("TL", True)


# --- Handed out -----------------------------------------------------------------------------------


def test_a54_the_allocation_follows_the_standings_and_says_why(tournament):
    factories.play(tournament, 2)
    tournament.refresh_from_db()
    given = prize_page(tournament).allocation
    rows = standings_table(tournament).rows
    assert (given.final, given.after) == (True, 2)
    everybody = [one for one in given.winners if not one.category]
    women = [row.entry for row in rows if row.entry.sex == "w"]
    best_woman = next(one for one in given.winners if one.category == "Women")
    assert best_woman.entry in women
    listed = [row.entry for row in rows if row.entry != best_woman.entry]
    assert [one.entry for one in everybody] == listed[:4]
    assert [one.amount for one in everybody] == ["1,000 TL", "500.50 TL", "100 TL", "100 TL"]
    assert everybody[0].things == ("cup",)
    assert everybody[1].reason.startswith("Prize of place 2.")
    assert given.total == "2,000.50 TL"


def test_who_withdrew_gets_nothing(tournament):
    factories.play(tournament, 1)
    tournament.refresh_from_db()
    first = standings_table(tournament).rows[0].entry
    tournament.entries.filter(pk=first.pk).update(status="withdrawn")
    winners = prize_page(tournament).allocation.winners
    assert first.pk not in [one.entry.pk for one in winners]
    assert sum(one.share.cents for one in winners) == 200050


def test_a52_the_page_says_not_final_until_the_last_result(client, tournament):
    public = f"/en/e/{tournament.event.slug}/{tournament.slug}/prizes/"
    before = client.get(public).content.decode()
    assert "1,000 TL, cup" in before and "Who would get what" not in before
    factories.play(tournament, 1)
    under_way = client.get(public).content.decode()
    assert "Who would get what" in under_way and "not final" in under_way
    assert "As it stands now, after round 1" in under_way
    factories.play(tournament, 2, first=2)
    page = client.get(public).content.decode()
    assert "Who gets what" in page and "not final" not in page
    assert "Prize of place 2." in page
    about = Page(client.get(f"/en/e/{tournament.event.slug}/{tournament.slug}/about/"))
    assert public in {link.address for link in about.links()}


def test_names_of_minors_are_shortened_for_everybody_only(client, tournament):
    tournament.event.shorten_minors = True
    tournament.event.save()
    tournament.entries.update(birth_date="2014/01/01")
    factories.play(tournament, 1)
    tournament.refresh_from_db()
    first = prize_page(tournament).allocation.winners[0].entry
    public = f"/en/e/{tournament.event.slug}/{tournament.slug}/prizes/"
    assert f">{first.name}<" not in client.get(public).content.decode()
    client.force_login(factories.chief_of(tournament))
    assert f">{first.name}<" in client.get(address(tournament)).content.decode()


def test_programs_read_lists_and_shares(client, tournament):
    url = f"/api/v1/tournaments/{tournament.pk}/prizes/"
    found = client.get(url).json()
    assert (found["after"], found["final"], found["shares"]) == (0, False, [])
    assert found["prizes"][2] == {
        "list": "", "first": 3, "last": 4, "amount": "100.00", "thing": "",
    }  # fmt: skip
    factories.play(tournament, 2)
    found = client.get(url).json()
    assert (found["currency"], found["sharing"], found["one_each"]) == ("TL", "place", True)
    assert found["final"] is True
    assert sum(Decimal(one["amount"]) for one in found["shares"]) == Decimal("2000.50")
    first = found["shares"][0]
    assert (first["place"], first["amount"], first["things"]) == (1, "1000.00", ["cup"])
    assert first["team"] is None and first["player"]["name"].startswith("Player")
    table = client.get(f"/en/e/{tournament.event.slug}/{tournament.slug}/prizes.csv")
    lines = table.content.decode().splitlines()
    assert lines[0].endswith("list,place,rank,name,points,amount,things,final,reason")
    assert len(lines) == 1 + len(found["shares"])


def test_teams_get_prizes_by_their_own_standings(client):
    league = team_event(4, 2)
    set_prizes(tournament=league, rows=ROWS[:2], values={"prize_currency": "TL"}, by=None)
    play_round(league, 1, stronger)
    league.refresh_from_db()
    winners = prize_page(league).allocation.winners
    assert sum(one.share.cents for one in winners) == 150050
    shares = client.get(f"/api/v1/tournaments/{league.pk}/prizes/").json()["shares"]
    assert [one["team"]["name"] for one in shares] == [one.entry.name for one in winners]
    page = client.get(f"/en/e/{league.event.slug}/{league.slug}/prizes/").content.decode()
    assert "not final" in page
    with pytest.raises(Refused, match="There is no category"):
        set_prizes(tournament=league, rows=ROWS, by=None)


def given_to(tournament):
    """By name, as one sees it on the page."""
    return {
        one.entry.name: ", ".join(filter(None, [one.amount, *one.things]))
        for one in prize_page(tournament).allocation.winners
    }


def test_a28_the_simulation_of_a_correction_says_who_gains_and_who_loses_a_prize(
    client, tournament
):
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    factories.enter_all(tournament, 2)
    last = tournament.rounds.get(number=2).pairings.get(board=4)
    last.result = ""  # one game goes on
    last.save()
    tournament.refresh_from_db()
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    right = "01" if board.result == "10" else "10"
    before = given_to(tournament)
    moves = simulate(tournament, board, right).prizes
    client.force_login(factories.chief_of(tournament))
    at = f"/en/desk/{tournament.event.slug}/{tournament.slug}/rounds/1/boards/1/"
    page = client.get(f"{at}?result={right}").content.decode()
    assert "If they were given after round 1" in page
    board.result = right
    board.save()
    Tournament.objects.filter(pk=tournament.pk).update(revision=tournament.revision + 1)
    after = given_to(Tournament.objects.get(pk=tournament.pk))
    moved = {name for name in before | after if before.get(name) != after.get(name)}
    assert moved
    assert {move.entry.name: (move.before, move.after) for move in moves} == {
        name: (before.get(name, ""), after.get(name, "")) for name in moved
    }
    assert all(move.after in page for move in moves)


def test_the_pages_ask_the_same_number_of_questions_for_any_number_of_players(
    client, django_assert_max_num_queries
):
    counts = []
    for players in (6, 30):
        made = factories.tournament(players, total_rounds=3)
        set_prizes(tournament=made, rows=ROWS, by=None)
        factories.play(made, 1)
        with django_assert_max_num_queries(40) as asked:
            client.get(f"/en/e/{made.event.slug}/{made.slug}/prizes/")
        counts.append(len(asked))
    assert counts[0] == counts[1]
