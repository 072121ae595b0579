"""The checker agrees with every round of a report, whatever came after a round was paired."""

import random
from datetime import date

import pytest

from pairing.formats import having, keys
from pairing.tools.checker import check
from pairing.tools.report import Report
from pairing.trf import read
from tests import factories
from tournaments.kernel.errors import NeedsConfirmation
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Pairing
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.rounds.sheets import scores_before
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.forbidden import allow_again, forbid
from tournaments.services.entries.listing import change_entry, enter_player
from tournaments.services.entries.renumbering import exchange_numbers, renumber_by_rating
from tournaments.services.entries.withdrawals import remove_entry, return_player, withdraw_player
from tournaments.services.reports.event_reading import read_event
from tournaments.services.results.correcting import correct_report
from tournaments.services.results.entering import adjourn_missing, enter_result
from tournaments.services.rounds import manual_pairing

pytestmark = pytest.mark.django_db

PLAYED = ("10", "==", "01")
ALL = (*PLAYED, "=0", "00", "WL", "+-", "-+", "--")


def board(tournament, number, board) -> Pairing:
    return Pairing.objects.get(round__tournament=tournament, round__number=number, board=board)


def enter(tournament, pairing, code, **more):
    return confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=pairing.pk,
        code=code,
        version=pairing.version,
        by=factories.chief_of(tournament),
        **({"reason": "the score sheets"} | more),
    )


def begin(tournament, number) -> None:
    factories.pair(tournament, number)
    factories.publish(tournament, number)


def judged(tournament) -> Report:
    tournament.refresh_from_db()
    return check(read(report(tournament)))


def other_than(code: str) -> str:
    return next(each for each in PLAYED if each != code)


def test_q190_a_round_paired_from_a_result_corrected_later_is_paired_again_from_it():
    """Every board in turn: some correction surely changes the next round's pairings."""
    made = factories.tournament(10, total_rounds=4)
    factories.play(made, 2)
    begin(made, 3)
    for number in range(1, 6):
        row = board(made, 2, number)
        was, now = row.result, "00"
        enter(made, row, now)
        line = list(irregular_lines(made))[-1]
        pair = f"{row.white.tpn}-{row.black.tpn}"
        assert line == (
            f"### Correction @ Round 2: {pair}, {was[0]}-{was[1]} => 0-0, used in round 3"
            " (the score sheets)"
        )
    factories.enter_all(made, 3)
    found = judged(made)
    assert (found.agreed, found.clean) == (3, True)
    # Without the lines the same file would not agree.
    bare = [line for line in report(made).splitlines() if not line.startswith(b"### Corr")]
    assert check(read(b"\n".join(bare))).agreed == 2


def test_q190_a_correction_known_when_the_round_was_paired_again_is_not_told():
    made = factories.tournament(8, total_rounds=4)
    factories.play(made, 1)
    begin(made, 2)
    enter(made, board(made, 1, 1), other_than(board(made, 1, 1).result))
    assert len(list(irregular_lines(made))) == 1
    given = {"tournament": made, "number": 2, "by": factories.chief_of(made)}
    from tournaments.services.rounds.publication import unpublish_round

    confirmed(unpublish_round, **given, reason="a wrong result")
    begin(made, 2)
    assert [line[:19] for line in irregular_lines(made)] == ["### MPA @ Round 2: "]
    assert judged(made).agreed == 2


