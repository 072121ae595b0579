"""A14, A26: the picture of a slip proposes a result, and is evidence ever after."""

import io
import zipfile
from copy import deepcopy

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from tests import factories
from tests.pages import Page
from tests.tournaments.views.test_reported_results import board, desk, phone, say
from tests.tournaments.views.test_voice import address
from tournaments.models import LogEntry, Role, SlipPhoto
from tournaments.queries.voice.results import reported_boards
from tournaments.queries.voice.slips import picture_of
from tournaments.services.setup.forgetting import forget_people
from tournaments.services.voice import slips as service

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(6)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


@pytest.fixture
def clerk(client, tournament):
    client.force_login(factories.user(role=Role.CLERK, event=tournament.event))
    return client


def picture(colour="white", size=(1700, 1200), kind="JPEG", **more):
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **more)
    return SimpleUploadedFile("slip.jpg", out.getvalue(), "image/jpeg")


def with_place():
    """A picture that says where and with what it was taken."""
    exif = Image.Exif()
    exif[0x010F] = "A camera of mine"
    exif.get_ifd(0x8825)[1] = "N"
    return picture(exif=exif)


def send(client, tournament, number=1, **more):
    given = {"board": number, "picture": picture(), "said1": "loss"} | more
    at = desk(tournament, "rounds/1/slips/")
    answer = client.post(at, given, headers={"referer": f"http://testserver{at}"}, follow=True)
    return Page(answer).text


def test_a14_a_slip_proposes_what_was_marked_and_enters_nothing(clerk, tournament):
    assert "Board 2: the slip is kept" in send(clerk, tournament, 2)
    game = board(tournament, 2)
    assert game.result == ""
    (waiting,) = reported_boards(tournament)
    assert (waiting.pairing, waiting.code, waiting.is_due) == (game, "01", True)
    shown = clerk.get(desk(tournament, "inbox/"))
    assert "a slip was photographed" in Page(shown).text
    press = f"{game.pk}.{game.version}.01"
    assert press in shown.content.decode()
    assert 'data-says="01"' in clerk.get(desk(tournament, "rounds/1/")).content.decode()
    clerk.post(desk(tournament, "rounds/1/results/"), {"kind": "enter", "set": press})
    assert board(tournament, 2).result == "01"
    assert reported_boards(tournament) == []


def test_a14_a_slip_that_says_otherwise_than_a_phone_is_a_conflict(clerk, tournament):
    game = board(tournament, 1)
    say(phone(game.white), game.white, "win", game)
    send(clerk, tournament, 1, said1="draw")
    (waiting,) = reported_boards(tournament)
    assert waiting.differ and not waiting.code
    assert [one.code for one in waiting.choices] == ["10", "=="]
    assert "what is reported differs" in Page(clerk.get(desk(tournament, "inbox/"))).text


def test_without_a_mark_it_is_evidence_only(clerk, tournament):
    send(clerk, tournament, 1, said1="")
    assert SlipPhoto.objects.get().code == "" and reported_boards(tournament) == []


def test_turned_colours_make_the_proposal_worthless(clerk, tournament):
    send(clerk, tournament, 1)
    game = board(tournament, 1)
    game.white, game.black = game.black, game.white
    game.save()
    assert reported_boards(tournament) == [] and SlipPhoto.objects.exists()


def test_it_is_drawn_anew_small_and_without_what_the_camera_wrote(clerk, tournament):
    send(clerk, tournament, picture=with_place())
    slip = SlipPhoto.objects.get()
    data = picture_of(slip)
    kept = Image.open(io.BytesIO(data))
    assert kept.format == "JPEG" and max(kept.size) == service.LONGEST_SIDE
    assert not kept.getexif() and b"A camera of mine" not in data
    assert (slip.width, slip.height) == kept.size


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (SimpleUploadedFile("a.jpg", b"GIF89a no picture"), "picture"),
        (SimpleUploadedFile("a.jpg", b"\xff" * (service.MOST_BYTES + 1)), "12"),
        ("", "Choose the picture of a slip"),
    ],
)
def test_what_is_no_picture_or_too_large_is_refused_in_words(clerk, tournament, sent, said):
    assert said in send(clerk, tournament, picture=sent)
    assert not SlipPhoto.objects.exists()


def test_a_board_that_is_not_there_and_one_that_has_enough(clerk, tournament, monkeypatch):
    send(clerk, tournament, 99)
    assert not SlipPhoto.objects.exists()
    monkeypatch.setattr(service, "MOST", 1)
    send(clerk, tournament, 1)
    send(clerk, tournament, 1)  # the same once more
    assert "has enough pictures" in send(clerk, tournament, 1, picture=picture("black"))
    assert SlipPhoto.objects.count() == 1


