"""A whole list of members: differences first, then all of it or nothing."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from federation.models import Duty, Licence, Member, MemberImport, Membership
from federation.services import people_import
from federation.tasks import write_member_list
from tests import factories
from tests.federation import people_made_up as made
from tests.federation.officers import at_the_desk
from tests.pages import Page
from tournaments.models import Job, RegisteredPlayer

pytestmark = pytest.mark.django_db

HEAD = "ad soyad;doğum tarihi;cinsiyet;fide id;kulüp kodu;il;lisans no;lisans bitiş"


def write(client, work):
    """Press, let a worker do it, and look again."""
    at = f"/en/office/people/lists/{work.pk}/"
    asked = Page(client.post(at, follow=True))
    job = Job.objects.filter(kind=Job.Kind.MEMBERS, target=work.pk).last()
    if job is None or not job.open:
        return asked
    assert asked.count("progress") == 1
    assert client.get(at, headers={"HX-Request": "true"}).status_code == 200
    write_member_list(job.pk)
    left = client.get(at, headers={"HX-Request": "true"})
    assert (left.status_code, left["HX-Refresh"]) == (204, "true")
    return Page(client.get(at))


def send(client, *lines, head=HEAD, data=None):
    text = "\n".join([head, *lines]).encode() if data is None else data
    file = SimpleUploadedFile("liste.csv", text)
    return client.post("/en/office/people/lists/", {"file": file}, follow=True)


@pytest.fixture
def kaya():
    one = made.member(
        "Kaya, Deniz", of=made.club(), fide_id="63000", born_on=date(2010, 5, 31),
        birth_date="2010",
    )  # fmt: skip
    Membership.objects.create(player=one.player, club=one.club, from_on=date(2024, 1, 1))
    made.club("Konak SK", "35-2")
    return one


NEW = "Demir, Ege;01.02.2012;E;;35-1;35;L-9;31.12.2026"
MOVED = "Kaya, Deniz;2010-05-31;K;63000;35-2;İzmir;L-1;2026-12-31"


def test_the_differences_are_shown_and_nothing_is_written(kaya):
    page = Page(send(at_the_desk(Duty.REGISTRAR), NEW, MOVED))
    assert "new: 1" in page.text and "changed: 1" in page.text
    assert "Karşıyaka SK → Konak SK" in page.text
    assert RegisteredPlayer.objects.count() == 1
    assert Member.objects.get(pk=kaya.pk).club == made.club()


def test_written_everybody_is_as_the_list_says_and_a_second_time_nothing_differs(kaya):
    client = at_the_desk(Duty.REGISTRAR)
    send(client, NEW, MOVED)
    work = MemberImport.objects.get()
    page = write(client, work)
    assert "New people: 1, changed: 1." in page.text
    ege = Member.objects.select_related("player", "club").get(player__name="Demir, Ege")
    assert (ege.born_on, ege.club.code, ege.player.sex) == (date(2012, 2, 1), "35-1", "m")
    assert Licence.objects.get(player=ege.player).number == "L-9"
    moved = Member.objects.get(pk=kaya.pk)
    assert moved.club.code == "35-2"
    assert Membership.objects.filter(player=kaya.player, until_on=None).count() == 1
    again = Page(send(client, NEW, MOVED))
    assert "as they are: 2" in again.text and again.count("main form button.main") == 0
    assert "has been written already" in write(client, work).text
    assert Job.objects.filter(kind=Job.Kind.MEMBERS).count() == 1


def test_a_wrong_line_is_named_and_nothing_is_written(kaya):
    wrong = "Yanlış, Satır;32.13.2012;X;12a;35-99;Atlantis;;gestern"
    page = Page(send(at_the_desk(Duty.REGISTRAR), NEW, wrong, MOVED, MOVED))
    assert "Line 3, Yanlış, Satır:" in page.text
    for part in ("“32.13.2012” is no day", "says no sex", "is no FIDE ID", "35-99", "Atlantis"):
        assert part in page.text
    assert "the same person stands in line 4" in page.text
    work = MemberImport.objects.get()
    with pytest.raises(people_import.Refused, match="Nothing was written: 2 lines"):
        people_import.request_writing(work=work, by=factories.user())
    assert RegisteredPlayer.objects.count() == 1


def test_what_went_wrong_meanwhile_is_told_and_nothing_is_written(kaya):
    """The register has changed between the press and the worker."""
    client = at_the_desk(Duty.REGISTRAR)
    send(client, NEW, MOVED)
    work = MemberImport.objects.get()
    job = people_import.request_writing(work=work, by=work.by)
    made.club("Konak SK", "35-2").delete()
    write_member_list(job.pk)
    page = Page(client.get(f"/en/office/people/lists/{work.pk}/"))
    assert "Nothing was written: 1 lines are wrong, the first is line 3" in page.text
    assert page.count("progress") == 0
    assert RegisteredPlayer.objects.count() == 1
    MemberImport.objects.all().delete()
    gone = people_import.start_job(
        tournament=None, kind=Job.Kind.MEMBERS, target=work.pk, by=factories.user()
    )
    write_member_list(gone.pk)
    assert Job.objects.get(pk=gone.pk).error["code"] == "members.gone"


def test_lines_beyond_those_that_are_shown_are_counted(monkeypatch, kaya):
    monkeypatch.setattr("federation.views.people_import.SHOWN", 2)
    wrong = [f"Yanlış, Satır;32.13.{year};;;;;;" for year in range(2000, 2005)]
    page = Page(send(at_the_desk(Duty.REGISTRAR), *wrong))
    assert page.text.count("is no day") == 2 and "and 3 more" in page.text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"head": "a;b;c"}, "The first line must name the columns"),
        ({"data": b"PK\x03\x04 damaged"}, "This is no table"),
        ({"data": b"\x00\x01\x02"}, "This is no table"),
        ({"data": HEAD.encode()}, "There is nobody in the list"),
    ],
)
def test_what_is_no_list_is_refused_in_words(sent, said):
    assert said in Page(send(at_the_desk(Duty.REGISTRAR), **sent)).text
    assert not MemberImport.objects.exists()


def test_a_list_is_bounded(monkeypatch):
    monkeypatch.setattr(people_import, "MOST_ROWS", 2)
    assert "more than 2 lines" in Page(send(at_the_desk(Duty.REGISTRAR), NEW, NEW, NEW)).text


def test_a_delegates_list_touches_the_own_province_alone(kaya):
    made.club("Çankaya SK", "06-1", made.province("06", "Ankara"))
    delegate = at_the_desk(Duty.DELEGATE, province=made.province())
    page = Page(send(delegate, "Demir, Ege;2012-02-01;;;06-1;;;", NEW))
    assert "belongs to another province" in page.text and "wrong: 1" in page.text
    other = at_the_desk(Duty.REGISTRAR)
    work = MemberImport.objects.get()
    assert other.get(f"/en/office/people/lists/{work.pk}/").status_code == 403