def test_q163_rounds_paired_while_a_game_was_adjourned_counted_it_as_a_draw():
    made = factories.tournament(8, total_rounds=5)
    chief = factories.chief_of(made)
    begin(made, 1)
    enter(made, board(made, 1, 1), "10")
    confirmed(adjourn_missing, tournament=made, number=1, by=chief)
    for number in (2, 3):
        confirmed(factories.request_pairing, tournament=made, number=number, by=chief)
        factories.publish(made, number)
        factories.enter_all(made, number)
    assert judged(made).agreed == 3  # still open: `?` counts as a draw
    ended = board(made, 1, 3)
    enter(made, ended, "10", reason="")
    enter(made, board(made, 1, 2), "==")
    assert list(irregular_lines(made)) == [
        f"### Adjournment @ Round 1: {ended.white.tpn}-{ended.black.tpn}, ?-? => 1-0,"
        " used in rounds 2, 3"
    ]
    enter(made, board(made, 1, 4), "01")
    found = judged(made)
    assert (found.agreed, found.clean) == (3, True)


def test_q192_q193_a_result_for_the_rating_report_alone_changes_nothing_that_counted():
    """A forfeit reported as played: opponents met, colours and tie-breaks differ as well."""
    made = factories.tournament(8, total_rounds=5)
    begin(made, 1)
    for number, code in enumerate(("+-", "10", "-+", "=="), 1):
        enter(made, board(made, 1, number), code)
    for entry in Entry.objects.filter(tournament=made, status="absent"):
        entry.status = "present"
        entry.save()
    factories.play(made, 3, first=2)
    for number, code in ((1, "01"), (2, "=0"), (3, "01")):
        confirmed(
            correct_report,
            tournament=made,
            pairing_id=board(made, 1, number).pk,
            code=code,
            reason="slip",
            by=factories.chief_of(made),
        )
    row = board(made, 1, 1)
    text = report(made).decode()
    pair = f"{row.white.tpn}-{row.black.tpn}"
    assert f"### Report @ Round 1: {pair}, used +--, reported 0-1 (slip)" in text
    document = read(text.encode())
    assert "01" in [code for white, _b, code in document.games(1) if white == row.white.tpn]
    found = check(document)
    assert (found.agreed, found.clean) == (3, True)


def test_q69_an_alteration_by_hand_is_told_apart_from_a_fault():
    made = factories.tournament(9, total_rounds=5)
    chief = factories.chief_of(made)
    factories.play(made, 1)
    factories.pair(made, 2)
    given = {"tournament": made, "number": 2, "by": chief}
    manual_pairing.begin(**given)
    confirmed(manual_pairing.turn_colours, **given, board=1)
    free = made.rounds.get(number=2).pairings.get(bye="U").white
    manual_pairing.unpair(**given, tpn=free.tpn)
    confirmed(manual_pairing.give_bye, **given, tpn=free.tpn, kind="Z")
    confirmed(manual_pairing.finish, **given)
    factories.publish(made, 2)
    factories.enter_all(made, 2)
    # A late entry above the field moves every number that the line speaks of.
    made.late_entries_until = 5
    made.save()
    enter_player(tournament=made, by=chief, values={"name": "Late", "fide_rating": 2700})
    factories.play(made, 3, first=3)
    found = judged(made)
    assert [one.altered for one in found.rounds] == [False, True, False]
    assert found.clean
    # The same difference without the line, and another one than the line says, are faults.
    lines = report(made).splitlines()
    assert check(read(b"\n".join(line for line in lines if b"### MPA" not in line))).agreed == 2
    wrong = [line.replace(b"=>", b"1-9 =>") if b"### MPA" in line else line for line in lines]
    assert check(read(b"\n".join(wrong))).agreed == 2


@pytest.mark.parametrize(
    ("system", "options"),
    [
        (found.key, {option.name: True for option in found.options if option.default is False})
        for found in having(by_ratings=True)
    ],
)
def test_a_rating_put_right_later_keeps_rounds_that_were_paired_by_the_old_one(system, options):
    made = factories.tournament(12, system=system, options=options, total_rounds=5)
    factories.play(made, 1)
    factories.play(made, 2, first=2)
    for tpn, rating in ((1, 1400), (6, 2800), (12, 2750)):
        entry = factories.entry(made, tpn)
        values = {"fide_rating": rating}
        change_entry(
            tournament=made,
            entry=entry,
            version=entry.version,
            values=values,
            by=factories.chief_of(made),
        )
    factories.play(made, 3, first=3)
    lines = [line for line in report(made).decode().splitlines() if "### Ratings" in line]
    assert [line.partition(":")[0] for line in lines] == [
        "### Ratings @ Round 1",
        "### Ratings @ Round 2",
    ]
    found = judged(made)
    assert (found.agreed, found.clean) == (3, True), found


