"""The plan of the hall: what is sent is drawn anew, and everybody finds it within two taps."""

import io
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageFile

from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.models import HallPlan, Role, Tournament
from tournaments.services.hall.floor_plan import set_hall_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(4)


def picture(kind="PNG", size=(300, 200), **options):
    out = io.BytesIO()
    Image.new("RGB", size, "#0d6450").save(out, kind, **options)
    return out.getvalue()


def send(client, tournament, data=b"", **values):
    client.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
    files = {"picture": SimpleUploadedFile("plan.png", data)} if data else {}
    address = f"/en/desk/{tournament.event.slug}/hall/"
    return client.post(address, {"words": "", **values, **files})


def address(tournament, rest):
    return f"/en/e/{tournament.event.slug}/{tournament.slug}/{rest}"


def test_an_arbiter_sends_a_plan_and_everybody_finds_it(client, tournament):
    about = client.get(address(tournament, "about/")).content.decode()
    assert "hall/" not in about
    assert client.get(address(tournament, "hall/")).status_code == 404
    assert send(client, tournament, picture(), words="First floor, room 3").status_code == 302
    client.logout()
    assert (
        address(tournament, "hall/") in client.get(address(tournament, "about/")).content.decode()
    )
    page = Page(client.get(address(tournament, "hall/")))
    assert "First floor, room 3" in page.text
    assert page.count('img[width="300"][height="200"]') == 1
    shown = client.get(address(tournament, "hall.webp"))
    assert Image.open(io.BytesIO(shown.content)).format == "WEBP"
    again = client.get(address(tournament, "hall.webp"), headers={"if-none-match": shown["ETag"]})
    assert again.status_code == 304
    send(client, tournament, words="First floor", remove="on")
    assert client.get(address(tournament, "hall.webp")).status_code == 404
    send(client, tournament)
    client.logout()
    assert client.get(address(tournament, "hall/")).status_code == 404
    assert "hall/" not in client.get(address(tournament, "about/")).content.decode()
    acts = list(tournament.event.log.order_by("id").values_list("act", flat=True))
    assert acts[-3:] == ["event.hall_plan"] * 3


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_what_hides_in_a_picture_stays_behind_and_it_is_made_small(tournament, kind):
    exif = Image.Exif()
    exif[0x010E] = "secret place"
    sent = picture(kind, (3000, 1000), exif=exif) + b"<script>secret place</script>"
    plan = set_hall_plan(event=tournament.event, by=None, words="", picture=sent)
    assert (plan.width, plan.height) == (2000, 667)
    assert b"secret" not in bytes(plan.picture)


def bomb():
    """A PNG of a few bytes that says it is 60,000 pixels wide and high."""
    head = b"\x00\x00\xea\x60\x00\x00\xea\x60\x08\x00\x00\x00\x00"
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\x0d" + chunk + zlib.crc32(chunk).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("sent", "code"),
    [(b"%PDF-1.7", "no_picture"), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no_picture"),
     (b"GIF89a" + bytes(40), "no_picture"), (bomb(), "no_picture"),
     (picture("PNG", (7000, 6000)), "too_many_pixels"), (picture()[:60], "no_picture"),
     (picture("JPEG")[:200], "no_picture"), (picture("WEBP")[:30], "no_picture"),
     (bytes(6 * 1024 * 1024), "too_large")],
    ids=["pdf", "svg", "gif", "bomb", "42 million pixels", "png cut", "jpeg cut", "webp cut",
         "too large"],
)  # fmt: skip
def test_what_is_no_picture_or_too_large_is_refused_and_nothing_changes(
    tournament, sent, code, monkeypatch
):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint leaves it
    set_hall_plan(event=tournament.event, by=None, words="here", picture=picture())
    before = HallPlan.objects.get()
    with pytest.raises(Refused) as refused:
        set_hall_plan(event=tournament.event, by=None, words="there", picture=sent)
    assert refused.value.code == f"hall.{code}"
    after = HallPlan.objects.get()
    assert (after.words, after.digest) == ("here", before.digest)


def test_the_desk_says_what_is_wrong_with_a_picture(client, tournament):
    page = send(client, tournament, b"%PDF-1.7").content.decode()
    assert "This is no picture that can be read." in page
    assert not HallPlan.objects.exists()


def test_live_games_are_two_taps_away_and_only_ordinary_addresses_are_taken(client, tournament):
    factories.play(tournament, 1)
    Tournament.objects.filter(pk=tournament.pk).update(live_url="https://live.example/a")
    for rest in ("about/", "rounds/1/"):
        links = Page(client.get(address(tournament, rest))).links()
        assert "https://live.example/a" in {link.address for link in links}
    client.force_login(factories.chief_of(tournament))
    desk = f"/en/desk/{tournament.event.slug}/{tournament.slug}/settings/"
    page = client.post(desk, {"live_url": "javascript:alert(1)"}).content.decode()
    assert "Enter a valid URL." in page
