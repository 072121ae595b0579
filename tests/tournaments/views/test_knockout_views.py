"""The pages of knock-outs and play-offs, and every other page of a tournament without rounds."""

import re

import pytest
from django.urls import get_resolver

from tests import factories
from tests.tournaments.knockout_events import announced, knockout, level_three, play_out
from tests.tournaments.views.test_doors import routes
from tournaments.models import Role
from tournaments.services.knockout.drawing import enter_lot
from tournaments.services.knockout.playoff import prepare_playoff
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db

#: what the pages of a tournament answer where it is a knock-out: they open, they lead to one that
#: opens, they are not there (no rounds, no teams, nothing with this number), they are for buttons
EXPECTED = {
    ("desk", 200): """
        inbox inbox_count phones
        fallback payouts
        add_player add_team decisions documents edit_player files forbidden_players history
        import_players import_teams incidents knockout knockout_game knockout_plan
        knockout_qualifiers new_document player_numbers player_ratings players
        players_checkin preflight preview_document ready report search_players settings
        team_rules team_standings teams timetable working
    """,
    ("public", 200): """
        me my_page
        player_calendar
        about calendar crosstable crosstable_after documents embed_round knockout
        knockout_preview news player player_preview players players_csv preview prizes
        report standings_csv teams working
    """,
    ("desk", 302): """
        close_players_checkin standings tournament
    """,
    ("public", 302): """
        appeal ask call claim prove prove_by_mail say_result send_slip silence take_back_ask
        embed_standings standings standings_after standings_category team_standings
        team_standings_after tournament
    """,
    ("desk", 404): """
        case case_evidence
        averages board_incident branch correct document document_state
        fallback_file file import_round
        job late line_up live manual_pairing match
        norms outcomes pictures player_groups player_qualifiers print_document playoffs prizes
        rating_changes reasons round schedule seal slip_picture slips
        team team_boards team_crosstable team_links team_links_sheet team_round team_working
    """,
    ("public", 404): """
        averages board board_preview document hall hall_picture match names pictures prizes_csv
        rating_changes rating_changes_csv
        round round_csv round_pgn round_preview schedule standings_preview team
        team_boards team_crosstable team_round team_working
    """,
    ("public", 405): """
        follow follow_by_mail
    """,
    ("desk", 405): """
        end_call grant_request grant_requests refuse_request renew_voice_code sector
        silence_phone take_call
        announce_matches discard_matches exchange_teams pair_matches team_bye turn_match
        bank_list consent forget_accounts make_package player_data send_package
        adjourn arbiters_report ask_seal bye cancel_job chairs close_team_link discard
        draw_player_numbers draw_teams enter_line enter_result exchange_player_numbers
        expel_player finish finish_tournament here incident manual_edit manual_end restore_player
        knockout_announce knockout_cancel knockout_enter knockout_lot knockout_moves
        knockout_restore knockout_round knockout_undo later_ratings leave_fide_mode
        mark_player mark_player_by_number order_boards pair papers_at_publication post_document
        prepare_playoff publish
        remove_player remove_slip remove_team remove_tournament renew_team_link
        reopen_players_checkin return_player return_team send_team_links several_players
        take_back_qualifiers take_down_document team_players undo_act undo_draw undo_import_players
        undo_import_teams undo_player_numbers undo_result undo_several_players unpublish
        withdraw_player withdraw_team
    """,
}


def address(found, *rest, public=False):
    tournament = found.tournament
    start = "/en/e" if public else "/en/desk"
    path = "".join(f"{part}/" for part in rest)
    return f"{start}/{tournament.event.slug}/{tournament.slug}/knockout/{found.pk}/{path}"


@pytest.fixture
def chief(client):
    def sign_in(found):
        client.force_login(factories.chief_of(found.tournament))
        return client

    return sign_in


def test_every_page_of_a_knock_out_tournament_opens(client):
    """It has no rounds: pages of rounds are not there, all others work."""
    found = announced(knockout(5))
    play_out(found, games=3)
    tournament = found.tournament
    values = {
        "<slug:event>": tournament.event.slug,
        "<slug:slug>": tournament.slug,
        "<int:knockout>": str(found.pk),
        "<int:entry>": str(tournament.entries.get(tpn=1).pk),
        "<int:game>": str(found.games.first().pk),
        "<int:after>": "0",
        "<int:number>": "1",
        "<int:board>": "1",
        "<slug:profile>": "trf26",
        "<slug:kind>": "knockout",
    }
    client.force_login(factories.chief_of(tournament))
    seen = {}
    for name, route in routes(get_resolver().url_patterns):
        if name.startswith(("desk:", "public:")) and "<slug:slug>" in route:
            for part, value in values.items():
                route = route.replace(part, value)
            answer = client.get("/" + re.sub("<.*?>", "0", route))
            seen[name] = answer.status_code
            if answer.status_code == 302:
                assert client.get(answer["Location"], follow=True).status_code == 200, name
    assert seen == {
        f"{part}:{name}": status
        for (part, status), names in EXPECTED.items()
        for name in names.split()
    }


def test_the_plan_is_shown_before_it_starts_and_to_the_staff_only(client, chief):
    found = knockout(14, 3)
    assert client.get(address(found, public=True)).status_code == 404
    page = chief(found).get(address(found)).content.decode()
    assert "the lowest 4 play a preliminary round" in page
    assert "Announce the plan" in page
    assert "To be played now" not in page


def test_without_enough_players_the_page_says_what_to_do(chief):
    found = knockout(0)
    page = chief(found).get(address(found)).content.decode()
    assert "A plan needs more players than 1" in page


