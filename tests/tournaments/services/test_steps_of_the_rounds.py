"""Steps of the arbiter's day: A07-A09, A12, A13, A15, A19, A22-A25, A51, A53, A56."""

import pytest
from django.core.cache import cache
from django.db.models import Q

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document
from tests.tournaments.knockout_events import announced, level_three, play_out
from tournaments.documents.validity import Validity, sheet_state
from tournaments.kernel import acts
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Document, Entry, LogEntry, Pairing, Role, Round
from tournaments.queries.knockout.course import course_of
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.rounds.checks import draft_checks
from tournaments.queries.rounds.drafts import branch_of
from tournaments.queries.rounds.handmade import open_session
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries import checkin
from tournaments.services.entries.byes import grant_bye
from tournaments.services.knockout import playoff
from tournaments.services.results.entering import enter_result, undo_last
from tournaments.services.rounds import drafts, manual_pairing, publication

pytestmark = pytest.mark.django_db


def made(players=11, **values):
    return factories.tournament(players, **({"total_rounds": 4, "initial_colour": "w"} | values))


def act(tournament, number=1):
    return {"tournament": tournament, "number": number, "by": factories.chief_of(tournament)}


def games(tournament, number=1):
    rows = tournament.rounds.get(number=number).pairings.filter(black__isnull=False)
    return [(row.board, row.white_id, row.black_id) for row in rows.order_by("board")]


def give(tournament, board, code, number=1):
    row = tournament.rounds.get(number=number).pairings.get(board=board)
    return enter_result(
        tournament=tournament,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        by=factories.chief_of(tournament),
    )


