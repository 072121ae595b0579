"""Events of teams from the first page to the final standings, as an arbiter sends the forms."""

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.team_events import match, player_ids, team, team_event
from tournaments.models import Match, Pairing
from tournaments.queries.teams.captains import captain_link

pytestmark = pytest.mark.django_db


class Desk:
    """An arbiter who answers every question with yes."""

    def __init__(self, client, tournament):
        self.client, self.tournament = client, tournament
        client.force_login(factories.chief_of(tournament))

    def address(self, name, *arguments):
        place = (self.tournament.event.slug, self.tournament.slug)
        return reverse(f"desk:{name}", args=[*place, *arguments])

    def page(self, name, *arguments, **query):
        found = self.client.get(self.address(name, *arguments), query)
        assert found.status_code == 200, found
        return found

    def send(self, name, *arguments, **values):
        """Sends a form, and once more with the answer to each question that comes back."""
        address = self.address(name, *arguments)
        answer = self.client.post(address, values)
        self.asked = []
        while answer.status_code == 409 and "question" in (answer.context or {}):
            question = answer.context["question"]
            self.asked += map(str, question.reasons)
            answer = self.client.post(address, {**values, "confirmed": question.token})
        return answer

    def open(self, number):
        assert self.send("pair", number).status_code == 302
        assert self.send("publish", number).status_code == 302

    def enter(self, number, code_of):
        for row in self.rows(number):
            if not row.result and (code := code_of(row)):
                sent = self.send(
                    "enter_result", number, pairing=row.pk, version=row.version, result=code
                )
                assert sent.status_code == 302, sent.content

    def rows(self, number):
        return list(
            Pairing.objects.filter(
                round__tournament=self.tournament, round__number=number, black__isnull=False
            ).select_related("white", "black")
        )

    def play(self, number, code_of=lambda row: "10"):
        self.open(number)
        self.enter(number, code_of)

    def standings(self):
        table = self.page("team_standings").context["table"]
        return table, [(row.rank, row.entry.name, row.score) for row in table.rows]


@pytest.fixture
def desk_of(client):
    return lambda tournament: Desk(client, tournament)


def earlier(row):
    """The team earlier in the alphabet wins."""
    return "10" if row.white.name[0] < row.black.name[0] else "01"


def test_2_a_double_round_robin_of_three_teams_with_a_free_round_each(desk_of):
    desk = desk_of(team_event(3, 2, options={"cycles": 2}))
    for number in range(1, 7):
        desk.play(number, earlier)
        assert len(desk.page("team_round", number).context["resting"]) == 1
    table, rows = desk.standings()
    assert rows == [(1, "A", 80), (2, "B", 40), (3, "C", 0)]
    assert table.final
    first, again = match(desk.tournament, "B", "C"), match(desk.tournament, "C", "B")
    assert (first.round.number, again.round.number) == (1, 4)  # colours reversed
    cross = desk.page("team_crosstable").context["cross"]
    assert [cell.points for cell in cross.rows[0].cells[1]] == [20, 20]


def test_3_a_league_with_everything_that_goes_wrong(desk_of, client):
    """Too few players, a late line-up, a stranger in it, an absent team, a forfeited board, a
    correction two rounds later, a team that leaves before half of its matches."""
    tournament = team_event(4, 3, drawn=False, rules={"boards": 3})
    desk = desk_of(tournament)
    b, d = team(tournament, "B"), team(tournament, "D")
    desk.send("team_players", b.pk, entry=player_ids(tournament, "B1", "B2"))
    desk.send("draw_teams")
    assert "fewer than 3 players: B" in desk.page("teams").content.decode()
    desk.send("team_players", b.pk, entry=player_ids(tournament, "B1", "B2", "B3", "B4"))
    numbers = {f"number-{team(tournament, name).pk}": i for i, name in enumerate("ABCD", start=1)}
    assert desk.send("draw_teams", **numbers).status_code == 302
    a = team(tournament, "A")

    # A stranger is refused, the line-up with the reserve is taken, and after the round is out
    # it stays.
    a1, a2, a4, b1 = player_ids(tournament, "A1", "A2", "A4", "B1")
    captain = "/" + captain_link(a).split("/", 3)[3]
    wrong = client.post(captain, {"round": 1, "board-1": a1, "board-2": a2, "board-3": b1})
    assert "Board 3: this player is not in the list of the team." in wrong.content.decode()
    sent = client.post(captain, {"round": 1, "board-1": a1, "board-2": a2, "board-3": a4})
    assert sent.status_code == 302
    desk.open(1)
    late = client.post(captain, {"round": 1, "board-1": a1, "board-2": a2, "board-3": a4})
    assert "its line-ups stay" in late.content.decode()

    # D does not come: every board is forfeited, taken back as D is seen, and forfeited again.
    found = match(tournament, "A", "D")
    assert desk.send("match", found.pk, forfeit="+-").status_code == 302
    assert desk.send("match", found.pk, forfeit="").status_code == 302
    assert desk.send("match", found.pk, forfeit="+-").status_code == 302
    desk.enter(1, lambda row: "+-" if row.white.name == "B1" else earlier(row))
    _table, rows = desk.standings()
    assert rows == [(1, "A", 30), (1, "B", 30), (3, "C", 0), (3, "D", 0)]

    # Round 2 and 3; then it is found that C2 had won against B2 of round 1.
    desk.play(2, earlier)
    desk.send("withdraw_team", d.pk)
    desk.play(3, earlier)
    lost = [row for row in desk.rows(1) if {row.white.name, row.black.name} == {"B2", "C2"}]
    (board,) = lost
    right = "10" if board.white.name == "C2" else "01"
    page = desk.page("correct", 1, board.board, result=right).content.decode()
    assert "counts for the match and for the standings" in page
    done = desk.send(
        "correct", 1, board.board, result=right, version=board.version, reason="The slip says so"
    )
    assert done.status_code == 302, done.content
    table, rows = desk.standings()
    assert table.final
    # D played one of three matches (one forfeited, one after it left): not ranked, and the rest
    # is as if it had not been there. B has lost a point to C.
    assert rows == [(1, "A", 60), (2, "B", 20), (3, "C", 10)]
    assert [(one.name, why.completed, why.matches) for one, why in table.unranked] == [("D", 1, 3)]
    lost = Match.objects.get(round__tournament=tournament, round__number=3, first=b)
    assert lost.forfeit == "+-"


