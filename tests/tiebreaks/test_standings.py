"""Ranking, and everything around the values: lots, categories, ratings, who is left out."""

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest

from pairing.errors import InconsistentHistory
from pairing.formats import Family
from pairing.results import RESULTS, ByeKind
from pairing.sentences import Said
from pairing.state import Bonus, Bye, Game, Player, Round, TournamentState
from tests.tiebreaks.tie_cards import event, exact, team_event
from tiebreaks.advice import RECOMMENDED, advice, default_list, recommended
from tiebreaks.categories import Category, members_of
from tiebreaks.errors import MissingInput, UnsuitableTieBreak
from tiebreaks.explain import explain
from tiebreaks.field import RatingPolicy
from tiebreaks.standings import format_value, standings
from tiebreaks.team_standings import team_standings

LEVEL = event({1: "2w= 3b= 4w=", 2: "1b= 4w= 3b=", 3: "4b= 1w= 2w=", 4: "3w= 2b= 1b="})


def order(found):
    return [(row.rank, row.tpn) for row in found.rows]


# Shared ranks, lots, the arbiter's order


def test_art_4_2_who_is_still_tied_shares_the_rank():
    found = standings(LEVEL, "BH SB DE")
    assert [(row.rank, row.tpn, row.shared) for row in found.rows] == [
        (1, tpn, True) for tpn in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("first", ["PTS ", "PTS,", "MPTS ", "GPTS ", ""])
def test_the_score_may_begin_the_list_in_any_spelling(first):
    assert [str(code) for code in standings(LEVEL, f"{first}BH SB").codes] == ["BH", "SB"]


def test_art_4_2_a_group_once_split_never_merges_again():
    state = event({1: "3w1 0-H", 2: "4w1 0-H", 3: "1b0 4w1", 4: "2b0 3b0"})
    found = standings(state, "WIN TPN/R BH")
    # 1 and 2 are ahead on points and level on wins; the higher number first, whatever follows.
    assert order(found) == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_lots_are_repeatable_and_exported():
    one = standings(LEVEL, "BH LOT", seed="42")
    again = standings(LEVEL, "BH LOT", seed="42")
    assert one == again
    assert sorted(one.lots) == [1, 2, 3, 4]
    assert [row.tpn for row in one.rows] == list(one.lots)
    assert [row.values[1] for row in one.rows] == [1, 2, 3, 4]
    orders = {standings(LEVEL, "LOT", seed=seed).lots for seed in range(50)}
    assert len(orders) > 10


def test_q206_a_lot_is_the_hash_of_the_seed_and_the_starting_number():
    drawn = sorted((1, 2, 3, 4), key=lambda tpn: sha256(f"7:{tpn}".encode()).digest())
    assert standings(LEVEL, "LOT", seed=7).lots == tuple(drawn)


def test_lots_without_a_seed_are_refused():
    with pytest.raises(MissingInput) as caught:
        standings(LEVEL, "LOT")
    assert caught.value.values["needed"] == "seed"


def test_the_arbiters_order_holds_only_inside_a_tie():
    found = standings(LEVEL, "BH", by_hand=(3, 1))
    assert [(row.rank, row.tpn, row.by_hand) for row in found.rows] == [
        (1, 3, True),
        (2, 1, True),
        (3, 2, True),
        (3, 4, True),
    ]
    state = event({1: "2w1", 2: "1b0"})
    assert order(standings(state, "", by_hand=(2, 1))) == [(1, 1), (2, 2)]


def test_values_computed_elsewhere():
    values = {1: Fraction(1, 2), 2: 3, 3: None}
    found = standings(LEVEL, "OTHER_PLAYOFF", external={"OTHER_PLAYOFF": values})
    assert order(found) == [(1, 2), (2, 1), (3, 3), (3, 4)]
    assert [format_value("OTHER_PLAYOFF", row.values[0]) for row in found.rows] == [
        "3",
        "0.5",
        "-",
        "-",
    ]
    upside_down = standings(LEVEL, "OTHER_PLAYOFF/R", external={"OTHER_PLAYOFF": values})
    assert order(upside_down) == [(1, 1), (2, 2), (3, 3), (3, 4)]
    with pytest.raises(MissingInput):
        standings(LEVEL, "OTHER_PLAYOFF")


# Players who are listed, players who count


def test_the_expelled_are_left_out_after_the_values_are_computed():
    state = event({1: "2w1 3w1", 2: "1b0 4w1", 3: "4w1 1b0", 4: "3b0 2b0"})
    whole = standings(state, "BH SB")
    without = standings(state, "BH SB", expelled={1})
    assert [row.tpn for row in without.excluded] == [1]
    assert without.excluded[0].values == whole.row(1).values
    assert without.excluded[0].rank == 0
    assert [(row.tpn, row.values) for row in without.rows] == [
        (row.tpn, row.values) for row in whole.rows if row.tpn != 1
    ]
    assert without.rows[0].rank == 1


def test_the_expelled_still_belong_to_the_group_that_was_tied():
    """1, 2 and 3 are level in a ring; with 3 expelled, 1 does not suddenly stand alone ahead."""
    state = event({1: "2w1 3b0 0-Z", 2: "1b0 0-Z 3w1", 3: "0-Z 1w1 2b0"})
    assert order(standings(state, "DE")) == [(1, 1), (1, 2), (1, 3)]
    without = standings(state, "DE", expelled={3})
    assert order(without) == [(1, 1), (1, 2)]
    assert without.excluded[0].tpn == 3
    assert order(standings(state, "", expelled={1, 2, 3})) == []


def test_below_half_of_a_round_robin_counts_for_nobody():
    cards = {
        1: "4w1 3b1 2w1",
        2: "3w1 4b+ 1b0",
        3: "2b0 1w0 4b+",
        4: "1b0 2w- 3w-",
    }
    state = event(cards)
    found = standings(state, "DE SB", family=Family.ROUND_ROBIN)
    assert found.annulled == (4,)
    assert [(row.rank, row.tpn, row.score) for row in found.rows] == [
        (1, 1, 20),
        (2, 2, 10),
        (3, 3, 0),
    ]
    kept = standings(state, "DE SB", family=Family.ROUND_ROBIN, annulled=())
    assert [(row.tpn, row.score) for row in kept.rows] == [(1, 30), (2, 20), (3, 10), (4, 0)]


def test_whoever_was_there_every_round_is_ranked_though_opponents_did_not_come():
    """Handbook, round robin 3: a win by forfeit is a game completed."""
    cards = {1: "2w1 3b+ 4w+", 2: "1b0 4w1 3b1", 3: "4w1 1w- 2w0", 4: "3b0 2b0 1b-"}
    found = standings(event(cards), "", family=Family.ROUND_ROBIN)
    assert (found.annulled, order(found)) == ((), [(1, 1), (2, 2), (3, 3), (4, 4)])
    assert found.row(1).score == 30


def test_five_of_ten_games_are_half_of_a_double_round_robin_with_a_win_by_forfeit():
    """Handbook, round robin 3: at least 50 % completed; four played and one won by forfeit."""
    cards = {
        1: "6w1 2b1 3w1 4b1 5w+ 6b- 2w- 3b- 4w- 5b-",
        2: "5w1 1w0 6b= 3b= 4w= 5b= 1b+ 6w= 3w= 4b=",
        3: "4w= 5b= 1b0 2w= 6w= 4b= 5w= 1w+ 2b= 6b=",
        4: "3b= 6w= 5b+ 1w0 2b= 3w= 6b= 5w= 1b+ 2w=",
        5: "2b0 3w= 4w- 6b= 1b- 2w= 3b= 4b= 6w= 1w+",
        6: "1b0 4b= 2w= 5w= 3b= 1w+ 4w= 2b= 5b= 3w=",
    }
    found = standings(event(cards), "", family=Family.ROUND_ROBIN)
    assert found.annulled == ()
    assert found.row(1).score == 50


def test_half_of_the_games_is_enough():
    cards = {
        1: ". 2w1 3b1 4w1 5b1",
        2: "5w1 1b0 . 3w1 4b+",
        3: "4w1 5b1 1w0 2b0 .",
        4: "3b0 . 5w1 1b0 2w-",
        5: "2b0 3w0 4b0 . 1w0",
    }
    assert standings(event(cards), "", family=Family.ROUND_ROBIN).annulled == ()
    gone = cards | {4: "3b0 . 5w- 1b- 2w-", 5: "2b0 3w0 4b+ . 1w0", 1: ". 2w1 3b1 4w+ 5b1"}
    assert standings(event(gone), "", family=Family.ROUND_ROBIN).annulled == (4,)
    # One game of four, two rounds still to come: nothing is settled yet.
    early = standings(event(gone), "", family=Family.ROUND_ROBIN, after=3)
    assert early.annulled == ()


def test_bonus_points_count_in_the_score_and_in_no_game():
    state = event({1: "2w1 3w1", 2: "1b0 4w1", 3: "4w1 1b0", 4: "3b0 2b0"})
    given = replace(state, bonuses=(Bonus(2, 1, -5), Bonus(4, 2, 10)))
    found = standings(given, "PTS PTS WIN PS")
    assert [(row.tpn, row.score) for row in found.rows] == [(1, 20), (3, 10), (4, 10), (2, 5)]
    assert found.row(2).values[1:] == (1, exact("0"))
    assert standings(given, "PS", after=1).row(4).score == 0


def test_a_game_adjourned_keeps_the_standings_from_being_final():
    state = TournamentState(
        (Player(1), Player(2)), (Round(1, (Game(1, 2, RESULTS["??"]),)),), total_rounds=1
    )
    found = standings(state, "BH")
    assert (found.final, found.adjourned) == (False, ((1, 1, 2),))
    assert [row.score for row in found.rows] == [5, 5]
    assert standings(LEVEL, "BH").final
    assert not standings(LEVEL, "BH", after=2).final


def test_a_record_that_contradicts_itself_is_refused():
    twice = Round(1, (Game(1, 2, RESULTS["10"]),), (Bye(1, ByeKind.HALF_POINT),))
    with pytest.raises(InconsistentHistory):
        standings(TournamentState((Player(1), Player(2)), (twice,), 1), "BH")
    unknown = Round(1, (Game(1, 3, RESULTS["10"]),))
    with pytest.raises(InconsistentHistory):
        standings(TournamentState((Player(1), Player(2)), (unknown,), 1), "BH")


def test_nobody_and_no_round():
    assert standings(TournamentState((), (), 5), "BH DE").rows == ()
    found = standings(TournamentState((Player(1), Player(2)), (), 5), "BH DE ARO AOB")
    assert [row.values for row in found.rows] == [(0, 0, None, None)] * 2


# Ratings


RATED = event(
    {1: "2w1 3w=", 2: "1b0 4w1", 3: "4w1 1b=", 4: "3b0 2b0"}, ratings={1: 2000, 2: 1800, 3: 1600}
)


def averages(**settings):
    found = standings(RATED, "ARO", **settings)
    return [found.row(tpn).values[0] for tpn in (1, 2, 3, 4)]


def test_art_10_one_unrated_player_drops_the_tie_break():
    assert averages() == [None] * 4
    found = standings(RATED, "ARO TPR PTP APRO APPO RTNG")
    assert {row.values for row in found.rows} == {(None,) * 6}
    assert [fact.code for fact in explain(RATED, "TPR", 1).facts] == ["tiebreaks.rating.unrated"]


def test_the_regulations_may_give_the_unrated_a_rating():
    assert averages(ratings=RatingPolicy("fixed", 1400)) == [1700, 1700, 1700, 1700]
    assert averages(ratings=RatingPolicy("lowest")) == [1700, 1800, 1800, 1700]
    assert averages(ratings=RatingPolicy("average")) == [1700, 1900, 1900, 1700]
    found = standings(RATED, "ARO/U1000")
    assert [found.row(tpn).values[0] for tpn in (1, 2, 3, 4)] == [1700, 1500, 1500, 1700]


def test_art_10_the_first_of_several_ratings_unless_the_regulations_say_otherwise():
    history = ((2, ((1, 1800), (2, 1900))), (4, ((1, 1500), (2, 1300))))

    def with_choice(choice, round_=1):
        return averages(ratings=RatingPolicy(history=history, choice=choice, round=round_))

    assert with_choice("first") == [1700, 1750, 1750, 1700]
    assert with_choice("round", 2) == [1750, 1650, 1650, 1750]
    # Each game with the ratings of its round: 1 met 2 in round 1, 4 met 2 in round 2.
    assert with_choice("each") == [1700, 1650, 1750, 1750]


def test_undefined_values_come_last_in_either_direction():
    state = event({1: "2w= 3w=", 2: "1b= 0-H", 3: "0-H 1b="}, ratings={1: 2000, 2: 1900, 3: 1950})
    values = {"OTHER_X": {1: None, 2: 5, 3: 1}}
    assert order(standings(state, "OTHER_X", external=values)) == [(1, 2), (2, 3), (3, 1)]
    assert order(standings(state, "OTHER_X/R", external=values)) == [(1, 3), (2, 2), (3, 1)]


# Round robin


ROUND_ROBIN = event({1: "4w1 3b1 2w1", 2: "3w1 4b1 1b0", 3: "2b0 1w0 4b1", 4: "1b0 2w0 3w0"})


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB"])
def test_art_8_buchholz_is_refused_in_a_round_robin(code):
    with pytest.raises(UnsuitableTieBreak) as caught:
        standings(ROUND_ROBIN, code, family=Family.ROUND_ROBIN)
    assert caught.value.values["family"] == Said("family.round_robin")
    standings(ROUND_ROBIN, code, family=Family.ROUND_ROBIN, compat="ref")
    standings(ROUND_ROBIN, code, family=Family.ROUND_ROBIN, edition="fide2024")


def test_every_round_robin_code_of_the_checklist_works():
    codes = (
        "DE BPG BWG REP STD SB SB/C1 SB/C2 RTNG/U1500 RTNG/R/U1500 WIN TPN TPN/R "
        "KS KS/L1 KS/L2 KS/L-1 KS/L-2"
    )
    found = standings(ROUND_ROBIN, codes, family=Family.ROUND_ROBIN)
    assert order(found) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    # 3 games: the limit is 1½, then 2, 2½, 1 and ½.
    assert found.rows[0].values[-5:] == (1, 1, 0, 2, 2)


def test_art_15_2_a_forfeit_of_a_round_robin_is_no_game_for_ratings_since_2026():
    state = event(
        {1: "4w1 3b1 2w+", 2: "3w1 4b1 1b-", 3: "2b0 1w0 4b1", 4: "1b0 2w0 3w0"},
        ratings={1: 2000, 2: 1900, 3: 1800, 4: 1700},
    )
    new = standings(state, "ARO REP", family=Family.ROUND_ROBIN)
    old = standings(state, "ARO REP", family=Family.ROUND_ROBIN, edition="fide2024")
    assert [new.row(tpn).values for tpn in (1, 2)] == [(1750, 3), (1750, 2)]
    assert [old.row(tpn).values for tpn in (1, 2)] == [(1800, 3), (1833, 3)]


# Direct encounter


def test_art_4_3_direct_encounter_is_applied_to_the_group_tied_at_its_place():
    state = event(
        {
            1: "2w0 3w1 4b1 5w1 6w=",
            2: "1b1 4w0 3b1 6w1 5b=",
            3: "6w1 1b0 2w0 5b1 4w1",
            4: "5b1 2b1 1w0 6b1 3b0",
            5: "4w0 6b1 0-Z 1b0 2w=",
            6: "3b0 5w0 0-Z 2b0 1b=",
        }
    )
    # 1 and 2 have 3½, 3 and 4 have 3.
    found = standings(state, "DE")
    assert [(row.rank, row.tpn, row.values) for row in found.rows[:4]] == [
        (1, 2, (1,)),
        (2, 1, (2,)),
        (3, 3, (1,)),
        (4, 4, (2,)),
    ]
    working = explain(state, "DE", 3, codes="DE")
    assert working.group == (3, 4)
    (encounter,) = working.tables
    assert (encounter.article, encounter.complete) == ("6.2", True)
    assert [(row.tpn, row.score, row.place) for row in encounter.rows] == [(3, 1, 1), (4, 0, 2)]


def test_art_6_3_the_table_shows_the_best_that_was_possible():
    group = event({1: "2w1 3w1 0-Z", 2: "1b0 0-F 0-F", 3: "0-F 1b0 0-F"})
    found = standings(group, "DE")
    assert [(row.rank, row.tpn, row.values) for row in found.rows] == [
        (1, 1, (1,)),
        (2, 2, (2,)),
        (2, 3, (2,)),
    ]
    first, second = explain(group, "DE", 1, codes="DE").tables
    assert (first.article, first.complete) == ("6.3", False)
    assert [(row.tpn, row.score, row.best) for row in first.rows] == [
        (1, 2, 2),
        (2, 0, 1),
        (3, 0, 1),
    ]
    assert second.group == (2, 3)


def test_art_6_1_1_forfeits_count_only_with_p():
    state = event({1: "2w+ 0-Z", 2: "1b- 0-F"})
    assert order(standings(state, "DE")) == [(1, 1), (1, 2)]
    assert order(standings(state, "DE/P")) == [(1, 1), (2, 2)]


def test_who_is_not_tied_has_no_encounter():
    working = explain(event({1: "2w1", 2: "1b0"}), "DE", 1)
    assert (working.value, working.tables) == (0, ())
    assert [fact.code for fact in working.facts] == ["tiebreaks.not_tied"]


# The working


def test_the_working_says_what_was_cut_and_why():
    state = event(
        {
            1: "5w1 2b= 3w1 6w+ 4b=",
            2: "6b1 1w= 4b= 3w1 0-Z",
            3: "4w1 0-H 1b0 2b0 5w1",
            4: "3b0 6w1 2w= 5b1 1w=",
            5: "1b0 0-U 6b= 4w0 3b0",
            6: "2w0 4b0 5w= 1b- 0-Z",
        }
    )
    working = explain(state, "BH/C2", 2)
    assert (working.value, working.text, working.article) == (exact("9.5"), "9.5", "8.1")
    assert [(s.opponent, s.kind, s.score, s.cut) for s in working.steps] == [
        (6, "game", 1, "least"),
        (1, "game", 4, ""),
        (4, "game", 3, ""),
        (3, "game", exact("2.5"), ""),
        (0, "zero_bye", exact("2.5"), "voluntary"),
    ]
    adjusted, cut = working.steps[0].facts
    assert (adjusted.code, adjusted.article, adjusted.players) == (
        "tiebreaks.score.adjusted",
        "16.3",
        (6,),
    )
    assert adjusted.values == (("score", "0.5"), ("adjusted", "1"), ("rounds", "5"))
    assert (cut.code, cut.article) == ("tiebreaks.cut.least", "14.1")
    dummy, voluntary = working.steps[4].facts
    assert (dummy.code, dummy.article) == ("tiebreaks.score.dummy_bye", "16.4.2")
    assert dummy.values == (("own", "3"), ("score", "2.5"), ("ceiling", "2.5"))
    assert (voluntary.code, voluntary.article) == ("tiebreaks.cut.voluntary", "16.5")
    forfeit = explain(state, "BH", 1).steps[3].facts[0]
    assert (forfeit.code, forfeit.article, forfeit.players) == (
        "tiebreaks.score.dummy_forfeit",
        "16.4.1",
        (6,),
    )


# Categories


PEOPLE = TournamentState(
    players=(
        Player(1, sex="w", rating=2100, birth_date="2010/05/01", federation="TUR", club="A"),
        Player(2, sex="m", rating=1500, birth_date="1958", federation="TUR", club="B"),
        Player(3, sex="w", rating=0, birth_date="", federation="GER"),
        Player(4, sex="m", rating=1400, birth_date="2008/00/00", federation="TUR", club="A"),
    ),
    rounds=(),
    total_rounds=1,
)


@pytest.mark.parametrize(
    ("category", "members"),
    [
        (Category("women", sex="w"), {1, 3}),
        (Category("u18", born_from=2008), {1, 4}),
        (Category("seniors", born_to=1961), {2}),
        (Category("girls", sex="w", born_from=2008), {1}),
        (Category("below 1500", rating_below=1500), {3, 4}),
        (Category("1400 to 2000", rating_from=1400, rating_below=2000), {2, 4}),
        (Category("club", clubs=frozenset({"A"})), {1, 4}),
        (Category("guests", federations=frozenset({"GER", "AZE"})), {3}),
    ],
    ids=lambda value: value.key if isinstance(value, Category) else "",
)
def test_categories(category, members):
    assert members_of(PEOPLE, category) == members


# Advice


def codes_of(facts):
    return [(fact.code.removeprefix("tiebreaks."), dict(fact.values)["code"]) for fact in facts]


def test_a_list_that_makes_no_sense_is_refused_or_warned_about():
    found = advice("BH/C1 SB BPG", Family.ROUND_ROBIN, 9)
    assert codes_of(found) == [("refuse.family", "BH/C1"), ("warn.colours_fixed", "BPG")]
    assert [fact.article for fact in found] == ["8.1", "7.3"]
    assert codes_of(advice("BPG", Family.ROUND_ROBIN, 9, edition="handbook")) == [
        ("refuse.family", "BPG")
    ]
    with pytest.raises(UnsuitableTieBreak):
        standings(ROUND_ROBIN, "BPG", edition="handbook", family=Family.ROUND_ROBIN)
    assert codes_of(advice("BH", Family.ROUND_ROBIN, 9, edition="fide2024")) == [
        ("warn.family", "BH")
    ]
    assert codes_of(advice("KS", Family.SWISS, 9)) == [("warn.family", "KS")]


def test_five_values_should_be_left_when_a_median_is_taken():
    assert advice("BH/M1", Family.SWISS, 7, edition="handbook") == ()
    (fact,) = advice("BH/M1", Family.SWISS, 5, edition="handbook")
    assert (fact.code, fact.values) == (
        "tiebreaks.warn.median_few_rounds",
        (("code", "BH/M1"), ("rounds", 5), ("left", 3)),
    )
    assert codes_of(advice("BH/M1", Family.SWISS, 6)) == [("warn.median_few_rounds", "BH/M1")]


def test_the_handbook_wants_the_parts_of_a_median_in_order():
    swiss = Family.SWISS
    assert advice("BH/C1 BH/C2", swiss, 9, edition="handbook") == ()
    assert codes_of(advice("BH/C2", swiss, 9, edition="handbook")) == [
        ("warn.part_missing", "BH/C2")
    ]
    assert codes_of(advice("BH/M2 BH/M1", swiss, 9, edition="handbook")) == [
        ("warn.part_missing", "BH/M2")
    ]
    assert codes_of(advice("BH/C1", swiss, 9, edition="handbook")) == [("warn.cut_alone", "BH/C1")]
    assert advice("BH/C1", swiss, 7, edition="handbook") == ()


def test_rating_tie_breaks_with_unrated_players_or_in_long_events():
    swiss = Family.SWISS
    assert codes_of(advice("ARO BH", swiss, 9, unrated=3)) == [("warn.unrated_players", "ARO")]
    assert advice("ARO", swiss, 9, unrated=3, unrated_policy="fixed") == ()
    assert advice("ARO/U1400", swiss, 9, unrated=3) == ()
    assert codes_of(advice("TPR", swiss, 9, days=31)) == [("warn.rating_long_event", "TPR")]
    assert advice("TPR", swiss, 9, days=30) == ()


def test_codes_without_effect():
    swiss = Family.SWISS
    assert codes_of(advice("BH LOT SB", swiss, 9)) == [("warn.after_lots", "SB")]
    assert codes_of(advice("BH SB BH", swiss, 9)) == [("warn.repeated", "BH")]
    assert advice("DE BH DE", swiss, 9) == ()
    assert codes_of(advice("BH/C3", swiss, 3)) == [("warn.nothing_left", "BH/C3")]


def test_codes_for_the_other_kind_of_event():
    assert codes_of(advice("EDE BH:MP", Family.SWISS, 9)) == [
        ("refuse.scope", "EDE"),
        ("refuse.scope", "BH:MP"),
    ]
    assert codes_of(advice("ARO", Family.SWISS, 9, teams=True)) == [("refuse.scope", "ARO")]
    assert codes_of(advice("BC MPvGP BC", Family.SWISS, 9, teams=True)) == [
        ("warn.board_count_unequal", "BC"),
        ("warn.repeated", "BC"),
    ]


def test_row_50_the_recommended_lists_of_seven_types_of_event():
    handbook = [one for one in RECOMMENDED if one.edition == "handbook"]
    assert len(handbook) == 7
    assert recommended("handbook.individual_berger").codes == ("PTS", "DE", "SB", "WIN", "KS")
    assert recommended("handbook.swiss_mostly_rated").codes == (
        "PTS",
        "BH",
        "SB",
        "PS",
        "WIN",
        "DE",
    )


@pytest.mark.parametrize("one", RECOMMENDED, ids=lambda one: one.key)
def test_row_50_every_ready_list_can_be_used_without_objection(one):
    facts = advice(one.codes, one.family, 9, edition=one.edition, teams=one.teams)
    assert [fact for fact in facts if "refuse" in fact.code] == []
    if one.teams:
        found = team_standings(
            team_event(), one.codes, edition=one.edition, family=one.family, seed=1
        )
        assert len(found.rows) == 5
    else:
        state = ROUND_ROBIN if one.family is Family.ROUND_ROBIN else RATED
        found = standings(state, one.codes, edition=one.edition, family=one.family, seed=1)
        assert len(found.rows) == 4


def test_there_is_a_list_for_everybody():
    for edition in ("fide2026", "fide2024", "handbook"):
        lists = [default_list(edition, f, teams=t) for f in Family for t in (False, True)]
        assert len(lists) >= 4 and all(lists)


# Text


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        ("BH", 12, "12.0"),
        ("BH", Fraction(25, 2), "12.5"),
        ("SB", Fraction(29, 4), "7.25"),
        ("SB", Fraction(1, 1000), "0.001"),
        ("WIN", 3, "3"),
        ("WIN", None, "-"),
        ("PTS", Fraction(-1, 2), "-0.5"),
        ("ARO", 2014, "2014"),
    ],
)
def test_values_as_text(code, value, text):
    assert format_value(code, value) == text
