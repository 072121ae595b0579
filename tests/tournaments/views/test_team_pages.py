"""Pages of teams: what the desk can do, what the public sees, and the captain's own page."""

from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from pairing.formats import keys
from tests import factories
from tests.pages import Page
from tests.tournaments.team_events import (
    by_name,
    match,
    open_round,
    play_round,
    player_ids,
    stronger,
    team,
    team_event,
)
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import HallScreen, LineUp, Role
from tournaments.queries.entries.listed import last_import_of_teams
from tournaments.queries.teams.captains import captain_link
from tournaments.queries.teams.listing import in_no_team
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.tie_break_codes import Choice
from tournaments.services.entries.listing import enter_players
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.schedule import show_schedule
from tournaments.services.teams import captains, listing
from tournaments.services.teams.importing import undo_import

pytestmark = pytest.mark.django_db


def desk(tournament, name, *arguments):
    return reverse(f"desk:{name}", args=[tournament.event.slug, tournament.slug, *arguments])


def public(tournament, name, *arguments):
    return reverse(f"public:{name}", args=[tournament.event.slug, tournament.slug, *arguments])


def link(found) -> str:
    found.refresh_from_db()
    return "/" + captain_link(found).split("/", 3)[3]


@pytest.fixture
def chief(client):
    def of(tournament):
        client.force_login(factories.chief_of(tournament))
        return client

    return of


# --- The desk -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tournament_once(standing):
    return team_event(4, 2)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_a_list_of_teams_is_read_shown_and_entered(chief):
    tournament = factories.tournament(system="handbook.team_round_robin")
    client = chief(tournament)
    text = "Team;Board;Name;Rating\nEge SK;1;Yıldız, Ege;2500\nÇankaya;1;Işık, İnci;2300\n"
    page = client.post(desk(tournament, "import_teams"), {"text": text})
    assert "2 teams were read" in page.content.decode()
    assert not tournament.teams.exists()
    client.post(desk(tournament, "import_teams"), {"sealed": page.context["sealed"]})
    assert [one.name for one in by_name(tournament)] == ["Ege SK", "Çankaya"]
    refused = client.post(desk(tournament, "import_teams"), {"sealed": "forged"}, follow=True)
    assert "Read the list again" in refused.content.decode()


def test_nobody_is_entered_twice_by_a_list_of_teams(chief):
    """Players entered first are the players of the teams, by FIDE ID, by name and birth date, or
    by the name alone as the arbiter says."""
    people = [
        {"name": "Yıldız, Ege", "fide_id": "6300001", "fide_rating": 2500},
        {"name": "Kaya, Deniz", "birth_date": "2001-02-03", "fide_rating": 2100},
        {"name": "Işık, İnci", "fide_rating": 2300},
    ]
    text = (
        "Team;Board;Name;Rating;FIDE ID;Birth date\n"
        "Ege SK;1;Ege Yildiz;2500;6300001;\nEge SK;2;Kaya Deniz;2100;;2001-02-03\n"
        "Çankaya;1;Isik, Inci;2300;;\nÇankaya;2;Kaya, Deniz;1900;;1980-05-05\n"
    )

    def import_again(**said):
        tournament = factories.tournament(system="fide2026.team")
        enter_players(tournament=tournament, by=None, rows=people)
        client = chief(tournament)
        page = client.post(desk(tournament, "import_teams"), {"text": text})
        words = Page(page).text
        assert words.count("Is in the tournament already, and is not entered again.") == 2
        assert "1 player of the list has the name of somebody" in words
        sealed = {"sealed": page.context["sealed"], **said}
        assert client.post(desk(tournament, "import_teams"), sealed).status_code == 302
        return tournament

    tournament = import_again(namesakes="same")
    assert tournament.entries.count() == 4  # one Deniz Kaya more, born in another year
    assert not in_no_team(tournament)
    line = last_import_of_teams(tournament)
    confirmed(undo_import, tournament=tournament, line=line, by=None)
    assert tournament.entries.count() == len(in_no_team(tournament)) == 3
    other = import_again(namesakes="new")
    assert other.entries.count() == 5
    assert [entry.name for entry in in_no_team(other)] == ["Işık, İnci"]


