"""The forms for title norms: every figure with its article, and what does not count is said."""

import pytest

from tests import factories
from tests.tournaments.views.test_norm_page import page_of, play
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Translator
from tournaments.models import Tournament
from tournaments.queries.standings.norm_forms import Met, event_figures, norm_cards

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_once(standing):
    """A round robin of ten in which player 1 makes an IM norm with six points."""
    made = factories.tournament(
        10, system="handbook.round_robin", total_rounds=9, tie_breaks=["DE", "SB"],
        time_control="90 min + 30 s",
    )  # fmt: skip
    made.entries.exclude(tpn=1).update(title="IM", fide_rating=2400)
    made.entries.filter(tpn=1).update(title="", fide_rating=2380, fide_id="6300001")
    for federation, numbers in (("AZE", (2, 3, 4, 5)), ("GEO", (6, 7, 8))):
        made.entries.filter(tpn__in=numbers).update(federation=federation)
    return play(made, 9, {2, 5, 8})


@pytest.fixture
def made(made_once):
    return Tournament.objects.get(pk=made_once.pk)


def said(tournament, kind, **options):
    request = PaperRequest(tournament, None, Translator("en"), options)
    sheet = PAPERS[kind].build(request)
    return sheet, "\n".join(sheet.rows().values())


def test_it1_is_filled_with_the_games_and_each_figure_has_its_article(made):
    sheet, text = said(made, "it1")
    assert len(sheet.sections) == 1
    assert "IM" in str(sheet.sections[0].title)
    for line in (
        "Title sought · IM · 0.3",
        "FIDE ID · 6300001",
        "Games · 9 · 1.4.1",
        "Average rating of the opponents · 2400 · 1.4.6, 1.4.7",
        "Score · 6 (67 %) · 1.4.8 b",
        "Score required · 5½ · 1.4.8",
        "Points above the norm · ½ · 1.4.1 d",
        "Performance · 2400 + 125 = 2525 · 1.4.8, 1.4.9",
        "Other federations · 2 · 1.4.3",
        "Rated opponents · 9 · 1.4.6",
        "With the title needed, and the least · 9 (≥ 3) · 1.4.5 b–e",
        "Worth so many games of the 27 · 9 · 1.4.1 d, 1.5.1",
    ):
        assert line in text, line
    (card,) = norm_cards(made)
    assert [line.round for line in card.lines] == list(range(1, 10))


def test_it1_of_one_player_says_why_there_is_no_norm(made):
    entry = made.entries.get(tpn=1)
    sheet, text = said(made, "it1", player=str(entry.pk))
    assert [card.title for card in norm_cards(made, entry.pk)] == ["GM", "IM"]
    assert len(sheet.sections) == 2
    assert "The performance is too low. · 1.4.8" in text
    assert "Too few opponents have the title that is needed. · 1.4.5 b–e" in text


def test_a_forfeit_does_not_count_and_the_form_says_by_which_article(made):
    row = made.rounds.get(number=3).pairings.filter(white__tpn=1).first()
    row = row or made.rounds.get(number=3).pairings.get(black__tpn=1)
    row.result = "+-" if row.white.tpn == 1 else "-+"
    row.save()
    _sheet, text = said(made, "it1", player=str(made.entries.get(tpn=1).pk))
    assert "3 · not played over the board · 1.4.2 c" in text
    assert "Eight games and one without play count as nine · yes · 1.4.1 c" in text


def test_it3_counts_the_event_and_lists_the_norms(made):
    _sheet, text = said(made, "it3")
    for line in (
        "Players · 10",
        "Rated players · 10",
        "Players of the host federation · 3 · 1.4.3 d",
        "Federations · 3 · 1.4.3",
        "Title-holders · IM 9 · 1.4.5",
        "Player 001 · 6300001 · TUR · IM · 9 · 6 · 5½ · 2525",
        "Registered with FIDE 30 days before it begins · not known here: to be checked · 1.1.1",
        "No public text of this form was at hand",
    ):
        assert line in text, line


def test_what_the_event_does_not_meet_is_refused_with_its_article(made):
    chief = factories.chief_of(made)
    chief.licence, chief.fide_id = "NA", "6300001"  # who also plays
    chief.save()
    found = {one.code: one.met for one in event_figures(made).requirements}
    assert found["chief"] is found["no_playing_arbiter"] is Met.NO
    assert found["format"] is found["standard"] is Met.YES
    _sheet, text = said(made, "it3")
    assert "The chief arbiter is an IA or FA · NOT met: norms of this event do not count" in text
    chief.licence = "IA"
    chief.save()
    assert {one.code: one.met for one in event_figures(made).requirements}["chief"] is Met.YES


def test_more_than_two_rounds_a_day_are_refused(made):
    for round_ in made.rounds.all():
        round_.starts_at = "2026-11-21T09:00Z" if round_.number < 4 else "2026-11-22T09:00Z"
        round_.save()
    found = {one.code: one.met for one in event_figures(made).requirements}
    assert found["rounds_a_day"] is Met.NO


def test_it4_names_the_day_until_which_the_event_is_registered(made):
    _sheet, text = said(made, "it4")
    assert "To be registered until · 2026-10-22 · 1.1.1" in text


@pytest.mark.parametrize(("kind", "licence", "pages"), [
    ("fa1", "", 1), ("fa1", "FA", 0), ("ia1", "FA", 1), ("ia1", "IA", 0),
])  # fmt: skip
def test_a_report_on_each_arbiter_who_has_not_the_title(made, kind, licence, pages):
    chief = factories.chief_of(made)
    chief.licence = licence
    chief.save()
    sheet, text = said(made, kind)
    assert text.count("Arbiter · ") == pages or not pages
    if not pages:
        assert "has the title already" in text
    else:
        assert "Rated players · 10" in text
        assert "not at hand in whole" in text
        assert len(sheet.sections) == pages


@pytest.mark.parametrize("kind", ["it1", "it3", "it4", "fa1", "ia1"])
def test_in_rapid_chess_the_forms_say_that_norms_are_of_standard_chess(kind):
    made = factories.tournament(4, rating_type="rapid")
    _sheet, text = said(made, kind)
    assert text
    if kind == "it1":
        assert (
            text == "Title norms are made in standard chess, where players are ranked one by one."
        )
    if kind in ("it3", "it4"):
        assert "Standard chess · NOT met: norms of this event do not count · 0.1" in text


def test_the_page_says_what_each_outcome_of_the_last_game_makes(client):
    made = factories.tournament(
        10, system="handbook.round_robin", total_rounds=9, tie_breaks=["DE", "SB"]
    )
    made.entries.exclude(tpn=1).update(title="IM", fide_rating=2400)
    made.entries.filter(tpn=1).update(title="", fide_rating=2380)
    for federation, numbers in (("AZE", (2, 3, 4, 5)), ("GEO", (6, 7, 8))):
        made.entries.filter(tpn__in=numbers).update(federation=federation)
    played = play(made, 8, {2, 5})
    factories.pair(played, 9)
    factories.publish(played, 9)
    text = page_of(client, Tournament.objects.get(pk=played.pk))
    assert "IM IM – a draw is enough" in text  # won, drawn, lost
    assert "Certificates (IT1)" in text