def test_3_who_leaves_before_half_is_not_ranked_and_counts_for_nobody(desk_of):
    desk = desk_of(team_event(4, 2))
    desk.play(1, earlier)
    desk.send("withdraw_team", team(desk.tournament, "A").pk)
    desk.play(2, earlier)
    desk.play(3, earlier)
    table, rows = desk.standings()
    assert [(one.name, why.completed, why.matches) for one, why in table.unranked] == [("A", 1, 3)]
    assert rows == [(1, "B", 40), (2, "C", 20), (3, "D", 0)]


@pytest.mark.parametrize("colours", ["alternate", "balanced"])
@pytest.mark.parametrize("double", [False, True])
def test_scheveningen_is_played_to_the_end(desk_of, colours, double):
    options = {"double": double, "colours": colours}
    desk = desk_of(team_event(2, 2, system="handbook.scheveningen", reserves=0, options=options))
    rounds = 4 if double else 2
    assert desk.tournament.total_rounds == rounds
    for number in range(1, rounds + 1):
        desk.play(number, earlier)
    table, rows = desk.standings()
    assert rows == [(1, "A", 20 * rounds), (2, "B", 0)]
    assert table.final
    met = [frozenset((row.white.name, row.black.name)) for n in range(1, rounds + 1)
           for row in desk.rows(n)]  # fmt: skip
    assert len(set(met)) == 4 and len(met) == 2 * rounds
    whites = [sum(row.white.name[0] == "A" for row in desk.rows(n)) for n in range(1, rounds + 1)]
    assert set(whites) <= ({1} if colours == "balanced" else {0, 2})


def test_scheveningen_of_three_teams_and_a_player_who_falls_ill(desk_of):
    desk = desk_of(team_event(3, 2, system="handbook.scheveningen", reserves=1))
    for number in range(1, 7):
        if number == 3:
            desk.tournament.entries.filter(name="A1").update(status="absent")
        desk.play(number, earlier)
    table, rows = desk.standings()
    assert [name for _rank, name, _score in rows] == ["A", "B", "C"]
    assert sum(score for _rank, _name, score in rows) == 10 * 2 * 6
    assert table.final
    assert any("A3" in (row.white.name, row.black.name) for row in desk.rows(3) + desk.rows(5))


def test_skalitzka_with_odd_boards_and_a_team_that_does_not_come(desk_of):
    desk = desk_of(team_event(3, 3, system="handbook.skalitzka", reserves=0))
    assert desk.tournament.total_rounds == 3
    desk.play(1, earlier)
    desk.open(2)
    for one in Match.objects.filter(round__tournament=desk.tournament, round__number=2):
        if "C" in (one.first.name, one.second.name):
            code = "+-" if one.second.name == "C" else "-+"
            desk.send("match", one.pk, forfeit=code)
    desk.enter(2, earlier)
    desk.play(3, earlier)
    table, rows = desk.standings()
    assert [name for _rank, name, _score in rows] == ["A", "B", "C"]
    assert rows[2][2] == 0 and sum(score for _rank, _name, score in rows) == 90
    assert table.final