def test_a_player_of_another_team_is_not_taken_into_a_second_one(chief):
    tournament = team_event(2, 1, drawn=False)
    tournament.entries.filter(name="A1").update(fide_id="6300001")
    text = "Team;Board;Name;FIDE ID\nC;1;A1;6300001\nC;2;New, One;\n"
    page = Page(chief(tournament).post(desk(tournament, "import_teams"), {"text": text}))
    assert "A1 is in the list of A." in page.text
    assert "1 line has a mistake" in page.text


def test_the_same_name_and_birth_date_twice_in_a_list_is_a_mistake(chief):
    tournament = factories.tournament(system="fide2026.team")
    text = "Team;Name;Born\nA;Kaya, Deniz;2001-02-03\nB;Deniz Kaya;2001-02-03\n"
    page = Page(chief(tournament).post(desk(tournament, "import_teams"), {"text": text}))
    assert "The same name and birth date are on line 2." in page.text


def test_players_in_no_team_are_named_before_the_first_round(chief):
    tournament = team_event(2, 1, system="fide2026.team", reserves=0)
    enter_players(tournament=tournament, by=None, rows=[{"name": "Left, Out"}])
    client = chief(tournament)
    for route in ("teams", "team_round"):
        more = [1] if route == "team_round" else []
        words = Page(client.get(desk(tournament, route, *more))).text
        assert "1 player of the tournament is in no team and will not play: Left, Out" in words
    client.post(desk(tournament, "pair_matches", 1))
    asked = Page(client.post(desk(tournament, "announce_matches", 1)))
    assert "who will not play (1): Left, Out" in asked.text
    asked = Page(client.post(desk(tournament, "pair", 1)))
    assert "who will not play (1): Left, Out" in asked.text


@pytest.mark.parametrize("system", keys(pairs_teams=True))
def test_the_tab_of_the_matches_says_what_they_wait_for(chief, system):
    tournament = factories.tournament(system=system)
    client = chief(tournament)
    answer = client.get(desk(tournament, "tournament") + "?rounds", follow=True)
    page = Page(answer)
    assert answer.redirect_chain[-1][0] == desk(tournament, "team_round", 1)
    assert "Matches of round 1" in page.one("h1")
    assert "There are no teams yet." in page.text or "follow from the plan" in page.text
    assert page.count("main .empty a.button") == 1
    plain = client.get(desk(tournament, "tournament"), follow=True)
    assert plain.redirect_chain[-1][0] == desk(tournament, "teams")
    ready = Page(client.get(desk(tournament, "ready")))
    assert [one.address for one in ready.links("main p a.button")] == [desk(tournament, "teams")]


def test_the_list_of_a_team_is_saved_place_by_place(chief):
    tournament = team_event(2, 2, drawn=False)
    a = team(tournament, "A")
    wanted = player_ids(tournament, "A2", "A1")
    chief(tournament).post(desk(tournament, "team_players", a.pk), {"entry": ["", *wanted]})
    assert list(a.members.values_list("entry_id", flat=True)) == wanted


def test_numbers_are_drawn_typed_in_and_undone(chief):
    tournament = team_event(2, 2, drawn=False)
    client = chief(tournament)
    b = team(tournament, "B")
    client.post(desk(tournament, "draw_teams"), {f"number-{b.pk}": "1"})
    assert [one.number for one in by_name(tournament)] == [2, 1]
    question = client.post(desk(tournament, "undo_draw"))
    assert question.status_code == 409
    token = question.context["question"].token
    client.post(desk(tournament, "undo_draw"), {"confirmed": token})
    assert [one.number for one in by_name(tournament)] == [None, None]


def test_the_rules_of_a_system_are_offered_where_it_has_them(chief):
    tournament = team_event(2, 2, system="handbook.scheveningen", drawn=False)
    client = chief(tournament)
    form = client.get(desk(tournament, "team_rules")).context["form"]
    assert {"double", "colours"} <= set(form.fields)
    assert not {"cycles", "third_game", "ranks_by"} & set(form.fields)
    values = {
        "boards": "2", "reserves": "1", "primary": "MP", "match_win": "3", "match_draw": "1",
        "match_loss": "0", "match_bye": "0", "bye_board_points": "0", "edition": "handbook",
        "tie_breaks": "PTS:GP DE", "order": "free", "gaps": "forfeit", "deadline_minutes": "15",
        "double": "on", "colours": "balanced",
    }  # fmt: skip
    assert client.post(desk(tournament, "team_rules"), values).status_code == 302
    tournament.refresh_from_db()
    rules = rules_of(tournament)
    assert (rules.primary, rules.match_win, rules.tie_breaks) == ("MP", 30, ["PTS:GP", "DE"])
    assert tournament.options == {"double": True, "colours": "balanced"}
    wrong = client.post(desk(tournament, "team_rules"), {**values, "tie_breaks": "XYZ"})
    assert "“XYZ” is not a tie-break code." in wrong.content.decode()


