"""FIDE's checklist 145, 208 to 217: ratings in the report, so that any checker judges by them."""

import pytest

from pairing import VERSION
from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.services.test_event_import import take, without_a_worker
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, LaterRating, Pairing
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import standings_table
from tournaments.services.results.correcting import correct_report

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_a_worker")]
__all__ = ["without_a_worker"]


def event_of(method: str, **values):
    """Players with both ratings, with one of them, and with none."""
    made = factories.tournament(rating_method=method, total_rounds=3, initial_colour="w", **values)
    both = [(2400, 2350), (0, 2300), (2250, 0), (2200, 2450), (0, 0), (2100, 2100), (0, 1900)]
    for place, (fide, national) in enumerate(both, 1):
        values = {"name": f"Player {place}", "fide_rating": fide, "national_rating": national}
        factories.enter_one(made, values | {"birth_date": f"199{place}-05-0{place}"})
    if method == "OTHER":
        for entry in made.entries.all():
            entry.rating = 1500 + 10 * entry.pk % 7
            entry.save()
    factories.play(made, 2)
    made.refresh_from_db()
    return made


METHODS = ["FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "OTHER"]


@pytest.mark.parametrize("method", METHODS)
def test_q145_q217_records_001_have_fides_rating_and_the_method_says_which_ranks(method):
    made = event_of(method)
    document = read(report(made))
    by_name = {entry.name: entry for entry in made.entries.all()}
    assert {one.name: one.rating for one in document.players} == {
        name: entry.fide_rating for name, entry in by_name.items()
    }
    assert f"072 {sum(1 for one in by_name.values() if one.fide_rating)}" in report(made).decode()
    ranked = {document.number(tpn): rating for tpn, rating in document.ranking_ratings.items()}
    assert ranked == {entry.tpn: entry.rating for entry in by_name.values()}
    assert check(document).clean
    older = read(report(made, "trf16"))  # it has no record 172: 001 says what ranks
    assert {one.number: one.rating for one in older.players} == ranked


@pytest.mark.parametrize("method", METHODS)
def test_every_rating_comes_back_from_the_file(method):
    made = event_of(method)
    taken = take(report(made), event=made.event)
    fields = ["name", "birth_date", "rating", "fide_rating", "tpn"]
    if method != "OTHER":  # there the national record has what was typed
        fields.append("national_rating")
    assert list(taken.entries.values_list(*fields)) == list(made.entries.values_list(*fields))


def test_q217_days_of_birth_have_the_strokes_of_the_standard():
    text = report(event_of("FIDE")).decode()
    assert "1991/05/01" in text and "1991-05-01" not in text


@pytest.mark.parametrize(
    "values",
    [
        {"unrated": "fixed", "unrated_rating": 1650},
        {"unrated": "lowest"},
        {"unrated": "average", "rating_of_round": "each"},
        {"unrated": "fixed", "unrated_rating": 1400, "rating_of_round": "round", "rating_round": 2},
    ],
)
def test_q208_q212_to_q216_the_checker_ranks_by_the_ratings_of_each_round(values):
    made = event_of("FIDE", tie_breaks=["ARO", "TPR", "LOT"], **values)
    for tpn, rating in ((1, 1800), (3, 2600), (5, 2000)):
        entry = factories.entry(made, tpn)
        LaterRating.objects.create(entry=entry, first_round=2, rating=rating)
    made.revision += 1
    made.save()
    document = read(report(made))
    assert check(document).clean and check(document).ranks_judged
    places = [(row.rank, row.entry.name) for row in standings_table(made, 2).rows]
    taken = take(report(made), event=made.event)
    assert [(row.rank, row.entry.name) for row in standings_table(taken, 2).rows] == places
    assert LaterRating.objects.filter(entry__tournament=taken).count() == 3


def test_without_those_lines_the_places_would_be_wrong():
    """The check above can fail: the same report without its lines about ratings."""
    made = event_of("FIDE", tie_breaks=["ARO", "TPN/R"], unrated="fixed", unrated_rating=3000)
    data = report(made)
    assert check(read(data)).clean
    kept = [line for line in data.split(b"\r\n") if b"Unrated in tie-breaks" not in line]
    found = check(read(b"\r\n".join(kept)))
    assert not found.clean or found.ranks_problem


def test_q217_the_records_have_the_words_and_codes_of_the_standard(client):
    made = event_of("FIDE", time_control="90' + 30\"")
    Entry.objects.filter(tournament=made, tpn=2).update(name="Çağlar, Şükrü")
    text = report(made).decode()
    for line in ("092 Individual: Swiss-System", f"182 Hakem {VERSION}", "222 5400+30"):
        assert f"\r\n{line}\r\n" in text
    client.force_login(factories.chief_of(made))
    path = f"/en/desk/{made.event.slug}/{made.slug}/rounds/report/trf26/"
    plain = client.get(path, {"ascii": ""}).content
    assert plain.isascii() and b"Caglar, Sukru" in plain
    assert [one.rounds for one in read(plain).players] == [one.rounds for one in read(text).players]


@pytest.mark.parametrize(
    ("system", "options", "words"),
    [
        ("handbook.round_robin", {}, "Individual: Round-Robin"),
        ("handbook.round_robin", {"cycles": 2}, "Individual: Double Round-Robin"),
        ("fide2026.burstein", {}, "Individual: Swiss-System"),
    ],
)
def test_q217_record_092_says_how_it_is_played(system, options, words):
    made = factories.tournament(4, system=system, options=options)
    factories.play(made, 1)
    assert read(report(made)).type_text == words


def test_q192_a_report_of_2016_after_corrections_for_the_report_alone_adds_up():
    made = event_of("FIDE")
    factories.play(made, 3, first=3)
    made.refresh_from_db()
    board = Pairing.objects.games().get(round__tournament=made, round__number=1, board=1)
    code = "01" if board.result != "01" else "10"
    confirmed(
        correct_report,
        tournament=made,
        pairing_id=board.pk,
        code=code,
        reason="the score sheet",
        by=factories.chief_of(made),
    )
    for profile in ("trf26", "trf16"):
        document = read(report(made, profile))
        found = check(document)
        assert not found.points and found.clean, profile
        assert all("points" not in one.code for one in document.adjustments), profile
