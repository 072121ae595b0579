"""The PDFs say what the database says."""

import zipfile
from copy import deepcopy
from io import BytesIO

import pytest

from pairing.formats import DEFAULT, FORMATS
from pairing.state import format_score
from scripts.bench import events
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, reader, words
from tests.truth.paper import Paper
from tournaments.documents.catalogue import BUNDLE, BUNDLES, PAPERS, Needs
from tournaments.documents.making import html_of, sheet_of
from tournaments.documents.qr import as_data
from tournaments.documents.render import _WATERMARK
from tournaments.documents.request import PaperRequest
from tournaments.documents.tables import crosstable
from tournaments.documents.translator import Translator
from tournaments.models import Entry, Tournament
from tournaments.queries.rounds.reasons import round_reasons, why_this_opponent
from tournaments.queries.rounds.sheets import round_sheet
from tournaments.queries.standings.crosstable import cross_table
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.listing import enter_players
from tournaments.wording.results import printed_result

pytestmark = pytest.mark.django_db

LONG = "Müftüoğlu-Karaosmanoğlu, Muhammed-Abdülkerim Ümmügülsüm"


@pytest.fixture(scope="module")
def played_once(standing):
    """Seven players, two rounds: every round has a bye; names of many alphabets."""
    made = factories.tournament(0, total_rounds=5)
    names = (LONG, "Işık, İnci", "Đặng, Þóra", "Щербакова, Наталья", "Παπαδόπουλος, Ελένη")
    rows = [
        {"name": name, "fide_rating": 2500 - 10 * n, "title": "WGM", "federation": "TUR"}
        for n, name in enumerate((*names, "Çağlar, Şükrü", "Łukasiewicz, Łucja"))
    ]
    enter_players(tournament=made, by=factories.chief_of(made), rows=rows)
    factories.play(made, 2)
    return made


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def lines_of(text: str, lines: list[str]) -> list[bool]:
    """For each line, True if it stands in the text; a name that takes two lines is looked for in
    parts."""
    return [
        line in text if LONG not in line else all(part in text for part in line.split(LONG)[1:])
        for line in lines
    ]


def test_pairings_name_every_board_with_its_players_and_points(played):
    text = words(document(played, "pairings", 2))
    boards = round_sheet(played.rounds.get(number=2)).boards
    lines = []
    for row in boards:
        white, black = row.pairing.white, row.pairing.black
        before = format_score(row.white_score), format_score(row.black_score)
        left = f"{row.pairing.board} {white.tpn} WGM {white.name} {white.rating} {before[0]}"
        lines += [left, f"{before[1]} WGM {black.name} {black.rating} {black.tpn}"]
    assert lines_of(text, lines) == [True] * 2 * len(boards)
    assert "Round 2" in text and "1 / 1" in text


def test_results_print_every_result(played):
    text = words(document(played, "results", 1))
    results = [row.pairing.result for row in round_sheet(played.rounds.get(number=1)).boards]
    assert [f"0 {printed_result(code)} 0" in text for code in results] == [True] * 3


def test_standings_have_the_numbers_of_the_page(played):
    text = words(document(played, "standings", 2))
    lines = [
        f"WGM {row.entry.name} {row.entry.rating} TUR {format_score(row.score)} "
        + " ".join(row.values)
        for row in standings_table(played, 2).rows
    ]
    assert lines_of(text, lines) == [True] * 7
    assert "not final" in text


def test_a_category_is_ranked_among_itself(played):
    Entry.objects.filter(tournament=played, tpn__in=(2, 5)).update(sex="w")
    made = document(played, "standings", 2, category="women")
    women = [row for row in standings_table(played, 2).rows if row.entry.tpn in (2, 5)]
    assert sorted(text.split(" · ")[:2] for text in made.rows.values()) == [
        [str(place), str(row.rank)] for place, row in enumerate(women, start=1)
    ]