def test_q112_renumbering_is_told_with_who_held_which_number():
    made = factories.tournament(8, total_rounds=5)
    chief = factories.chief_of(made)
    factories.play(made, 1)
    first, second = (factories.entry(made, tpn) for tpn in (1, 6))
    Entry.objects.filter(pk=second.pk).update(rating=first.rating)
    confirmed(exchange_numbers, tournament=made, first=first, second=second, by=chief)
    factories.play(made, 2, first=2)
    Entry.objects.filter(pk=factories.entry(made, 8).pk).update(rating=2800)
    confirmed(renumber_by_rating, tournament=made, by=chief)
    factories.play(made, 3, first=3)
    notes = [line for line in report(made).decode().splitlines() if line.startswith("### ")]
    lines = [line for line in notes if " @ Round " in line]
    assert lines[0] == "### Renumbering @ Round 1: 1 => 6, 6 => 1"
    assert lines[1].startswith("### Renumbering @ Round 2: ")
    assert [line[:22] for line in lines[2:]] == ["### Numbers @ Round 1:", "### Numbers @ Round 2:"]
    found = judged(made)
    assert (found.agreed, found.clean) == (3, True)


@pytest.mark.parametrize("system", keys(swiss=True, pairs_players=True))
def test_numbers_shifted_by_a_late_entry_and_one_who_left_keep_round_1(system):
    """The parity of the numbers decides colours in round 1."""
    made = factories.tournament(9, system=system, late_entries_until=5, initial_colour="w")
    chief = factories.chief_of(made)
    confirmed(withdraw_player, tournament=made, entry=factories.entry(made, 4), by=chief)
    factories.play(made, 1)
    enter_player(tournament=made, by=chief, values={"name": "Late", "fide_rating": 2700})
    factories.play(made, 2, first=2)
    left = Entry.objects.get(tournament=made, name="Player 004")
    confirmed(remove_entry, tournament=made, entry=left, by=chief)
    factories.play(made, 3, first=3)
    found = judged(made)
    assert (found.agreed, found.clean) == (3, True), found


def test_a16_half_points_for_rounds_missed_where_the_regulations_give_them():
    """C.04.2 art. 2.4: no points for missed rounds, unless the tournament rules say otherwise."""
    made = factories.tournament(
        8, total_rounds=4, late_entries_until=3, late_entry_bye="H", initial_colour="w"
    )
    chief = factories.chief_of(made)
    factories.play(made, 1)
    boards = list(made.rounds.get(number=1).pairings.values_list("board", "white", "black"))
    late = enter_player(tournament=made, by=chief, values={"name": "Late", "fide_rating": 2700})
    wrong = enter_player(tournament=made, by=chief, values={"name": "Wrong", "fide_rating": 1200})
    confirmed(remove_entry, tournament=made, entry=wrong, by=chief)
    rows = made.rounds.get(number=1).pairings.exclude(white=late)
    assert list(rows.values_list("board", "white", "black")) == boards
    assert scores_before(made, 2)[late.pk] == 5
    factories.play(made, 2, first=2)
    values = {"name": "Later", "fide_rating": 1500}
    with pytest.raises(NeedsConfirmation) as question:  # FIDE's checklist 174
        enter_player(tournament=made, by=chief, values=values)
    assert question.value.level == 3 and "2 rounds" in str(question.value.reasons[0])
    later = confirmed(enter_player, tournament=made, by=chief, values=values)
    assert scores_before(made, 3)[later.pk] == 10
    factories.play(made, 4, first=3)
    found = judged(made)
    assert (found.agreed, found.clean) == (4, True), found


