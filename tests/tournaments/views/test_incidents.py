"""The incident book: two taps beside a board, the book, the report, the suggestions (A58, A60)."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Translator
from tournaments.models import Incident, Role
from tournaments.queries.reports.incidents import incident_book, suggestions
from tournaments.services.hall.incidents import note_incident, take_back_incident, write_report

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played_once(standing):
    made = factories.tournament(6)
    factories.play(made, 1)
    round_ = made.rounds.get(number=1)
    round_.starts_at = timezone.now() - timedelta(minutes=17, seconds=20)
    round_.save()
    return made


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def desk(tournament, end=""):
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/{end}"


def test_a58_two_taps_note_what_happened_at_a_board(client, played):
    client.force_login(factories.user(role=Role.ARBITER, event=played.event))
    first = Page(client.get(desk(played, "rounds/1/")))
    address = desk(played, "rounds/1/boards/2/incident/")
    assert address in {link.address for link in first.links()}  # the first tap
    white = played.rounds.get(number=1).pairings.get(board=2).white
    page = Page(client.get(address))
    assert f"White: {white}" in page.text
    client.post(address, {"note": "w.illegal_move"})  # the second tap
    one = Incident.objects.get()
    assert (one.kind, one.place, one.entry, one.minute) == ("illegal_move", "1/2", white, 17)
    shown = Page(client.get(desk(played, "incidents/"))).text
    assert "Illegal move Laws, art. 7.5.5" in shown
    assert "The opponent gets two minutes more" in shown
    assert "minute 17" in shown


def test_the_second_illegal_move_in_a_game_loses_it(played):
    chief = factories.chief_of(played)
    values = {"tournament": played, "kind": "illegal_move", "round_number": 1, "by": chief}
    note_incident(**values, board=1, side="w", note="e4-e6")
    note_incident(**values, board=1, side="b")
    note_incident(**values, board=1, side="w", note="castled twice")
    advice = [line.advice for line in reversed(incident_book(played).lines)]
    assert ["game is lost" in one for one in advice] == [False, False, True]


def test_the_second_press_of_a_button_notes_nothing_more(client, played):
    client.force_login(factories.chief_of(played))
    for _press in range(2):
        client.post(desk(played, "rounds/1/boards/1/incident/"), {"note": "b.phone"})
    assert Incident.objects.count() == 1


def test_a_line_is_put_right_and_taken_back_and_the_history_has_both(client, played):
    client.force_login(factories.chief_of(played))
    client.post(desk(played, "incidents/"), {"kind": "warning", "note": "talked"})
    one = Incident.objects.get()
    at = desk(played, f"incidents/{one.pk}/")
    client.post(at, {"minute": "41", "note": "talked to a friend"})
    one.refresh_from_db()
    assert (one.minute, one.note) == (41, "talked to a friend")
    assert b"whole number" in client.post(at, {"minute": "late"}, follow=True).content
    client.post(at, {"take_back": "1"})
    page = Page(client.get(desk(played, "incidents/"))).text
    assert "talked" not in page
    assert "A quiet event so far" in page
    acts = list(played.log.values_list("act", flat=True))[:3]
    assert acts == ["incident.taken_back", "incident.changed", "incident.noted"]
    history = Page(client.get(desk(played, "history/"))).text
    assert "Incident taken back" in history
    assert "what happened: warning" in history


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"kind": "warning", "round_number": "1", "board": "77"}, "has no board 77"),
        ({"kind": "warning", "round_number": "9"}, "There is no round 9"),
        ({"kind": "murder"}, "not one of the available choices"),
    ],
)
def test_what_does_not_exist_is_refused_beside_its_field(client, played, sent, says):
    client.force_login(factories.chief_of(played))
    assert says in Page(client.post(desk(played, "incidents/"), sent)).text
    assert not Incident.objects.exists()


def test_clerks_and_readers_only_read(client, played):
    for role in (Role.CLERK, Role.READER):
        client.force_login(factories.user(role=role, event=played.event))
        assert client.get(desk(played, "incidents/")).status_code == 200
        sent = {"note": "w.warning"}
        assert client.post(desk(played, "rounds/1/boards/1/incident/"), sent).status_code == 403
    assert not Incident.objects.exists()


def test_no_public_page_and_no_kept_page_changes(played):
    played.refresh_from_db()
    before = played.revision
    note_incident(tournament=played, kind="warning", by=None)
    played.refresh_from_db()
    assert played.revision == before


def test_a58_the_report_has_the_words_on_top_then_figures_and_incidents(played):
    chief = factories.chief_of(played)
    write_report(tournament=played, text="A calm event.\n\nThe hall was warm.", by=chief)
    note_incident(
        tournament=played, kind="phone", round_number=1, board=1, side="w", note="rang", by=chief
    )
    gone = note_incident(tournament=played, kind="warning", by=chief)
    take_back_incident(tournament=played, incident=gone, by=chief)
    played.refresh_from_db()
    sheet = PAPERS["arbiters_report"].build(PaperRequest(played, None, Translator("en"), {}))
    rows = list(sheet.rows().values())
    assert rows.index("A calm event.") + 1 == rows.index("The hall was warm.")
    assert rows.index("A calm event.") < rows.index("Games played · 3")
    assert "phone or device: rang · 11.3.2" in "\n".join(rows)
    assert not any("warning" in row for row in rows)
    assert not sheet.final


def test_a60_suggestions_come_from_the_record_and_are_told_to_who_copies(client, played):
    assert suggestions(played) == []
    played.entries.filter(tpn__in=(1, 2, 3)).update(first_round=2)
    for _n in range(2):
        Incident.objects.create(tournament=played, kind="late", round_number=1)
    assert suggestions(played) == [
        "3 late entries: consider an earlier deadline.",
        "2 late arrivals: publish the pairings earlier, or begin later.",
    ]
    client.force_login(factories.chief_of(played))
    copy = client.get(f"/en/desk/copy/?source={played.event.pk}")
    assert "3 late entries" in Page(copy).text
    client.force_login(factories.user())
    assert "late entries" not in Page(client.get(f"/en/desk/copy/?source={played.event.pk}")).text


def test_the_numbers_by_round(played):
    for number, kind in ((1, "late"), (1, "late"), (1, "warning"), (None, "late")):
        Incident.objects.create(tournament=played, kind=kind, round_number=number)
    counts = {count.kind: (count.by_round, count.total) for count in incident_book(played).counts}
    assert counts == {"warning": ((1,), 1), "late": ((2,), 3)}
