"""Properties that hold in every event, whatever happened in it."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.formats import Family
from pairing.results import RESULTS, ByeKind
from pairing.state import Bye, Game, Player, Round, TournamentState
from tests.tiebreaks.tie_cards import renumbered
from tiebreaks.explain import explain, explain_list
from tiebreaks.fide2026.direct_encounter import order_once
from tiebreaks.fide2026.ratings import expected_hundredths
from tiebreaks.ledger import Rules, individual
from tiebreaks.standings import standings

FIDE = (
    "BH BH/C1 BH/C2 BH/M1 BH/P FB FB/C1 AOB AOB/F SB SB/C1 SB/P DE DE/P WIN WON BPG BWG REP STD "
    "PS PS/C1 KS ARO ARO/C1 ARO/M1 TPR PTP APRO APPO RTNG ADJ"
)
HANDBOOK = (
    "BH BH/C1 BH/M1 BH/P BB SB DE WIN WIN/P KASH PS PS/C2 KS KS/E1 KSX ARO ARO/C1 TPR BPG ADJ"
)
ALL = settings(max_examples=60, deadline=None)


@st.composite
def events(draw):
    """Any record at all: rematches, absences, every result and every bye."""
    size = draw(st.integers(2, 9))
    people = tuple(Player(n, rating=draw(st.integers(1400, 2700))) for n in range(1, size + 1))
    played = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        order = draw(st.permutations(range(1, size + 1)))
        boards = draw(st.integers(0, size // 2))
        games = tuple(
            Game(order[2 * i], order[2 * i + 1], RESULTS[draw(st.sampled_from(sorted(RESULTS)))])
            for i in range(boards)
        )
        byes = []
        for tpn in order[2 * boards :]:
            kind = draw(st.sampled_from([*ByeKind, None]))
            if kind is not None:
                byes.append(Bye(tpn, kind))
        played.append(Round(number, games, tuple(byes)))
    total = len(played) + draw(st.integers(0, 2))
    return TournamentState(people, tuple(played), total)


def by_person(found, names):
    """{person: (rank, score, values)}"""
    return {names[row.tpn]: (row.rank, row.score, row.values) for row in found.rows}


@ALL
@given(events(), st.randoms(use_true_random=False), st.sampled_from(["fide2026", "handbook"]))
def test_renumbering_players_changes_nothing(state, random, edition):
    numbers = [player.tpn for player in state.players]
    shuffled = list(numbers)
    random.shuffle(shuffled)
    new = dict(zip(numbers, shuffled, strict=True))
    codes = HANDBOOK if edition == "handbook" else FIDE
    before = standings(state, codes, edition=edition)
    after = standings(renumbered(state, new), codes, edition=edition)
    back = {there: here for here, there in new.items()}
    assert by_person(before, {n: n for n in numbers}) == by_person(after, back)


@ALL
@given(events(), st.sampled_from(list(ByeKind)))
def test_a_round_of_byes_for_all_changes_no_order_of_the_score(state, kind):
    byes = tuple(Bye(player.tpn, kind) for player in state.players)
    more = replace(state, rounds=(*state.rounds, Round(len(state.rounds) + 1, (), byes)))
    for codes in ("", "WON DE BPG BWG PS"):
        before = standings(state, codes)
        after = standings(more, codes)
        assert [(r.rank, r.tpn) for r in before.rows] == [(r.rank, r.tpn) for r in after.rows]


@ALL
@given(events())
def test_a_round_of_half_point_byes_for_all_changes_no_order_of_the_opponents(state):
    """Art. 16.2.5: every opponent and every dummy gains the same half point."""
    byes = tuple(Bye(player.tpn, ByeKind.HALF_POINT) for player in state.players)
    total = len(state.rounds) + 5
    state = replace(state, total_rounds=total)
    more = replace(state, rounds=(*state.rounds, Round(len(state.rounds) + 1, (), byes)))
    for codes in ("BH", "SB", "BH SB REP WIN"):
        before = standings(state, codes)
        after = standings(more, codes)
        assert [(r.rank, r.tpn) for r in before.rows] == [(r.rank, r.tpn) for r in after.rows]


@ALL
@given(events(), st.sampled_from(["fide2026", "fide2024", "handbook"]))
def test_cuts_never_raise_a_value(state, edition):
    chains = ["BH BH/C1 BH/C2 BH/C3", "BH BH/C1 BH/M1", "PS PS/C1 PS/C2"]
    if edition != "handbook":
        chains += ["SB SB/C1 SB/C2", "FB FB/C1 FB/C2", "BH/P BH/C1/P BH/C2/P"]
    for chain in chains:
        for row in standings(state, chain, edition=edition).rows:
            assert list(row.values) == sorted(row.values, reverse=True)


@ALL
@given(events(), st.sampled_from(["fide2026", "fide2024", "handbook"]))
def test_everybody_has_a_row(state, edition):
    """The tests below of every row are tests of every player."""
    rows = standings(state, "BH", edition=edition).rows
    assert sorted(row.tpn for row in rows) == [player.tpn for player in state.players]


@ALL
@given(events())
def test_a_cut_rating_average_never_falls_without_the_lowest(state):
    for row in standings(state, "ARO ARO/C1").rows:
        if row.values[1] is not None:
            assert row.values[0] <= row.values[1]


@ALL
@given(events())
def test_the_2026_ceiling_never_raises_a_value(state):
    new = standings(state, "BH SB")
    old = standings(state, "BH SB", edition="fide2024")
    for row in new.rows:
        assert all(a <= b for a, b in zip(row.values, old.row(row.tpn).values, strict=True))


@ALL
@given(events())
def test_a_value_does_not_depend_on_the_list_around_it(state):
    together = standings(state, FIDE)
    for index, code in enumerate(FIDE.split()):
        if code.startswith("DE"):
            continue
        alone = standings(state, code)
        for row in together.rows:
            assert row.values[index] == alone.row(row.tpn).values[0]


@ALL
@given(events(), st.data())
def test_standings_after_a_round_are_those_of_the_rounds_as_they_stood(state, data):
    after = data.draw(st.integers(0, len(state.rounds)))
    then = replace(state, rounds=state.rounds[:after])
    assert standings(state, FIDE, after=after) == standings(then, FIDE)


@ALL
@given(events(), st.data())
def test_members_keep_the_order_and_the_values_of_the_whole_field(state, data):
    members = data.draw(st.sets(st.sampled_from([p.tpn for p in state.players])))
    whole = standings(state, "BH/C1 SB DE")
    part = standings(state, "BH/C1 SB DE", members=members)
    expected = [row for row in whole.rows if row.tpn in members]
    assert [(r.tpn, r.values, r.overall) for r in part.rows] == [
        (r.tpn, r.values, r.rank) for r in expected
    ]
    assert [row.rank for row in part.rows] == [
        1 + sum(1 for other in expected if other.rank < row.rank) for row in expected
    ]


@ALL
@given(events())
def test_ranks_count_those_ahead_and_only_equals_share_them(state):
    found = standings(state, FIDE)
    for place, row in enumerate(found.rows, start=1):
        level = [other for other in found.rows if other.rank == row.rank]
        assert row.rank <= place < row.rank + len(level)
        assert row.shared == (len(level) > 1)
        assert {(other.score, other.values) for other in level} == {(row.score, row.values)}


SUMMED = (
    "PTS BH BH/C1 BH/M1 BH/P FB FB/C1 SB SB/C1 SB/C2 SB/P WIN WON BPG BWG REP STD PS PS/C1 KS ADJ"
)


@settings(max_examples=25, deadline=None)
@given(events())
def test_the_steps_that_are_not_cut_add_up_to_the_value(state):
    for edition, codes in (
        ("fide2026", SUMMED),
        ("fide2024", SUMMED.replace("STD ", "")),
        ("handbook", "BH BH/C1 BH/M1 BB SB WIN KASH PS PS/C2 KS KS/E1 ADJ"),
    ):
        for code in codes.split():
            for player in state.players[:2]:
                working = explain(state, code, player.tpn, edition=edition)
                total = sum(step.contribution for step in working.steps if not step.cut)
                assert working.value == total, (edition, code)


@ALL
@given(events(), st.sampled_from(["", "ref"]))
def test_the_workings_of_a_list_are_those_of_its_codes_and_of_the_standings(state, compat):
    codes = "WIN FB DE BH/C1 SB DE/P ARO TPR"
    found = standings(state, codes, compat=compat)
    for row in found.rows[:3]:
        workings = explain_list(state, codes, row.tpn, compat=compat)
        assert tuple(working.value for working in workings) == row.values
        for place, (code, working) in enumerate(zip(found.codes, workings, strict=True)):
            alone = explain(state, code, row.tpn, codes=codes, place=place, compat=compat)
            assert alone == working


@ALL
@given(events())
def test_averages_are_the_mean_of_the_steps_that_count(state):
    def half_up(value):
        return (2 * value.numerator + value.denominator) // (2 * value.denominator)

    for code, unit in (("AOB", 100), ("AOB/F", 100), ("ARO", 1), ("ARO/C1", 1), ("APRO", 1)):
        working = explain(state, code, 1)
        counted = [step.contribution for step in working.steps if not step.cut]
        if counted:
            mean = Fraction(sum(counted), len(counted))
            assert working.value == Fraction(half_up(mean * unit), unit)
        else:
            assert working.value is None


@ALL
@given(events())
def test_art_10_3_one_point_less_would_not_have_been_enough(state):
    for player in state.players:
        working = explain(state, "PTP", player.tpn)
        games = [step for step in working.steps if not step.cut]
        score = sum(step.contribution for step in games)
        ratings = [step.score for step in games]
        if score:
            assert expected_hundredths(working.value, ratings) >= 100 * score
            assert expected_hundredths(working.value - 1, ratings) < 100 * score
        elif games:
            assert working.value == min(ratings) - 800


@settings(max_examples=150, deadline=None)
@given(
    st.integers(2, 4),
    st.lists(st.sampled_from(["10", "01", "==", None]), min_size=6, max_size=6),
)
def test_art_6_3_whoever_is_placed_stays_ahead_whatever_the_missing_games_bring(size, results):
    """Every outcome of the games that were not played, tried one by one."""
    group = tuple(range(1, size + 1))
    pairs = [(a, b) for a in group for b in group if a < b]
    found = dict(zip(pairs, results, strict=False))
    rounds = tuple(
        Round(number, (Game(a, b, RESULTS[code]),))
        for number, ((a, b), code) in enumerate(found.items(), start=1)
        if code
    )
    rounds = tuple(replace(one, number=number) for number, one in enumerate(rounds, start=1))
    state = TournamentState(tuple(Player(n) for n in group), rounds, max(len(rounds), 1))
    ledger = individual(state, Rules())
    missing = [pair for pair, code in found.items() if not code]
    if not missing:
        return
    subgroups = order_once(ledger, group, forfeits=False, win=10)
    points = dict.fromkeys(group, 0)
    for (a, b), code in found.items():
        if code:
            points[a] += {"10": 2, "==": 1, "01": 0}[code]
            points[b] += {"10": 0, "==": 1, "01": 2}[code]
    outcomes = []
    for guess in product((0, 1, 2), repeat=len(missing)):
        final = dict(points)
        for (a, b), gained in zip(missing, guess, strict=True):
            final[a] += gained
            final[b] += 2 - gained
        outcomes.append(final)
    # Ahead in the worst case: own missing games lost, each rival's won. One rival at a time
    # that is a possible outcome, so being placed means being ahead in all of them.
    left = set(group)
    for subgroup in subgroups[:-1]:
        (placed,) = subgroup
        left.discard(placed)
        assert all(final[placed] > final[other] for final in outcomes for other in left)


# Round robins


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 7), st.data())
def test_a_round_robin_knows_no_dummies(size, data):
    """Art. 15.2: SB and KS come from real scores, forfeits included."""
    ring = list(range(1, size + 1)) + ([0] if size % 2 else [])
    rounds = []
    for number in range(1, len(ring)):
        half = len(ring) // 2
        games = tuple(
            Game(a, b, RESULTS[data.draw(st.sampled_from(["10", "01", "==", "+-", "-+"]))])
            for a, b in zip(ring[:half], reversed(ring[half:]), strict=True)
            if a and b
        )
        rounds.append(Round(number, games))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    state = TournamentState(
        tuple(Player(n) for n in range(1, size + 1)), tuple(rounds), len(rounds)
    )
    found = standings(state, "SB KS", family=Family.ROUND_ROBIN, annulled=())
    score = {row.tpn: Fraction(row.score, 10) for row in found.rows}
    for row in found.rows:
        berger = koya = Fraction(0)
        for one in rounds:
            for game in one.games:
                if row.tpn in (game.white, game.black):
                    other = score[game.opponent(row.tpn)]
                    gained = {"win": 2, "forfeit_win": 2, "draw": 1}.get(game.outcome(row.tpn), 0)
                    berger += other * gained / 2
                    koya += Fraction(gained, 2) if 2 * other >= size - 1 else 0
        assert row.values == (berger, koya)
