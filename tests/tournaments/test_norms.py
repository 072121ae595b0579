"""Title norms by FIDE B.01 art. 1.4: the arithmetic and the mix of the opponents."""

import pytest

from tests import factories
from tournaments.core.norms import TITLES, NormGame, norm_of, open_titles, performance
from tournaments.models import Tournament
from tournaments.queries.results.corrections import simulate

GM, IM, WGM, WIM = TITLES
WON, DRAWN, LOST = 2, 1, 0
#: nine opponents that suit every title: 4 GM, 5 others with titles, three federations
MIX = [("GM", "AZE")] * 4 + [("IM", "GEO")] * 3 + [("FM", "TUR")] * 2
SIX_AND_A_HALF = [WON] * 5 + [DRAWN] * 3 + [LOST]


def games(average, halves=SIX_AND_A_HALF, mix=MIX):
    return [
        NormGame(average, title, federation, points)
        for (title, federation), points in zip(mix, halves, strict=True)
    ]


def test_art_1_4_9_six_and_a_half_of_nine_need_an_average_of_2434_for_a_grandmaster_norm():
    found = norm_of(GM, games(2434), "TUR")
    assert (found.percent, found.rating) == (72, 2600)
    assert norm_of(GM, games(2433), "TUR") is None


def test_art_1_4_6_one_opponent_only_is_raised_to_the_floor_and_the_unrated_count_1400():
    low = [NormGame(2500, *one, 1) for one in MIX]
    low[7] = NormGame(1900, "FM", "TUR", 1)
    low[8] = NormGame(0, "FM", "TUR", 1)
    assert performance(low, 2200).average == round((7 * 2500 + 1900 + 2200) / 9)
    assert performance(low).average == round((7 * 2500 + 1900 + 1400) / 9)


@pytest.mark.parametrize(
    ("mix", "why"),
    [
        ([("GM", "AZE")] * 4 + [("CM", "GEO")] * 5, "1.4.5 a: half of them title-holders"),
        ([("GM", "AZE")] * 2 + [("IM", "GEO")] * 7, "1.4.5 b: three grandmasters"),
        ([("GM", "AZE")] * 3 + [("IM", "TUR")] * 6, "1.4.4: at most 5 of the own federation"),
        ([("GM", "AZE")] * 7 + [("IM", "GEO")] * 2, "1.4.4: at most 6 of one federation"),
        ([("GM", "AZE")] * 5 + [("IM", "TUR")] * 4, "1.4.3: two other federations"),
    ],
)
def test_art_1_4_3_to_5_the_mix_of_the_opponents(mix, why):
    assert norm_of(GM, games(2500), "TUR") is not None
    assert norm_of(GM, games(2500, mix=mix), "TUR") is None, why


def test_opponents_under_fides_flag_count_as_games_but_as_no_federation():
    seven = [("GM", "FID")] * 7
    assert norm_of(GM, games(2500, mix=[*seven, ("IM", "GEO"), ("IM", "AZE")]), "TUR")
    assert norm_of(GM, games(2500, mix=[*seven, ("IM", "GEO"), ("IM", "GEO")]), "TUR") is None


def test_art_1_4_1_fewer_than_nine_games_are_no_norm_and_of_more_some_may_be_left_out():
    assert norm_of(IM, games(2500)[:8], "TUR") is None
    beaten = NormGame(1500, "", "TUR", WON)
    eleven = [*games(2434)[:4], beaten, beaten, *games(2434)[4:]]
    assert performance(eleven, GM.floor).average < GM.average
    assert norm_of(GM, eleven, "TUR").rating == 2604  # one of the two left out
    outside = NormGame(2600, "GM", "NON", WON)
    assert norm_of(GM, [*games(2434)[:8], outside], "TUR") is None


def test_art_1_4_8_the_average_of_the_opponents_and_35_per_cent():
    all_won = [WON] * 9
    assert norm_of(GM, games(2379, all_won), "TUR") is None
    assert norm_of(GM, games(2380, all_won), "TUR").rating == 3180
    three = [DRAWN] * 6 + [LOST] * 3
    assert norm_of(GM, games(2900, three), "TUR") is None


def test_titles_of_women_are_for_women_and_nobody_needs_what_he_has():
    assert [one.name for one in open_titles("", "m")] == ["GM", "IM"]
    assert [one.name for one in open_titles("", "w")] == ["GM", "IM", "WGM", "WIM"]
    assert [one.name for one in open_titles("IM", "w")] == ["GM"]
    assert open_titles("GM", "m") == []


@pytest.mark.django_db
def test_a28_the_simulation_of_a_correction_says_which_norm_it_gives_or_takes(client):
    """The first of a round robin of ten: a won game more or less is an IM norm more or less."""
    made = factories.tournament(
        10, system="handbook.round_robin", total_rounds=9, tie_breaks=["DE", "SB"]
    )
    made.entries.exclude(tpn=1).update(title="IM", fide_rating=2400)
    for federation, numbers in (("AZE", (2, 3, 4, 5)), ("GEO", (6, 7, 8))):
        made.entries.filter(tpn__in=numbers).update(federation=federation)
    candidate = made.entries.get(tpn=1)
    for number in range(1, 10):
        factories.pair(made, number)
        factories.publish(made, number)
        for board in made.rounds.get(number=number).pairings.all():
            board.result = "=="
            if candidate.pk in (board.white_id, board.black_id) and number in (2, 5, 8):
                board.result = "10" if board.white_id == candidate.pk else "01"
            board.save()
    made = Tournament.objects.get(pk=made.pk)
    board = next(
        one
        for one in made.rounds.get(number=8).pairings.select_related("round")
        if candidate.pk in (one.white_id, one.black_id)
    )
    [move] = [one for one in simulate(made, board, "==").norms if one.entry.pk == candidate.pk]
    # 6 of 9: 67 per cent, dp 125; 5½ of 9: 61 per cent, dp 80
    assert (move.performance_before, move.performance_after) == (2525, 2480)
    assert (move.norms_before, move.norms_after) == ("IM", "IM")
    lost = "01" if board.white_id == candidate.pk else "10"
    [worse] = [one for one in simulate(made, board, lost).norms if one.entry.pk == candidate.pk]
    assert (worse.performance_after, worse.norms_after) == (2443, "")
    client.force_login(factories.chief_of(made))
    at = f"/en/desk/{made.event.slug}/{made.slug}/rounds/8/boards/{board.board}/"
    page = client.get(f"{at}?result={lost}").content.decode()
    assert "Title norms" in page and "2443" in page
