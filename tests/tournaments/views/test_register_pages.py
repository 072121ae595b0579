"""The rights to load rating lists and to open events, and the pages on which lists are loaded."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tests.pages import Page
from tournaments.core.tables import rows_of_table
from tournaments.kernel.errors import Refused
from tournaments.management.demo.rating_list import file_lines
from tournaments.models import Event, Job, ListImport, RatingList, RegisteredPlayer, Role, User
from tournaments.register import local_lists, taking_back

pytestmark = pytest.mark.django_db

REGISTER = "/en/desk/register/"
CSV = "Name;Points\nKaya, Can;1650\nÖz, Ece;1480\nnobody;what\n".encode()


@pytest.fixture
def registrar(client):
    user = factories.user()
    User.objects.filter(pk=user.pk).update(registrar=True)
    client.force_login(user)
    return user


def upload(client, data=CSV, **values):
    file = SimpleUploadedFile("youth.csv", data)
    return client.post(
        REGISTER,
        {"kind": "own", "federation": "TUR", "name": "Youth", "month": "2026-11", "file": file}
        | values,
    )


def test_a_chief_arbiter_looks_at_the_lists_and_is_told_who_loads_them(client, registrar):
    chief = factories.chief_of(factories.tournament())
    client.force_login(chief)
    page = client.get(REGISTER)
    assert page.status_code == 200
    text = page.content.decode()
    assert "only its registrars load them" in text
    assert registrar.display_name in text
    assert "multipart" not in text
    assert client.post(REGISTER, {"fetch": "all"}).status_code == 403
    assert upload(client).status_code == 403
    assert ListImport.objects.count() == 0


@pytest.mark.parametrize("field", ["is_superuser", "is_staff", "registrar"])
def test_administrators_and_registrars_load_lists(client, field):
    user = factories.user()
    User.objects.filter(pk=user.pk).update(**{field: True})
    client.force_login(user)
    assert "multipart" in client.get(REGISTER).content.decode()


def test_an_administrator_names_a_registrar_and_takes_it_back(client):
    admin, other = factories.user(), factories.user("ece")
    client.force_login(other)
    assert client.post(f"{REGISTER}registrars/", {"username": "ece"}).status_code == 403
    User.objects.filter(pk=admin.pk).update(is_staff=True)
    client.force_login(admin)
    client.post(f"{REGISTER}registrars/", {"username": "ece"})
    assert User.objects.get(username="ece").registrar
    client.post(f"{REGISTER}registrars/", {"remove": "ece"})
    assert not User.objects.get(username="ece").registrar
    page = client.post(f"{REGISTER}registrars/", {"username": "nobody"}, follow=True)
    assert "no user of this name" in page.content.decode()


def test_who_may_open_events_is_a_setting(client, settings):
    user = factories.user()
    client.force_login(user)
    assert client.get("/en/desk/new/").status_code == 200
    settings.EVENTS_BY_ANYBODY = False
    for address in ("/en/desk/new/", "/en/desk/copy/"):
        refused = client.get(address)
        assert refused.status_code == 403
        assert "administrators and registrars open events" in refused.content.decode()
    assert "/desk/new/" not in client.get("/en/desk/").content.decode()
    assert client.post("/en/desk/new/", {"name": "X"}).status_code == 403
    assert Event.objects.count() == 0
    User.objects.filter(pk=user.pk).update(registrar=True)
    assert client.get("/en/desk/new/").status_code == 200


def test_q117_a_list_of_ones_own_is_looked_at_and_loaded(client, registrar):
    answer = upload(client)
    work = ListImport.objects.get()
    assert answer["Location"].endswith(f"/register/{work.pk}/")
    page = client.get(answer["Location"])
    assert [word for _place, word, _chosen in page.context["columns"]] == ["Name", "Points"]
    columns = {"column-0": "name", "column-1": "rating"}
    looked = client.post(answer["Location"], columns | {"look": "1"})
    preview = looked.context["preview"]
    assert ([(one.name, one.rating) for one in preview.lines], preview.bad) == (
        [("Kaya, Can", "1650"), ("Öz, Ece", "1480")], (4,),
    )  # fmt: skip
    assert work.list.mapping == {}  # nothing is kept by looking
    client.post(answer["Location"], columns)
    assert RatingList.objects.get().mapping == {"Name": "name", "Points": "rating"}


def test_without_a_name_or_a_rating_the_columns_are_asked_for_again(client, registrar):
    address = upload(client)["Location"]
    page = client.post(address, {"column-0": "club"})
    assert page.context["problem"] == "Say which columns hold the name and the rating."


@pytest.mark.parametrize(
    "values",
    [{"name": ""}, {"federation": ""}, {"federation": "TURKEY"}, {"month": "yesterday"},
     {"kind": "what"}, {"federation": "12!"}],
)  # fmt: skip
def test_nonsense_in_the_form_is_answered_in_the_form(client, registrar, values):
    page = upload(client, **values)
    assert page.status_code == 200
    assert page.context["form"].errors
    assert ListImport.objects.count() == 0


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x03\x04 no archive", b"\x00\x01\x02\x03" * 50, b"one line", b"\xff\xfe\x00"],
)
def test_a_file_that_is_no_table_is_said_to_be_none(client, registrar, data):
    answer = upload(client, data)
    if answer.status_code == 302:
        answer = client.get(answer["Location"])
        assert "not a table" in answer.context["problem"]
        assert not answer.context["preview"]
    else:
        assert answer.context["form"].errors


def test_a_table_of_two_hundred_columns_shows_the_first_ones(client, registrar):
    line = ";".join(f"column {n}" for n in range(200))
    address = upload(client, f"{line}\n{line}\n".encode())["Location"]
    assert len(client.get(address).context["columns"]) == 60


def test_a_chief_arbiter_does_not_choose_the_columns(client, registrar):
    address = upload(client)["Location"]
    client.force_login(factories.user(role=Role.CHIEF, event=factories.event()))
    assert client.get(address).status_code == 403


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1254"])
def test_the_encoding_is_told_even_by_a_letter_far_behind(encoding):
    letters = "Öz, Işıl"
    head = "Name;Points\n" + "Kaya, Can;1650\n" * 50
    data = f"{head}{letters};1500\nŞen, Gül;1400\n".encode(encoding)
    for size in (7, 64, len(data)):
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        rows = list(rows_of_table(pieces))
        assert (rows[0], rows[-2:]) == (
            ["Name", "Points"], [[letters, "1500"], ["Şen, Gül", "1400"]],
        )  # fmt: skip


def test_the_preview_tells_repeated_numbers_and_the_range_of_the_ratings(client, registrar):
    data = b"No;Name;Points;Born\n1;Kaya, Can;1650,5;1990\n1;Kaya, C;900;1991\n2;Ay, Ali;1.450;2001"
    address = upload(client, data, kind="national", name="")["Location"]
    columns = {"column-0": "national_id", "column-1": "name", "look": "1"}
    preview = client.post(address, columns | {"column-2": "rating"}).context["preview"]
    assert (preview.read, preview.bad, preview.twice) == (2, (), (3,))
    assert (preview.lowest, preview.highest) == (1450, 1651)
    page = client.post(address, columns | {"column-3": "rating"})
    assert "Ratings from 1990 to 2001." in page.content.decode()


def test_the_lines_that_were_left_out_are_named_after_loading(client, registrar):
    data = b"No;Name;Points\n1;Kaya, Can;1650\n;Nobody, N;1500\n1;Kaya, C;900\n2;Ay, Ali;x\n"
    address = upload(client, data, kind="national", name="")["Location"]
    client.post(address, {"column-0": "national_id", "column-1": "name", "column-2": "rating"})
    local_lists.import_local(ListImport.objects.get())
    assert "Lines that were left out: 3, 4, 5" in Page(client.get(REGISTER)).text


def test_a_quotation_mark_that_nothing_closes_is_named_and_nothing_is_loaded(client, registrar):
    data = b'No;Name;Points\n1;Kaya, Can;1650\n2;"Ay, Ali;1500\n3;Su, Ece;1400\n'
    address = upload(client, data, kind="national", name="")["Location"]
    columns = {"column-0": "national_id", "column-1": "name", "column-2": "rating"}
    assert (
        "Line 3 opens a quotation mark" in Page(client.post(address, columns | {"look": "1"})).text
    )
    client.post(address, columns)
    with pytest.raises(Refused, match="Line 3 opens a quotation mark"):
        local_lists.import_local(ListImport.objects.get())
    assert not RegisteredPlayer.objects.exists()


def test_a_loaded_list_is_taken_back_and_a_waiting_one_given_up(client, registrar):
    address = upload(client)["Location"]
    client.post(address, {"column-0": "name", "column-1": "rating"})
    work = ListImport.objects.get()
    assert "Give up" in client.get(REGISTER).content.decode()
    client.post(REGISTER, {"give_up": work.pk})
    page = client.get(REGISTER).content.decode()
    assert "given up" in page
    assert address in page  # the columns may be chosen again
    client.post(address, {"column-0": "name", "column-1": "rating"})
    local_lists.import_local(ListImport.objects.get())
    assert RegisteredPlayer.objects.count() == 2
    assert "taken back" not in client.get(REGISTER).content.decode()  # its work is not over
    Job.objects.update(status=Job.Status.DONE)
    assert "Take the list back" in client.get(REGISTER).content.decode()
    client.post(REGISTER, {"take_back": work.pk})
    assert "is being taken back" in client.get(REGISTER).content.decode()
    taking_back.take_back(work=work, by=registrar)
    assert RegisteredPlayer.objects.count() == 0
    page = client.post(REGISTER, {"take_back": work.pk}, follow=True).content.decode()
    assert "Only the last file of a list can be taken back" in page
    assert "Take the list back" not in page
    assert client.post(REGISTER, {"take_back": "x"}).status_code == 404


def test_a_list_of_fides_that_was_given_up_is_loaded_after_all(client, registrar):
    lines = "".join(file_lines(3, seed=1, month=date(2026, 1, 1), layout="txt")).encode()
    upload(client, lines, kind="fide", federation="", name="")
    work = ListImport.objects.get()
    client.post(REGISTER, {"give_up": work.pk})
    assert "Load it after all" in client.get(REGISTER).content.decode()
    client.post(REGISTER, {"again": work.pk})
    assert list(Job.objects.order_by("pk").values_list("status", flat=True)) == [
        "cancelled", "waiting",
    ]  # fmt: skip


def test_a_file_that_is_gone_is_not_loaded_and_that_is_said(client, registrar):
    upload(client)  # of a federation: it has to be asked for its columns
    page = client.post(REGISTER, {"again": ListImport.objects.get().pk}, follow=True)
    assert "This file is no longer there." in page.content.decode()
    assert not Job.objects.exists()


def test_whoever_may_not_load_neither_gives_up_nor_takes_back(client, registrar):
    address = upload(client)["Location"]
    client.post(address, {"column-0": "name", "column-1": "rating"})
    client.force_login(factories.user(role=Role.CHIEF, event=factories.event()))
    for act in ("give_up", "again", "take_back"):
        assert client.post(REGISTER, {act: ListImport.objects.get().pk}).status_code == 403
    assert "Give up" not in client.get(REGISTER).content.decode()
    assert Job.objects.get().status == "waiting"