def test_the_cross_table_carries_every_game(played):
    made = document(played, "crosstable", 2)
    text = words(made)
    lines = cross_table(played, 2).rows
    assert len(lines) == played.entries.count()
    for line in lines:
        assert len(line.cells) == 2
        for cells in line.cells:
            for cell in cells:
                mark = f"– {cell.mark}"
                if cell.opponent:
                    mark = f"{cell.opponent.tpn}{cell.colour}{cell.mark}"
                assert mark in made.rows[f"1.p{line.row.entry.pk}"]
                assert mark in text


def test_a_cell_of_the_cross_table_names_one_player_and_the_head_says_what():
    made = factories.tournament(8, total_rounds=5, tie_breaks=[])
    factories.pair(made, 1)
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    cross = cross_table(made, 1)
    assert len({line.row.rank for line in cross.rows}) < 8  # ranks are shared
    for line in cross.rows:
        ((cell,),) = line.cells
        assert cell.number == cell.opponent.tpn
    paper = document(made, "crosstable", 1)
    for line in cross.rows:
        head = paper.rows[f"1.p{line.row.entry.pk}"].split(" · ")
        assert head[:2] == [f"{line.row.rank}=", str(line.row.entry.tpn)]
    assert "against number 12" in words(paper)


def test_a_shared_place_of_the_cross_table_has_the_sign_of_the_standings(client):
    made = factories.tournament(4, total_rounds=3, tie_breaks=[])
    factories.pair(made, 1)
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    rows = standings_table(made, 1).rows
    ranks = [f"{row.rank}{'=' if row.shared else ''}" for row in rows]
    assert "1=" in ranks
    on_paper = Paper(bytes(document(made, "crosstable", 1).content)).tables[0][1:]
    assert [row[0].text for row in on_paper] == ranks
    page = Page(client.get(f"/en/e/{made.event.slug}/{made.slug}/crosstable/1/"))
    assert [row[0].replace(" ", "") for row in page.rows("table.cross tbody tr")] == ranks
    data = client.get(f"/api/v1/tournaments/{made.pk}/crosstable/").json()["rows"]
    assert [row["shared"] for row in data] == [row.shared for row in rows]


def test_a_round_robin_s_heads_are_the_numbers_of_the_opponents():
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    factories.play(made, 1)
    cross = cross_table(made)
    assert list(cross.heads) == [line.row.entry.tpn for line in cross.rows]


@pytest.mark.parametrize(("rounds", "css"), [(3, ""), (8, "wide")])
def test_a_cross_table_lies_across_the_page_where_its_fields_would_be_too_narrow(rounds, css):
    played = events.swiss(12, rounds)
    Tournament.objects.filter(pk=played.pk).update(tie_breaks=["BH", "SB", "DE", "WIN", "BPG"])
    played.refresh_from_db()
    request = PaperRequest(played, played.rounds.last(), Translator("en"))
    assert crosstable(request).sections[0].css == css


def test_names_are_never_cut(played):
    for kind in ("pairings_by_name", "plates", "badges", "slips"):
        needs_round = PAPERS[kind].per_round
        text = words(document(played, kind, 2 if needs_round else None))
        names = LONG.replace(",", "").split()
        assert len(names) > 1 and all(name in text.replace("- ", "-") for name in names), kind


OF_PLAYERS = [
    kind for kind, paper in PAPERS.items() if kind not in BUNDLES and paper.fits(FORMATS[DEFAULT])
]


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_every_paper_is_made_in_both_languages_side_by_side(played, kind):
    number = 2 if PAPERS[kind].per_round else None
    made = document(played, kind, number, "tr+en", paper="Letter")
    pdf = reader(made)
    assert made.pages == len(pdf.pages) > 0
    size = {round(float(side)) for side in pdf.pages[0].mediabox[2:]}
    assert size == {612, 792}
    root = pdf.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] == True  # noqa: E712  # a PDF's own true
    assert root["/Lang"] == "tr"
    assert played.full_name in pdf.metadata.title
    assert pdf.outline