def test_q106_baku_groups_are_those_of_the_numbers_of_then():
    """C.04.7 art. 1.3.2: after renumbering other players are in the first half of the list."""
    made = factories.tournament(12, total_rounds=6, acceleration="baku")
    factories.play(made, 2)
    Entry.objects.filter(pk=factories.entry(made, 12).pk).update(rating=2800)
    confirmed(renumber_by_rating, tournament=made, by=factories.chief_of(made))
    factories.play(made, 4, first=3)
    found = judged(made)
    assert (found.agreed, found.clean) == (4, True)


def test_q196_a_prohibition_outside_fide_mode_holds_from_the_round_after():
    made = factories.tournament(8, system="handbook.dutch", total_rounds=5)
    chief = factories.chief_of(made)
    factories.play(made, 1)
    row = board(made, 1, 1)
    rule = confirmed(forbid, tournament=made, by=chief, entries=[row.white, row.black])
    assert rule.first_round == 2
    factories.play(made, 2, first=2)
    assert judged(made).agreed == 2
    confirmed(allow_again, tournament=made, rule=rule, by=chief)
    factories.play(made, 3, first=3)
    assert judged(made).agreed == 3


@pytest.mark.parametrize("seed", range(3))
def test_random_events_agree_in_every_round(seed):
    """Corrections, adjournments, late entries, withdrawals, byes, hand changes, renumbering."""
    play_at_random(seed, players=11, rounds=5)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_random_events_agree_in_every_round(seed):
    play_at_random(seed, players=10 + seed % 23, rounds=5 + seed % 5)


def play_at_random(seed: int, players: int, rounds: int) -> None:
    dice = random.Random(seed)
    made = factories.tournament(
        players,
        total_rounds=rounds,
        late_entries_until=rounds,
        acceleration=dice.choice(("", "", "baku")),
    )
    chief = factories.chief_of(made)
    given = {"tournament": made, "by": chief}
    for number in range(1, rounds + 1):
        between_rounds(made, number, dice)
        confirmed(factories.request_pairing, **given, number=number)
        if dice.random() < 0.25:
            alter(made, number, dice)
        factories.publish(made, number)
        # While it is played, what is wrong in the round before is found.
        if number > 1 and dice.random() < 0.8:
            games = made.rounds.get(number=number - 1).pairings.exclude(black=None)
            row = dice.choice(list(games.exclude(result="??")))
            enter(made, row, dice.choice([code for code in ALL if code != row.result]))
        for row in Pairing.objects.filter(
            round__tournament=made, round__number__lt=number, result="??"
        ):
            if dice.random() < 0.4:
                enter(made, row, dice.choice(("10", "01", "==", "+-")))
        for row in made.rounds.get(number=number).pairings.filter(black__isnull=False, result=""):
            enter(made, row, dice.choice((*PLAYED * 4, "??", "+-", "--", "00")))
        Entry.objects.filter(tournament=made, status="absent").update(status="present")
        found = judged(made)
        assert found.agreed == number, (seed, number, found.rounds, list(irregular_lines(made)))
    for row in Pairing.objects.filter(round__tournament=made, result="??"):
        enter(made, row, dice.choice(PLAYED))
    found = judged(made)
    assert found.clean, (seed, found.rounds, found.points, found.ranks)


