"""The handbook's pairing cards with tie-breaks, and its list of adjusted scores, on its own
event of 18 players (tie-breaks, tables 1, 2, 5, 7-9 and 11)."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tournaments.documents.catalogue import PAPERS
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Pairing, Round
from tournaments.queries.standings.score_cards import score_cards
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.withdrawals import withdraw_player

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parents[2] / "cases" / "tiebreaks" / "handbook_examples.json"
EXAMPLES = json.loads(CASES.read_text())
#: by White's and Black's result
CODES = {
    ("1", "0"): "10",
    ("0", "1"): "01",
    ("1/2", "1/2"): "==",
    ("+", "-"): "+-",
    ("-", "+"): "-+",
}
UMAY = 11


@pytest.fixture(scope="module")
def event_once(standing):
    table = EXAMPLES["tb-table-18"]["input"]["table"]
    made = factories.tournament(
        len(table),
        total_rounds=7,
        tie_breaks=["BH", "SB"],
        tie_break_edition="handbook",
        system="handbook.dutch",
    )
    people = {row["number"]: row for row in table}
    entries = {entry.tpn: entry for entry in made.entries.all()}
    for number, entry in entries.items():
        Entry.objects.filter(pk=entry.pk).update(name=people[number]["name"])
    for number in range(1, 8):
        round_, _created = Round.objects.get_or_create(tournament=made, number=number)
        Round.objects.filter(pk=round_.pk).update(status=Round.Status.FINISHED)
        board = 0
        for white in table:
            own = white["rounds"][number - 1]
            if own["colour"] != "W":
                continue
            board += 1
            other = people[own["opponent"]]["rounds"][number - 1]
            Pairing.objects.create(
                round=round_,
                board=board,
                white=entries[white["number"]],
                black=entries[own["opponent"]],
                result=CODES[own["result"], other["result"]],
            )
    made.refresh_from_db()
    return made


@pytest.fixture
def event(event_once):
    return deepcopy(event_once)


def card_of(tournament, tpn, **given):
    found = score_cards(tournament, **given)
    return next(card for card in found.cards if card.entry.tpn == tpn)


def test_tables_2_and_5_the_card_of_umay(event):
    card = card_of(event, UMAY)
    assert [one.total for one in card.rounds] == ["0", "1", "1", "2", "3", "3", "4"]
    assert [one.cell.mark for one in card.rounds] == ["0", "1", "0", "1", "+", "0", "1"]
    assert [one.cell.opponent.tpn for one in card.rounds] == [2, 16, 1, 12, 9, 7, 6]
    assert [one.values.solkoff for one in card.rounds] == ["5", "2½", "4", "4", "3", "4½", "3"]
    assert (card.points, card.adjusted, card.sums.solkoff) == ("4", "3.5", "26.0")
    assert card.as_half == (5,)


def test_table_7_the_median_leaves_out_the_lowest_and_the_highest(event):
    card = card_of(event, UMAY)
    medians = [one.values.median for one in card.rounds]
    assert medians == ["(5)", "(2½)", "4", "4", "3", "4½", "3"]
    assert card.sums.median == "18.5"


@pytest.mark.parametrize(("code", "total"), [("BH/C1", "23.5"), ("BH/C2", "20.5")])
def test_tables_8_and_9_the_column_of_the_median_takes_what_the_regulations_name(
    event, code, total
):
    event.tie_breaks = ["BH", code]
    event.save()
    assert card_of(event, UMAY).sums.median == total


def test_table_11_berger_multiplies_by_what_was_won(event):
    card = card_of(event, UMAY)
    assert [one.values.berger for one in card.rounds] == ["0", "2½", "0", "4", "3", "0", "3"]
    assert card.sums.berger == "12.50"


def test_every_card_has_the_values_of_the_standings(event):
    found = score_cards(event)
    place = found.table.codes.index("BH"), found.table.codes.index("SB")
    assert len(found.cards) == 18
    for card, row in zip(found.cards, found.table.rows, strict=True):
        assert card.entry == row.entry
        assert (card.sums.solkoff, card.sums.berger) == tuple(row.values[i] for i in place)
        listed = EXAMPLES["tb-table-18-all-computed"]["expected"]["values"][str(row.entry.tpn)]
        assert float(card.sums.solkoff) == listed["buchholz"]
        assert float(card.sums.median) == listed["median1"]
        assert float(card.sums.berger) == listed["sb"]


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ["TOTAL", "Med.", "Sol.", "Ber.", "Adjusted score: 3.5"]),
        ("tr", ["TOPLAM", "Med.", "Sol.", "Ber.", "Ayarlanmış puan: 3,5"]),
        ("tr+en", ["TOPLAM", "TOTAL", "Ayarlanmış puan / Adjusted score: 3,5"]),
    ],
)
def test_the_card_on_paper(event, language, heads):
    umay = event.entries.get(tpn=UMAY)
    paper = document(event, "score_cards", 7, language, cards=str(umay.pk))
    text = words(paper)
    for head in heads:
        assert head in text
    assert "Buchholz" in text
    assert "UMAY" in text and "ULYA" in text and "EZGİ" in text
    sign = "." if language == "en" else ","
    assert all(value.replace(".", sign) in text for value in ("18.5", "26.0", "12.50"))


def test_those_level_on_points_are_taken_out_as_the_handbook_does(event):
    paper = document(event, "score_cards", 7, cards="level")
    alone = {5, 2, 14, 16, 17}  # 5½, 5, 3½, 2½ and 1 points
    shown = {key.split(".")[1] for key in paper.rows}
    assert shown == {f"p{entry.pk}" for entry in event.entries.all() if entry.tpn not in alone}
    everybody = document(event, "score_cards", 7)
    assert len({key.split(".")[1] for key in everybody.rows}) == 18
    assert len(reader(everybody).pages) < 8


def test_the_list_of_adjusted_scores_is_by_number_or_by_name(event):
    paper = document(event, "adjusted_scores", 7, "tr")
    umay, ulya = event.entries.get(tpn=11), event.entries.get(tpn=9)
    assert paper.rows[f"1.p{umay.pk}"] == "11 · UMAY · 4 · 5 (+) · 3,5"
    assert paper.rows[f"1.p{ulya.pk}"] == "9 · ULYA · 3 · 5 (−) · 3,5"
    assert words(paper).index("ŞAHİN") < words(paper).index("CANDAN")
    named = words(document(event, "adjusted_scores", 7, "tr", order="name"))
    assert named.index("CANDAN") < named.index("ŞAHİN")


def test_half_way_they_say_that_they_are_not_final_and_name_the_bye():
    made = factories.tournament(5, tie_break_edition="handbook", tie_breaks=["BH"])
    factories.play(made, 1)
    cards, scores = (document(made, kind, 1) for kind in ("score_cards", "adjusted_scores"))
    assert "not final" in words(cards) and "not final" in words(scores)
    assert "bye" in words(cards)
    assert "· 1 (1) ·" in "\n".join(scores.rows.values())


def test_in_fides_edition_a_bye_that_was_asked_for_counts_as_a_draw():
    made = factories.tournament(6, tie_breaks=["BH"])
    entry = made.entries.get(tpn=6)
    chief = factories.chief_of(made)
    confirmed(grant_bye, tournament=made, entry=entry, round_number=1, kind="Z", by=chief)
    factories.play(made, 1)
    paper = document(made, "adjusted_scores", 1)
    assert paper.rows[f"1.p{entry.pk}"] == "6 · Player 006 · 0 · 1 (0) · 0.5"
    assert "C.07 art. 16" in words(paper)


def test_names_of_minors_are_short_where_the_event_shows_them_so(event):
    event.event.shorten_minors = True
    event.event.save()
    Entry.objects.filter(tournament=event, tpn=UMAY).update(
        name="Umay, Ayşe", birth_date="2016-01-01"
    )
    for kind in ("score_cards", "adjusted_scores"):
        assert "Ayşe" not in words(document(event, kind, 7))


def test_only_formats_with_opponents_by_score_have_them():
    for kind in ("score_cards", "adjusted_scores"):
        fits = PAPERS[kind].fits
        for system, wanted in (
            ("fide2026.dutch", True),
            ("handbook.lim", True),
            ("handbook.round_robin", False),
            ("handbook.knockout", False),
            ("handbook.team_round_robin", False),
        ):
            assert fits(factories.tournament(system=system).format) is wanted


def test_who_came_late_who_left_and_who_did_not_come_have_their_rounds_too():
    made = factories.tournament(
        7, tie_break_edition="handbook", tie_breaks=["BH", "SB"], late_entries_until=2
    )
    chief = factories.chief_of(made)
    factories.play(made, 1)
    gone = made.entries.get(tpn=2)
    confirmed(withdraw_player, tournament=made, entry=gone, by=chief)
    late = factories.enter_one(made, {"name": "Late", "fide_rating": 1500})
    factories.play(made, 3, first=2)
    board = made.rounds.get(number=3).pairings.filter(board=1)
    board.update(result="+-")
    made.refresh_from_db()
    found = score_cards(made, 3)
    assert [len(card.rounds) for card in found.cards] == [3] * len(found.cards)
    cards = {card.entry.pk: card for card in found.cards}
    assert cards[gone.pk].as_half[-2:] == (2, 3)
    assert 1 in cards[late.pk].as_half
    assert cards[board[0].white_id].rounds[2].cell.mark == "+"
    for kind in ("score_cards", "adjusted_scores"):
        for language in ("tr", "en", "tr+en"):
            assert "Late" in words(document(made, kind, 3, language))