def test_a14_a_player_sends_the_own_slip_and_no_other(tournament):
    game, other = board(tournament, 1), board(tournament, 2)
    player = phone(game.black)
    at = address(tournament, f"players/{game.black_id}/me/slip/")
    page = Page(
        player.post(at, {"picture": picture(), "said1": "win", "pairing": game.pk}, follow=True)
    ).text
    assert "A picture is with the arbiters" in page
    slip = SlipPhoto.objects.get()
    assert (slip.entry, slip.board, slip.code) == (game.black, 1, "01")
    assert board(tournament, 1).result == ""
    player.post(
        address(tournament, f"players/{other.white_id}/me/slip/"),
        {"picture": picture("red"), "said1": "win", "pairing": other.pk},
    )
    for pairing, said in ((game.pk, "1F"), (other.pk, "win"), ("", "win")):
        player.post(at, {"picture": picture("red"), "said1": said, "pairing": pairing})
    assert SlipPhoto.objects.count() == 1
    assert "forfeit" not in page


def test_a_picture_that_comes_late_belongs_to_the_game_at_which_it_was_taken(tournament):
    game = board(tournament, 1)
    player = phone(game.white)
    tournament.rounds.get(number=1).pairings.update(result="10")
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    given = {"picture": picture(), "said1": "win", "pairing": game.pk}
    player.post(address(tournament, f"players/{game.white_id}/me/slip/"), given)
    assert SlipPhoto.objects.get().pairing == game


def test_a26_the_correction_shows_slip_and_phones_as_evidence(client, tournament):
    game = board(tournament, 1)
    player = phone(game.white)
    player.post(
        address(tournament, f"players/{game.white_id}/me/slip/"),
        {"picture": picture(), "said1": "win", "pairing": game.pk},
    )
    say(player, game.white, "win", game)
    client.force_login(factories.chief_of(tournament))
    page = client.get(desk(tournament, "rounds/1/boards/1/"))
    assert page.status_code == 200
    text = Page(page).text
    assert "Evidence" in text and f"{game.white.name} reported 1–0 by phone" in text
    source = f"/slips/{SlipPhoto.objects.get().pk}.jpg"
    assert source in page.content.decode()
    shown = client.get(desk(tournament, source.lstrip("/")))
    assert shown["Content-Type"] == "image/jpeg" and "no-store" in shown["Cache-Control"]


def test_a36_the_slip_is_in_the_evidence_as_picture_and_file(client, tournament):
    game = board(tournament, 1)
    player = phone(game.white)
    mine = address(tournament, f"players/{game.white_id}/me/")
    player.post(f"{mine}slip/", {"picture": picture(), "said1": "win", "pairing": game.pk})
    player.post(f"{mine}claim/", {"pairing": game.pk, "about": "pairing", "words": "Look"})
    client.force_login(factories.chief_of(tournament))
    pack = zipfile.ZipFile(io.BytesIO(client.get(desk(tournament, "cases/1/evidence.zip")).content))
    slip = SlipPhoto.objects.get()
    name = f"slips/round-1-board-1-{slip.pk}.jpg"
    assert pack.read(name) == picture_of(slip)
    assert b"/Image" in pack.read("case.pdf") or b"/DCTDecode" in pack.read("case.pdf")


def test_an_arbiter_takes_a_wrong_picture_away_and_a_line_stays(clerk, tournament):
    send(clerk, tournament, 1)
    at = desk(tournament, f"slips/{SlipPhoto.objects.get().pk}/remove/")
    assert clerk.post(at, {"sure": "yes"}).status_code == 403
    clerk.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
    clerk.post(at)  # without opening it first
    assert SlipPhoto.objects.exists()
    clerk.post(at, {"sure": "yes"})
    assert not SlipPhoto.objects.exists()
    acts = LogEntry.objects.filter(act__startswith="slip.").order_by("id")
    assert list(acts.values_list("act", flat=True)) == ["slip.added", "slip.removed"]


def test_pictures_in_a_store_go_with_the_data_of_the_event(
    clerk, tournament, settings, tmp_path, django_capture_on_commit_callbacks
):
    settings.PAPERS_STORE = str(tmp_path)
    send(clerk, tournament, 1)
    (file,) = tmp_path.rglob("*.jpg")
    assert SlipPhoto.objects.get().data is None
    event = tournament.event
    event.starts_on = event.ends_on = event.starts_on.replace(year=2020)
    event.save()
    with django_capture_on_commit_callbacks(execute=True):
        forget_people(event=event, by=None)
    assert not SlipPhoto.objects.exists() and not file.exists()