def test_a_table_has_no_score_groups_among_its_reasons(client):
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    factories.play(made, 1)
    client.force_login(factories.chief_of(made))
    page = client.get(f"/en/desk/{made.event.slug}/{made.slug}/rounds/1/reasons/")
    for text in (words(document(made, "reasons", 1)), Page(page).text):
        assert "of the Berger table" in text
        assert "Brackets" not in text and "Moved" not in text


def test_a_round_robin_prints_its_whole_schedule():
    made = factories.tournament(6, system="handbook.round_robin", total_rounds=5)
    factories.pair(made, 1)
    Tournament.objects.filter(pk=made.pk).update(schedule_public=True)
    paper = document(made, "berger")
    text = words(paper)
    assert [f"Round {number}" in text for number in range(1, 6)] == [True] * 5
    # The Berger table of six: 6 meets 1 4 2 5 3, with Black, White, Black, ...
    sixth = next(text for text in paper.rows.values() if text.startswith("6 · "))
    assert sixth.split(" · ")[2:] == ["1b", "4w", "2b", "5w", "3b"]


def test_all_papers_of_a_round_come_in_one_zip_each_with_its_own_number(played):
    bundle = document(played, BUNDLE, 2)
    names = zipfile.ZipFile(BytesIO(bytes(bundle.content))).namelist()
    kinds = set(bundle.papers.values_list("kind", flat=True))
    assert len(names) == len(kinds) == bundle.papers.exclude(made_at=None).count()
    assert {"pairings", "slips", "results", "standings", "crosstable"} <= kinds
    assert len(set(bundle.papers.values_list("code", flat=True))) == len(kinds)


def _has_watermark(found) -> bool:
    html = html_of(found, *sheet_of(found))
    return f"background: url({as_data(_WATERMARK.format('DRAFT'))})" in html


def test_a_draft_is_marked_and_its_zip_has_no_results(played):
    factories.pair(played, 3)
    made, published = document(played, "pairings", 3), document(played, "pairings", 2)
    assert (made.draft, published.draft) == (True, False)
    assert [_has_watermark(made), _has_watermark(published)] == [True, False]
    bundle = document(played, BUNDLE, 3)
    kinds = set(bundle.papers.values_list("kind", flat=True))
    assert kinds.isdisjoint(
        kind for kind, paper in PAPERS.items() if paper.needs is Needs.PUBLISHED
    )
    assert bundle.draft


def test_names_of_minors_on_the_wall_as_the_event_shows_them_and_whole_for_the_staff(played):
    played.entries.filter(name="Işık, İnci").update(birth_date="2012")
    event = played.event
    event.shorten_minors = True
    event.save()
    for kind, number in (
        ("players", None),
        ("pairings", 1),
        ("pairings_by_name", 1),
        ("pairings_by_federation", 1),
        ("results", 1),
        ("standings", 1),
        ("crosstable", 1),
        ("reasons", 2),
        ("round_bulletin", 1),
        ("bulletin", None),
    ):
        text = words(document(played, kind, number))
        assert "Işık, İ." in text and "Işık, İnci" not in text, kind
    minor = played.entries.get(name="Işık, İnci")
    assert "Işık, İ." in words(document(played, "record", player=str(minor.pk)))
    for kind in ("slips", "pairing_cards", "badges"):
        number = None if kind == "badges" else 1
        whole = "İnci Işık" if kind == "badges" else "Işık, İnci"
        assert whole in words(document(played, kind, number)), kind


def test_the_reasons_of_one_board_are_those_of_its_page_and_a_round_has_all_boards(played):
    round_ = played.rounds.get(number=2)
    sheet = round_sheet(round_)
    pairing = sheet.boards[0].pairing
    text = words(document(played, "reasons", 2, board="1"))
    told = why_this_opponent(sheet, pairing)
    assert "Why this opponent?" in text and "Round 2 · Board 1" in text
    assert [line.text in text for line in told.lines] == [True] * len(told.lines)
    assert told.lines
    whole = words(document(played, "reasons", 2))
    found = round_reasons(round_)
    for row in sheet.boards:
        assert found.of(row.pairing).colour.text in whole
    for bracket in found.brackets:
        assert ", ".join(str(entry.tpn) for entry in bracket.residents) in whole