def test_a07_an_odd_field_has_one_bye_and_the_first_colour_is_drawn_and_kept():
    tournament = made(initial_colour="")
    factories.pair(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    assert round_.pairings.filter(bye="U").count() == 1
    assert len(games(tournament)) == 5
    tournament.refresh_from_db()
    drawn = tournament.initial_colour
    assert drawn == "wb"[tournament.seed % 2]
    factories.pair(tournament, 1)
    tournament.refresh_from_db()
    assert tournament.initial_colour == drawn


def test_a08_the_draft_says_who_may_see_it_and_what_was_checked(client):
    tournament = made()
    factories.pair(tournament, 1)
    checks = draft_checks(tournament.rounds.get(number=1))
    assert len(checks) > 4
    assert not any(check_.findings for check_ in checks)
    client.force_login(factories.chief_of(tournament))
    desk = f"/en/desk/{tournament.event.slug}/a/rounds/1/"
    assert "Draft, visible to staff only" in client.get(desk).content.decode()
    client.logout()
    public = client.get(f"/en/e/{tournament.event.slug}/a/rounds/1/").content.decode()
    assert "Player 001" not in public


def test_a09_with_two_more_the_draft_stays_until_the_other_is_taken():
    tournament = made(12)
    late = [factories.entry(tournament, tpn) for tpn in (5, 9)]
    for entry in late:
        checkin.mark_absent(tournament=tournament, entry=entry, by=None)
    factories.pair(tournament, 1)
    before = games(tournament)
    round_ = tournament.rounds.get(number=1)
    round_.tournament = tournament
    other = branch_of(round_, {entry.pk for entry in late})
    assert (len(before), other.boards) == (5, 6)
    assert games(tournament) == before  # looking changes nothing
    drafts.promote_branch(
        **act(tournament), include={e.pk for e in late}, fingerprint=other.fingerprint
    )
    assert len(games(tournament)) == 6
    assert factories.entry(tournament, 5).status == Entry.Status.PRESENT


def test_a12_who_comes_late_meets_the_player_with_the_bye_and_every_other_board_stays():
    tournament = made(12)
    late = factories.entry(tournament, 7)
    checkin.mark_absent(tournament=tournament, entry=late, by=None)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    before = games(tournament)
    waiting = tournament.rounds.get(number=1).pairings.get(bye="U").white
    row = confirmed(manual_pairing.late_arrival, **act(tournament), entry=late)
    assert {row.white_id, row.black_id} == {late.pk, waiting.pk}
    assert row.board == len(before) + 1
    assert open_session(tournament.rounds.get(number=1)) is None  # begun and ended with it
    factories.enter_all(tournament, 1)
    publication.finish_round(**act(tournament))
    assert games(tournament)[:-1] == before
    assert any(line.startswith("### MPA @ Round 1") for line in irregular_lines(tournament))


def test_a12_the_paper_made_before_says_that_a_board_was_added_and_no_other_line(client):
    tournament = made(12)
    late = factories.entry(tournament, 7)
    checkin.mark_absent(tournament=tournament, entry=late, by=None)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    first = document(tournament, "pairings", 1)
    waiting = tournament.rounds.get(number=1).pairings.get(bye="U").white
    address = f"/en/d/{first.code}/"
    assert "This sheet is current" in client.get(address).content.decode()
    row = confirmed(manual_pairing.late_arrival, **act(tournament), entry=late)
    state = sheet_state(Document.objects.select_related("tournament__event").get(pk=first.pk))
    assert state.validity is Validity.SUPERSEDED
    added = [change.now for change in state.changes if not change.before]
    gone = [change.before for change in state.changes if not change.now]
    assert (len(added), len(gone), len(state.changes)) == (1, 2, 3)  # the bye and the absence
    assert all(name in added[0] for name in (str(row.board), late.name, waiting.name))
    page = client.get(address).content.decode()
    assert "This sheet is superseded" in page
    assert added[0] in page
    second = document(tournament, "pairings", 1)
    assert second.version == 2
    assert "This sheet is current" in client.get(f"/en/d/{second.code}/").content.decode()


def test_a13_who_never_came_has_a_zero_point_bye_and_no_forfeit_loss(client):
    tournament = made(12)
    gone = [factories.entry(tournament, tpn) for tpn in (3, 4)]
    for entry in gone:
        checkin.mark_absent(tournament=tournament, entry=entry, by=None)
    factories.play(tournament, 1)
    for entry in gone:
        row = Pairing.objects.get(round__tournament=tournament, white=entry)
        assert (row.bye, row.result, row.black_id) == ("Z", "", None)
    client.force_login(factories.chief_of(tournament))
    page = client.get(f"/en/desk/{tournament.event.slug}/a/rounds/2/").content.decode()
    assert all(entry.name in page for entry in gone)  # asked before round 2 is paired
    checkin.mark_present(tournament=tournament, entry=gone[0], by=None)  # A17
    factories.pair(tournament, 2)
    seated = {pk for _board, white, black in games(tournament, 2) for pk in (white, black)}
    assert (gone[0].pk in seated, gone[1].pk in seated) == (True, False)


def test_a13_it_is_asked_whether_who_never_came_is_expected_in_the_next_round(client):
    tournament = made(6)
    by = factories.chief_of(tournament)
    for tpn in range(1, 5):
        checkin.mark_present(tournament=tournament, entry=factories.entry(tournament, tpn), by=by)
    confirmed(checkin.close_checkin, tournament=tournament, choices={}, by=by)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    client.force_login(by)
    page = f"/en/desk/{tournament.event.slug}/a/rounds/1/"
    assert client.get(page).content.decode().count("Expected in round 2?") == 2
    comes, stays = factories.entry(tournament, 5), factories.entry(tournament, 6)
    client.post(f"{page}here/", {"entry": comes.pk, "act": "expected"})
    text = client.get(page).content.decode()
    assert (text.count("Expected in round 2?"), text.count("expected in round 2<")) == (1, 1)
    before = client.get(page.replace("rounds/1", "rounds/2")).context
    assert [each.entry.pk for each in before["away"]] == [stays.pk]
    assert (before["expected"], before["boards"], before["odd"]) == (5, 2, 1)


def test_a15_a_wrong_result_is_taken_back_and_the_second_pass_is_logged_as_not_done(client):
    tournament = made(12)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    give(tournament, 4, "10")
    line = LogEntry.objects.filter(act="result.entered").first()
    undo_last(**act(tournament), log_id=line.pk)
    assert tournament.rounds.get(number=1).pairings.get(board=4).result == ""
    factories.enter_all(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    page = client.get(f"/en/desk/{tournament.event.slug}/a/rounds/1/").content.decode()
    assert page.count('aria-label="Undo 1/') == 5
    publication.finish_round(**act(tournament))
    finished = LogEntry.objects.get(act="round.finished")
    assert finished.after["second_pass"] == "not done"


def test_a19_nobody_has_a_second_bye_nor_one_after_a_win_by_forfeit():
    tournament = made(9)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    had = tournament.rounds.get(number=1).pairings.get(bye="U").white
    last = games(tournament)[-1]
    give(tournament, last[0], "-+")
    winner = last[2]
    for row in tournament.rounds.get(number=1).pairings.filter(black__isnull=False, result=""):
        give(tournament, row.board, "10")
    loser = Entry.objects.get(pk=last[1])
    checkin.mark_present(tournament=tournament, entry=loser, by=None)
    for number in (2, 3):
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        bye = tournament.rounds.get(number=number).pairings.get(bye="U").white_id
        assert bye not in (had.pk, winner)
        factories.enter_all(tournament, number)


@pytest.fixture
def leaver(client):
    """Round 2 is out, and somebody leaves; the page asks what becomes of the game."""
    tournament = made(12)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    client.force_login(factories.chief_of(tournament))
    person = factories.entry(tournament, 2)
    grant_bye(tournament=tournament, entry=person, round_number=3, kind="Z", by=None)
    person.page = f"/en/desk/{tournament.event.slug}/a/players/{person.pk}/withdraw/"
    asked = client.post(person.page).content.decode()
    for way in ("Forfeit this round", "Take the round back", "Withdraw after this round"):
        assert way in asked
    person.refresh_from_db()
    assert not person.gone
    return person


def game_of(person):
    rows = Pairing.objects.filter(Q(white=person) | Q(black=person), round__number=2)
    return rows.select_related("round", "white", "black").get()


def yes(client, address, **sent):
    """Post, and confirm what is asked."""
    asked = client.post(address, sent)
    assert asked.status_code == 409
    token = Page(asked).field("confirmed")
    return asked.content.decode(), client.post(address, {**sent, "confirmed": token})


def test_a22_who_leaves_a_published_round_forfeits_it(client, leaver):
    before = games(leaver.tournament, 2)
    question, _answer = yes(client, leaver.page, how="forfeit")
    assert "wins by forfeit" in question and "round 3" in question
    game = game_of(leaver)
    opponent = game.black if game.white == leaver else game.white
    assert game.result == ("-+" if game.white == leaver else "+-")
    assert games(leaver.tournament, 2) == before
    leaver.refresh_from_db()
    assert (leaver.status, leaver.withdrawn_after) == (Entry.Status.WITHDRAWN, 2)
    assert leaver.bye_requests.count() == 0
    card = client.get(leaver.page.replace("withdraw/", "")).content.decode()
    assert f"Tell {opponent.name}" in card


def test_a22_or_the_chief_takes_the_round_back_and_the_draft_is_paired_without_him(client, leaver):
    tournament = leaver.tournament
    client.post(leaver.page, {"how": "back", "reason": " "})
    assert tournament.rounds.get(number=2).status == Round.Status.PUBLISHED
    question, _answer = yes(client, leaver.page, how="back", reason="ill")
    assert "under revision" in question
    round_ = tournament.rounds.get(number=2)
    assert (round_.status, round_.under_revision) == (Round.Status.DRAFT, True)
    leaver.refresh_from_db()
    assert leaver.withdrawn_after == 1
    tournament.refresh_from_db()
    round_.tournament = tournament
    other = branch_of(round_, set())
    assert leaver.pk not in {entry.pk for pair in other.new for entry in pair if entry}
    assert leaver.pk in {entry.pk for pair in other.gone for entry in pair if entry}


def test_a22_or_he_still_plays_and_leaves_after_the_round(client, leaver):
    yes(client, leaver.page, how="plays")
    assert game_of(leaver).result == ""
    leaver.refresh_from_db()
    assert leaver.withdrawn_after == 2


def test_a22_only_the_chief_takes_a_round_back_and_only_without_results(client, leaver):
    tournament = leaver.tournament
    arbiter = factories.user("second", Role.ARBITER, tournament.event)
    client.force_login(arbiter)
    assert client.post(leaver.page, {"how": "back", "reason": "ill"}).status_code == 403
    client.force_login(factories.chief_of(tournament))
    other = next(row for row in games(tournament, 2) if leaver.pk not in row)
    give(tournament, other[0], "10", 2)
    client.post(leaver.page, {"how": "back", "reason": "ill"})
    assert tournament.rounds.get(number=2).status == Round.Status.PUBLISHED
    assert "1 result is in" in client.post(leaver.page).content.decode()


def test_a23_a_round_taken_back_is_under_revision_for_everybody_and_logged(client):
    tournament = made(12)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    address = f"/en/e/{tournament.event.slug}/a/rounds/1/"
    assert "Player 001" in client.get(address).content.decode()
    confirmed(publication.unpublish_round, **act(tournament), reason="a wrong name")
    page = client.get(address).content.decode()
    assert "under revision" in page
    assert "Player 001" not in page
    assert LogEntry.objects.get(act="round.unpublished").reason == "a wrong name"
    factories.publish(tournament, 1)
    assert "Player 001" in client.get(address).content.decode()


def test_a25_a_round_before_the_one_being_played_opens_the_correction_only(client):
    tournament = made(12)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    client.force_login(factories.chief_of(tournament))
    page = client.get(f"/en/desk/{tournament.event.slug}/a/rounds/1/").content.decode()
    assert "data-results" not in page  # nothing to type into
    assert "/rounds/1/boards/4/" in page
    code = tournament.rounds.get(number=1).pairings.get(board=4).result
    with pytest.raises(Refused, match="Correct the result of round 1, board 4"):
        give(tournament, 4, "10" if code != "10" else "01")


def test_a51_no_half_point_bye_in_the_last_rounds():
    tournament = made(8, no_byes_in_last=2)
    for number, refused in ((2, False), (3, True), (4, True)):
        given = {
            "tournament": tournament,
            "entry": factories.entry(tournament, number),
            "round_number": number,
            "kind": "H",
            "by": None,
        }
        if refused:
            with pytest.raises(Refused, match="last"):
                grant_bye(**given)
        else:
            grant_bye(**given)


def ranking(tournament):
    tournament.refresh_from_db()  # the revision under which standings are kept
    return [(row.rank, row.entry.name[-1]) for row in standings_table(tournament).rows]


def with_tie_breaks(tournament, *codes, seed=None):
    tournament.tie_breaks = list(codes)
    tournament.seed = tournament.seed if seed is None else seed
    tournament.save()
    acts.touch(tournament)
    return ranking(tournament)


def test_a53_who_is_level_on_everything_shares_the_place_and_a_drawn_lot_repeats():
    tournament = level_three()
    shared = [(1, "1"), (1, "2"), (1, "3"), (4, "4")]
    assert with_tie_breaks(tournament, "SB", "WIN") == shared
    drawn = with_tie_breaks(tournament, "SB", "WIN", "LOT")
    assert [rank for rank, _name in drawn] == [1, 2, 3, 4]
    assert drawn[3] == (4, "4")  # lots part only who is level
    cache.clear()
    acts.touch(tournament)
    assert ranking(tournament) == drawn
    assert with_tie_breaks(tournament, "SB", "WIN") == shared
    assert with_tie_breaks(tournament, "SB", "WIN", "LOT") == drawn
    orders = {tuple(with_tie_breaks(tournament, "SB", "LOT", seed=seed)) for seed in range(30)}
    assert len(orders) > 1  # it is the seed that draws


def test_a53_the_games_of_a_play_off_are_recorded_and_the_order_comes_from_them():
    tournament = level_three()
    found = announced(playoff.prepare_playoff(tournament=tournament, place=1, level=[], by=None))
    people = course_of(found).people
    play_out(found, lambda due: "10" if people[due.white].name > people[due.black].name else "01")
    games = found.games.exclude(result="")
    assert games.count() == 3  # each against each
    assert ranking(tournament) == [(1, "3"), (2, "2"), (3, "1"), (4, "4")]
    text = report(tournament).decode()
    assert text.count("### Play-off @ place 1: ") == games.count()
    assert LogEntry.objects.filter(act="game.entered").count() == games.count()


def test_a56_the_report_of_a_whole_event_is_found_right_by_the_checker():
    tournament = made(10, total_rounds=3)
    factories.play(tournament, 3)
    tournament.rounds.filter(number=3).update(status=Round.Status.FINISHED)
    found = check(read(report(tournament, "trf26", final=True)))
    assert found.clean, found
    assert read(report(tournament, "trf16", final=True)).players