def between_rounds(made, number: int, dice: random.Random) -> None:
    chief = factories.chief_of(made)
    given = {"tournament": made, "by": chief}
    if number > 1 and dice.random() < 0.4:
        values = {"name": f"Late {number}", "fide_rating": dice.choice((2700, 2575, 2562, 1500))}
        enter_player(**given, values=values)
    if dice.random() < 0.3:
        entry = dice.choice([e for e in made.entries.all() if not e.gone])
        confirmed(withdraw_player, **given, entry=entry)
        if dice.random() < 0.5:
            return_player(**given, entry=entry)
    if dice.random() < 0.4 and number <= made.total_rounds - 2:
        entry = dice.choice([e for e in made.entries.all() if not e.gone])
        kind = dice.choice(("H", "Z", "F"))
        confirmed(grant_bye, **given, entry=entry, round_number=number, kind=kind)
    if 1 < number < 4 and dice.random() < 0.4:
        entry = dice.choice(list(made.entries.all()))
        Entry.objects.filter(pk=entry.pk).update(rating=dice.choice((2800, 2580, 1400)))
        confirmed(renumber_by_rating, **given)
    if number > 1 and dice.random() < 0.3:
        closed = Pairing.objects.filter(
            round__tournament=made, round__number__lt=number - 2, black__isnull=False
        )
        if rows := list(closed.exclude(result="??").order_by("id")):
            row = dice.choice(rows)
            code = dice.choice([code for code in ALL if code != row.result])
            confirmed(correct_report, **given, pairing_id=row.pk, code=code, reason="slip")


def alter(made, number: int, dice: random.Random) -> None:
    given = {"tournament": made, "number": number, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    rows = list(made.rounds.get(number=number).pairings.exclude(black=None).order_by("board"))
    one, two = dice.sample(rows, 2)
    if dice.random() < 0.5:
        confirmed(manual_pairing.turn_colours, **given, board=one.board)
    else:
        confirmed(manual_pairing.swap, **given, one=one.white.tpn, two=two.white.tpn)
    confirmed(manual_pairing.finish, **given)


@pytest.mark.parametrize("system", ["fide2026.dutch", "handbook.round_robin", "fide2026.double"])
def test_places_of_a_report_amid_a_round_count_its_open_games_as_its_points_do(system):
    """An open game is `?`, worth a draw (record 162, X), in points and places alike."""
    codes = ["DE", "WIN", "SB"] if system == "handbook.round_robin" else ["BH/C1", "BH", "SB"]
    tournament = factories.tournament(6, total_rounds=5, system=system, tie_breaks=codes)
    games = tournament.format.games_a_round
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    first = tournament.rounds.get(number=2).pairings.games().first()
    enter_result(
        tournament=tournament,
        pairing_id=first.pk,
        code="01" * games,
        version=first.version,
        by=factories.chief_of(tournament),
    )
    found = read(report(tournament))
    assert any("?" in entry.symbol for player in found.players for entry in player.rounds)
    answer = check(found)
    assert answer.ranks == () and answer.points == (), answer
    assert answer.ranks_judged


@pytest.mark.parametrize(
    ("starts", "edition", "said"),
    [
        (date(2026, 1, 17), "fide2026", "/V2026"),
        (date(2026, 4, 18), "fide2024", "/V2024"),
        (date(2026, 1, 17), "fide2024", ""),
    ],
)
def test_a_report_says_by_which_edition_it_was_ranked(starts, edition, said):
    """Withdrawals are where the editions part (C.07 art. 16.4): the places agree whatever the
    date would make a reader think, and the event comes back with its own edition."""
    made = factories.tournament(12, total_rounds=5, tie_break_edition=edition)
    made.event.starts_on = starts
    made.event.save()
    factories.play(made, 3, seed=5)
    for tpn in (1, 4, 6):
        who = made.entries.get(tpn=tpn)
        confirmed(withdraw_player, tournament=made, entry=who, by=factories.chief_of(made))
    factories.play(made, 5, seed=5, first=4)
    document = read(report(made))
    codes = [code for code in document.standings[1:] if not code.startswith("OTHER")]
    assert codes and all(code.endswith(said) for code in codes), codes
    assert check(document).ranks == ()
    assert read_event(made.event, report(made)).values["tie_break_edition"] == edition
    assert read_event(made.event, report(made)).values["tie_breaks"] == made.tie_breaks