def test_a_recommended_list_of_tie_breaks_is_taken_and_all_codes_are_named(chief):
    tournament = team_event(2, 2)
    client = chief(tournament)
    page = client.get(desk(tournament, "team_rules"))
    (_book, by_handbook), (_fide, by_fide) = page.context["form"].codes
    assert Choice("TOPW", (), "Win on the top board", "") in by_handbook
    assert {"DE", "EDE", "EMMSB", "MPvGP"} <= {choice.code for choice in by_fide}
    assert "BH" not in [choice.code for choice in by_fide]  # not in a round robin
    assert "SB:MP · SB:GP" in page.content.decode()
    values = {name: field.value() for name, field in _bound(page) if field.value() is not None}
    chosen = {**values, "tie_breaks": "XYZ", "recommended": "fide.team_round_robin"}
    assert client.post(desk(tournament, "team_rules"), chosen).status_code == 302
    rules = rules_of(tournament)
    assert (rules.edition, rules.primary) == ("fide2026", "MP")
    assert rules.tie_breaks == ["MPvGP", "EDE", "EMMSB"]


def _bound(page):
    form = page.context["form"]
    return [(name, form[name]) for name in form.fields]


def test_a_wrong_line_up_is_said_and_what_was_chosen_stays(chief, tournament):
    a = team(tournament, "A")
    one, two = player_ids(tournament, "A1", "A2")
    page = chief(tournament).post(
        desk(tournament, "line_up", 1, a.pk), {"board-1": two, "board-2": one}
    )
    assert "Keep the order of the list" in page.content.decode()
    assert [choice.chosen for choice in page.context["sheet"].choices] == [two, one]
    assert not LineUp.objects.exists()


def test_a_clerk_enters_results_but_forfeits_no_match(client, tournament):
    open_round(tournament, 1)
    client.force_login(factories.user(role=Role.CLERK, event=tournament.event))
    found = match(tournament, "A", "D")
    assert client.get(desk(tournament, "match", found.pk)).status_code == 200
    refused = client.post(desk(tournament, "match", found.pk), {"forfeit": "+-"})
    assert refused.status_code == 403
    found.refresh_from_db()
    assert found.forfeit == ""


def test_every_page_of_the_desk_opens(chief, tournament):
    play_round(tournament, 1, stronger)
    client = chief(tournament)
    a, found = team(tournament, "A"), match(tournament, "A", "D")
    for name, arguments in {
        "teams": (), "team_rules": (), "import_teams": (), "team": (a.pk,), "team_round": (2,),
        "line_up": (2, a.pk), "match": (found.pk,), "team_standings": (),
        "team_working": (1, a.pk), "team_crosstable": (), "team_boards": (), "round": (1,),
    }.items():  # fmt: skip
        assert client.get(desk(tournament, name, *arguments)).status_code == 200, name
    start = client.get(desk(tournament, "tournament"))
    assert start["Location"] == desk(tournament, "team_round", 1)


def test_pages_of_matches_are_404_where_players_are_paired(chief):
    tournament = factories.tournament(4)
    client = chief(tournament)
    for name in ("team_crosstable", "team_boards"):
        assert client.get(desk(tournament, name)).status_code == 404
        assert client.get(public(tournament, name)).status_code == 404
    assert client.get(desk(tournament, "teams")).status_code == 200


# --- The public -----------------------------------------------------------------------------------


def test_every_public_page_of_teams_opens(client, tournament):
    play_round(tournament, 1, stronger)
    a, found = team(tournament, "A"), match(tournament, "A", "D")
    for name, arguments in {
        "teams": (), "team": (a.pk,), "team_round": (1,), "match": (found.pk,),
        "team_standings": (), "team_standings_after": (1,), "team_working": (1, a.pk),
        "team_crosstable": (), "team_boards": (), "round": (1,),
    }.items():  # fmt: skip
        assert client.get(public(tournament, name, *arguments)).status_code == 200, name
    assert client.get(public(tournament, "tournament"))["Location"] == public(
        tournament, "team_round", 1
    )


