"""An event's logo and sponsors: bounded, drawn anew, on pages, screens and papers (A54)."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from tests import factories
from tests.pages import Page
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.render import margins
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Translator
from tournaments.kernel.errors import Refused
from tournaments.models import Emblem, Event, HallScreen, Role
from tournaments.services.setup.emblems import MOST_SPONSORS, add_emblem, remove_emblem

pytestmark = pytest.mark.django_db


def picture(colour="red", size=(900, 300), kind="PNG", **more):
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **more)
    return out.getvalue()


@pytest.fixture
def tournament():
    return factories.tournament(2, total_rounds=1)


def add(tournament, kind="logo", name="The logo", **more):
    by = factories.chief_of(tournament)
    data = more.pop("data", None) or picture(**more)
    return add_emblem(
        event=Event.objects.get(pk=tournament.event_id), kind=kind, name=name, picture=data, by=by
    )


def test_a_picture_is_drawn_anew_and_small(tournament):
    exif = Image.Exif()
    exif[0x010E] = "a secret"
    event = add(tournament, data=picture(kind="JPEG", exif=exif) + b"<script>hidden</script>")
    row = Emblem.objects.get()
    assert bytes(row.data)[:8] == b"\x89PNG\r\n\x1a\n"
    assert b"secret" not in bytes(row.data) and b"script" not in bytes(row.data)
    assert (event.logo["width"], event.logo["height"]) == (640, 213)


@pytest.mark.parametrize("sent", [b"", b"<svg onload=x>", b"GIF89a", picture()[:40]])
def test_what_is_no_picture_is_refused(tournament, sent):
    with pytest.raises(Refused):
        add(tournament, data=sent or b" ")
    assert not Emblem.objects.exists()


def test_a_new_logo_takes_the_place_of_the_old_one_and_sponsors_are_counted(tournament):
    add(tournament)
    add(tournament, colour="blue")
    assert Emblem.objects.count() == 1
    for number in range(MOST_SPONSORS):
        add(tournament, "sponsor", f"Sponsor {number}", colour=(number, 0, 0))
    with pytest.raises(Refused, match="At most"):
        add(tournament, "sponsor", "One more", colour="green")
    event = Event.objects.get(pk=tournament.event_id)
    remove_emblem(event=event, digest=event.sponsors[0]["digest"], by=None)
    assert len(Event.objects.get(pk=event.pk).sponsors) == MOST_SPONSORS - 1
    assert Emblem.objects.count() == MOST_SPONSORS


def test_pictures_lie_in_the_store_where_there_is_one(client, tournament, settings, tmp_path):
    settings.PAPERS_STORE = str(tmp_path)
    event = add(tournament)
    row = Emblem.objects.get()
    assert row.data is None
    assert (tmp_path / row.key).read_bytes()[:4] == b"\x89PNG"
    answer = client.get(f"/en/e/{event.slug}/emblem/{event.logo['digest']}/")
    assert (answer["Content-Type"], answer.content[:4]) == ("image/png", b"\x89PNG")


def test_pages_screens_and_papers_show_them(client, tournament):
    add(tournament)
    event = add(tournament, "sponsor", "Bank of Chess", colour="blue")
    page = client.get(f"/en/e/{event.slug}/").content.decode()
    assert f"/emblem/{event.logo['digest']}/" in page and 'alt="Bank of Chess"' in page
    public = client.get(f"/en/e/{event.slug}/{tournament.slug}/players/").content.decode()
    assert 'alt="Bank of Chess"' in public
    screen = HallScreen.objects.create(event=event, name="S", key="k", shows=["standings"])
    shown = Page(client.get(f"/en/screens/{screen.key}/"))
    assert shown.count(".emblems img") == 1
    factories.play(tournament, 1)
    tournament.refresh_from_db()
    tournament.event.refresh_from_db()
    for kind in ("certificates", "bulletin"):
        request = PaperRequest(tournament, None, Translator("en"), {"places": "1"})
        sheet = PAPERS[kind].build(request)
        html = "".join(section.html(Translator("en")) for section in sheet.sections)
        assert 'alt="The logo"' in html and "data:image/png;base64," in html, kind
        assert 'alt="Bank of Chess"' in html, kind


def test_each_kind_of_paper_has_them_around_it_on_every_page_or_on_each_name(tournament):
    add(tournament)
    add(tournament, "sponsor", "Bank of Chess", colour="blue", size=(300, 300))
    add(tournament, "sponsor", "Chess Water", colour="green", size=(1200, 60))
    tournament.event.refresh_from_db()
    request = PaperRequest(tournament, None, Translator("en"), {})
    around = {"size": "A4", "header": "Open", "number": "1", "made": "now", "address": "a"}
    style = margins(**around, draft="", bare=False, emblems=request.emblems)
    head, foot = re.search(
        r"@top-left \{ padding-left(.*?)\}.*@bottom-center \{ back(.*?)\}", style
    ).groups()
    assert "27.0mm 9.0mm" in head  # 640 to 213, nine millimetres high
    assert foot.count("url(data:image/png;base64,") == 2
    assert "0.0mm 13.0mm / 6.5mm 6.5mm" in foot and "10.5mm" in foot
    names = margins(**around, draft="", bare=True, emblems=request.emblems)
    assert (
        names.count("url(data:image/png") == 2 and ".badge {" in names and ".plate .side {" in names
    )
    assert "url(data:image/png" not in margins(**around, draft="", bare=False)


def test_only_the_chief_arbiter_sets_them_and_the_page_says_what_is_wrong(client, tournament):
    event = tournament.event
    address = f"/en/desk/{event.slug}/logo/"
    client.force_login(factories.user(role=Role.ARBITER, event=event))
    assert client.get(address).status_code in (403, 404)
    client.force_login(factories.chief_of(tournament))
    wrong = SimpleUploadedFile("x.png", b"no picture")
    page = Page(client.post(address, {"kind": "logo", "picture": wrong}))
    assert page.count(".error") == 1
    right = SimpleUploadedFile("x.png", picture())
    assert client.post(address, {"kind": "logo", "picture": right}).status_code == 302
    event.refresh_from_db()
    client.post(f"{address}remove/", {"digest": event.logo["digest"]})
    event.refresh_from_db()
    assert event.logo is None


def test_an_unknown_or_foreign_picture_is_not_there(client, tournament):
    event = add(tournament)
    other = factories.tournament(2).event
    assert client.get(f"/en/e/{other.slug}/emblem/{event.logo['digest']}/").status_code == 404
    assert client.get(f"/en/e/{event.slug}/emblem/00/").status_code == 404