def test_results_are_sent_by_plain_buttons(chief):
    found = announced(knockout(2))
    client = chief(found)
    sent = {"set": "1.1|0|1|1|0|10"}
    assert client.post(address(found, "games"), sent)["Location"].endswith("#due")
    assert found.games.get().result == "10"
    for wrong in ("", "1.1|0|1", "1.1|x|1|1|0|10", "1.1|0|2|1|0|??", "1.1|0|1|1|0|10|9"):
        client.post(address(found, "games"), {"set": wrong})
    assert found.games.get().version == 1


def test_a_clerk_enters_games_but_does_not_plan(client):
    found = announced(knockout(2))
    client.force_login(factories.user(role=Role.CLERK, event=found.tournament.event))
    client.post(address(found, "games"), {"set": "1.1|0|1|1|0|10"})
    assert found.games.get().result == "10"
    for place in ("plan", "announce", "lots", "qualifiers", "cancel"):
        assert client.post(address(found, place)).status_code == 403, place


def test_the_same_queries_for_few_and_for_many_games(chief, django_assert_max_num_queries):
    found = announced(knockout(16))
    play_out(found)
    client = chief(found)
    with django_assert_max_num_queries(24):
        client.get(address(found))
    with django_assert_max_num_queries(14):
        client.get(address(found, public=True))


def test_the_form_refuses_amounts_that_are_none_and_odd_games(chief):
    found = knockout(4)
    client = chief(found)
    known = dict.fromkeys(("starts_at", "last_games", "last_minutes", "last_increment"), "")
    sent = known | {
        "winners": 1, "games": 2, "minutes": 20, "increment": 0, "extensions": 1,
        "extension_games": 2, "extension_minutes": 10, "extension_increment": 0,
        "golden_white": 5, "golden_black": 4, "bracket": "fixed", "break_between_games": 5,
        "break_between_stages": 10, "break_before_start": 30, "prizes": "1.500,00\n1,5",
        "currency": "€",
    }  # fmt: skip
    for wrong in ({"prizes": "10\nx"}, {"prizes": "1.0055"}, {"prizes": "inf"}, {"games": 3}):
        assert client.post(address(found, "plan"), sent | wrong).status_code == 200
        found.refresh_from_db()
        assert found.prizes == []
    assert client.post(address(found, "plan"), sent).status_code == 302
    found.refresh_from_db()
    assert (found.prizes, found.currency) == ([150000, 150], "€")
    assert found.settings["phases"] == [[2, 1200, 1200, 0], [2, 600, 600, 0]]


def test_a_play_off_is_offered_prepared_and_cancelled_from_the_standings(client):
    tournament = level_three()
    client.force_login(factories.chief_of(tournament))
    place = f"/en/desk/{tournament.event.slug}/{tournament.slug}"
    assert "prepare a play-off" in client.get(f"{place}/standings/").content.decode()
    made = client.post(f"{place}/knockout/play-off/", {"place": "1", "level": ""})
    page = client.get(made["Location"]).content.decode()
    assert "recipe C.2" in page
    found = tournament.knockouts.get()
    client.post(address(found, "cancel"))
    found.refresh_from_db()
    assert found.cancelled_at is not None


def test_a_result_corrected_after_the_announcement_is_pointed_out(client):
    tournament = level_three()
    found = announced(prepare_playoff(tournament=tournament, place=1, level=[], by=None))
    client.force_login(factories.chief_of(tournament))
    warning = "other players are tied for this place now"
    assert warning not in client.get(address(found)).content.decode()
    board = tournament.rounds.get(number=3).pairings.exclude(white__tpn=4).exclude(black__tpn=4)
    row = board.get()
    enter_result(tournament=tournament, pairing_id=row.pk, code="==", version=row.version, by=None)
    assert warning in client.get(address(found)).content.decode()


def test_the_public_report_has_the_games_of_a_knock_out(client):
    found = announced(knockout(4))
    play_out(found)
    place = f"/en/e/{found.tournament.event.slug}/{found.tournament.slug}/report.trf"
    lines = client.get(place).content.decode().splitlines()
    ranks = [line[85:89].strip() for line in lines if line.startswith("001")]
    assert ranks == ["1", "2", "3", "3"]


def test_minors_are_shortened_on_the_public_page(client):
    tournament = level_three()
    child = tournament.entries.get(tpn=1)
    child.name, child.birth_date = "Kaya, Deniz", "2012-05-31"
    child.save()
    tournament.event.shorten_minors = True
    tournament.event.save()
    found = announced(prepare_playoff(tournament=tournament, place=1, level=[], by=None))
    play_out(found)
    page = client.get(address(found, public=True)).content.decode()
    assert "Kaya, D." in page
    assert "Deniz" not in page


def test_the_page_of_the_event_leads_to_the_bracket(client):
    found = knockout(4)
    event = found.tournament.event
    assert "not begun" in client.get(f"/en/e/{event.slug}/").content.decode()
    announced(found)
    page = client.get(f"/en/e/{event.slug}/").content.decode()
    assert address(found, public=True) in page
    assert "under way" in page


def test_a_29_the_hall_hears_of_the_colour_chosen_which_brings_the_golden_point_out(client):
    found = announced(knockout(2, settings={"phases": [[2, 1200, 1200, 0]]}))
    play_out(found, lambda due: "==", games=2)
    news = address(found, public=True).partition("knockout/")[0] + "news/"

    def heard() -> str:
        return client.get(news).json()["news"]

    before = heard()
    assert heard() == before
    enter_lot(knockout=found, draw="1.1 golden", order=[2, 1], by=None)
    chosen = heard()
    assert chosen != before
    enter_lot(knockout=found, draw="1.1 golden", order=[1, 2], by=None)
    assert heard() not in (before, chosen)
    enter_lot(knockout=found, draw="1.1 golden", order=None, by=None)
    assert heard() == before