def test_the_working_of_a_team_speaks_of_teams(client):
    tournament = team_event(4, 2, rules={"tie_breaks": ["DE"]})
    play_round(tournament, 1, stronger)
    a = team(tournament, "A")
    page = client.get(public(tournament, "team_working", 1, a.pk)).content.decode()
    assert "Level with the team B in every value: they share the place." in page
    assert "The points from the matches of those who are level here, if all" in page
    assert "The matches among the teams that are level. Not all have met." in page


def test_neither_drafts_nor_line_ups_are_on_any_public_page(client, chief, tournament):
    play_round(tournament, 1, stronger)
    a = team(tournament, "A")
    addresses = [
        public(tournament, name, *arguments)
        for name, arguments in (
            ("teams", ()), ("team", (a.pk,)), ("team_round", (1,)), ("team_round", (2,)),
            ("match", (match(tournament, "A", "B").pk,)), ("team_standings", ()),
            ("team_crosstable", ()), ("team_boards", ()), ("round", (2,)),
        )
    ]  # fmt: skip
    before = [_answer(client, address) for address in addresses]
    seats = dict(zip(("board-1", "board-2"), player_ids(tournament, "A2", "A3"), strict=True))
    client.post(link(a), {"round": "2", **seats})
    assert LineUp.objects.filter(team=a, round__number=2, by_rule=False).count() == 1
    assert [_answer(client, address) for address in addresses] == before
    confirmed(request_pairing, tournament=tournament, number=2, by=factories.chief_of(tournament))
    assert [_answer(client, address) for address in addresses] == before


def _answer(client, address):
    client.cookies.clear()
    response = client.get(address)
    return response.status_code, response.content


def test_names_of_minors_are_shortened_in_matches_and_lists(client, tournament):
    tournament.event.shorten_minors = True
    tournament.event.save()
    tournament.entries.filter(name="A1").update(name="Kaya, Deniz", birth_date="2012")
    play_round(tournament, 1)
    a, found = team(tournament, "A"), match(tournament, "A", "D")
    for name, arguments in {
        "team": (a.pk,), "team_round": (1,), "match": (found.pk,), "team_boards": (),
    }.items():  # fmt: skip
        text = client.get(public(tournament, name, *arguments)).content.decode()
        assert "Kaya, D." in text
        assert "Deniz" not in text
    d = client.get(link(team(tournament, "D"))).content.decode()
    assert "Deniz" not in d


def test_clubs_ranked_by_their_best_players_have_a_public_page(client):
    tournament = factories.tournament(4)
    assert client.get(public(tournament, "team_standings")).status_code == 404
    tournament.entries.update(club="Ege SK")
    listing.change_rules(tournament=tournament, by=None, values={"ranks_by": "club", "best_of": 2})
    factories.play(tournament, 1)
    page = client.get(public(tournament, "team_standings"))
    assert [row.name for row in page.context["best"]] == ["Ege SK"]
    players = client.get(public(tournament, "standings")).content.decode()
    assert public(tournament, "team_standings") in players


# --- The captain ----------------------------------------------------------------------------------


def test_the_captain_hands_in_without_an_account(client, tournament):
    a = team(tournament, "A")
    page = client.get(link(a))
    assert page.status_code == 200
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in page["Cache-Control"]
    assert page.context["sheet"].round.number == 1
    two, three = player_ids(tournament, "A2", "A3")
    answer = client.post(link(a), {"round": "1", "board-1": two, "board-2": three}, follow=True)
    assert "Your line-up is in" in answer.content.decode()
    handed = LineUp.objects.get(team=a)
    assert (handed.handed_in_by, handed.by_rule) == (None, False)


def test_a_link_cannot_be_guessed_and_a_renewed_one_ends_the_old(client, tournament):
    a = team(tournament, "A")
    old = link(a)
    assert client.get(old.replace(f"/{a.pk}.", "/999.")).status_code == 404
    assert client.get(reverse("public:captain", args=[f"{a.pk}.{a.link_key}"])).status_code == 404
    captains.new_link(tournament=tournament, team=a, by=None)
    assert client.get(old).status_code == 404
    assert client.get(link(a)).status_code == 200


def seen(client, team):
    """The words of the captain's page: random tokens in its tags may hold any two letters."""
    return strip_tags(client.get(link(team)).content.decode())


def test_a_captain_sees_the_others_line_up_only_when_both_are_in(client, tournament):
    a, d = team(tournament, "A"), team(tournament, "D")
    one, two = player_ids(tournament, "A1", "A3")
    client.post(link(a), {"round": "1", "board-1": one, "board-2": two})
    assert "A3" not in seen(client, d)
    one, two = player_ids(tournament, "D1", "D2")
    client.post(link(d), {"round": "1", "board-1": one, "board-2": two})
    assert "A3" in seen(client, d)
    late = client.post(link(d), {"round": "1", "board-1": two, "board-2": one})
    assert "Ask the arbiter for any change" in late.content.decode()


def test_the_desk_sees_that_a_line_up_is_in_and_not_what_it_is(client, chief, tournament):
    a = team(tournament, "A")
    one, two = player_ids(tournament, "A1", "A3")
    client.post(link(a), {"round": "1", "board-1": one, "board-2": two})
    arbiter = chief(tournament)
    page = strip_tags(arbiter.get(desk(tournament, "team_round", 1)).content.decode())
    assert "in, sealed" in page
    assert "A3" not in page
    form = arbiter.get(desk(tournament, "line_up", 1, a.pk)).context["sheet"]
    assert [choice.chosen for choice in form.choices] == player_ids(tournament, "A1", "A2")


def test_a_captain_leaves_boards_empty_only_after_a_question(client):
    tournament = team_event(4, 2, rules={"gaps": "forfeit"})
    a = team(tournament, "A")
    values = {"round": "1", "board-1": player_ids(tournament, "A1")[0], "board-2": ""}
    question = client.post(link(a), values)
    assert question.status_code == 409
    assert "lost by forfeit" in question.content.decode()
    token = question.context["question"].token
    client.post(link(a), {**values, "confirmed": token})
    assert LineUp.objects.get(team=a).seats.count() == 1


def test_the_screen_in_the_hall_shows_matches_and_standings_of_teams(client, tournament):
    play_round(tournament, 1, stronger)
    screen = HallScreen.objects.create(
        event=tournament.event, name="S", key="hall", shows=["boards", "standings"]
    )
    page = client.get(reverse("public:screen", args=[screen.key]))
    slides = {slide.show: slide for slide in page.context["slides"]}
    assert set(slides) == {"matches", "standings"}
    assert [str(view.match) for view in slides["matches"].columns[0]] == ["A – D", "B – C"]
    assert [row.entry.name for row in slides["standings"].columns[0]][:2] == ["A", "B"]
    assert "2 – 0" in page.content.decode()


def test_no_page_of_teams_needs_more_queries_for_more_teams(client):
    """Every page of the desk, of the public and of the captain, with four teams and with eight."""

    def counts(number):
        tournament = team_event(number, 2)
        play_round(tournament, 1, stronger)
        tournament.refresh_from_db()
        a = team(tournament, "A")
        found = tournament.rounds.get(number=1).matches.first()
        show_schedule(tournament=tournament, public=True, by=None)
        client.force_login(factories.chief_of(tournament))
        pages = {
            "teams": (), "team_links": (), "team_links_sheet": (), "team": (a.pk,),
            "team_round": (2,), "line_up": (2, a.pk), "match": (found.pk,), "schedule": (),
            "team_standings": (), "team_working": (1, a.pk), "team_crosstable": (),
            "team_boards": (),
        }  # fmt: skip
        wanted = {f"desk {name}": desk(tournament, name, *args) for name, args in pages.items()}
        for name in ("team_links", "team_links_sheet", "line_up"):
            pages.pop(name)
        wanted |= {name: public(tournament, name, *args) for name, args in pages.items()}
        wanted["captain"] = link(a)
        taken = {}
        for name, address in wanted.items():
            client.get(address)  # what is kept between requests is kept now
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200, name
            taken[name] = len(queries)
        return taken

    assert counts(4) == counts(8)


def test_a_player_on_a_phone_reads_their_team_and_their_match(client):
    tournament = team_event(4, 2, system="fide2026.team")
    tournament.event.public = True
    tournament.event.save()
    open_round(tournament, 1)
    (pk,) = player_ids(tournament, "A1")
    page = Page(client.get(public(tournament, "player", pk)))
    addresses = {one.words: one.address for one in page.links()}
    assert addresses["A"] == public(tournament, "team", team(tournament, "A").pk)
    (own,) = [one for one in tournament.rounds.get(number=1).matches.all() if "A" in str(one)]
    assert addresses[str(own)] == public(tournament, "match", own.pk)
    assert page.count("section.seat") == 1
