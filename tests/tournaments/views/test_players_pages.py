"""The players' pages: picking, doubles, and as many queries for many as for few."""

import io
import zipfile
from copy import deepcopy

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.translation import override

from tests import factories
from tests.pages import Page
from tournaments.core.tables import MOST_LINES
from tournaments.models import RatingList, RegisteredPlayer
from tournaments.services.entries.importing import LARGEST_FILE, preview_of, read_table
from tournaments.services.entries.listing import enter_players
from tournaments.snapshot import snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(3)
    return made


@pytest.fixture
def tournament(client, tournament_once):
    client.force_login(factories.chief_of(tournament_once))
    return deepcopy(tournament_once)


def address(tournament, rest=""):
    return f"/en/desk/{tournament.event.slug}/a/players/{rest}"


def enter(tournament, *rows):
    enter_players(tournament=tournament, by=factories.chief_of(tournament), rows=list(rows))


def test_a_name_that_stands_twice_is_pointed_out(client, tournament):
    enter(
        tournament,
        {"name": "Işık, Ali", "birth_date": "2001"},
        {"name": "Isik, Ali"},
        {"name": "Kaya, Can", "birth_date": "1990"},
        {"name": "Kaya, Can", "birth_date": "2010"},
    )
    page = Page(client.get(address(tournament)))
    (shown,) = [note for note in page.all("div.note") if "Perhaps entered twice:" in note]
    one, other = tournament.entries.filter(name__endswith=", Ali").order_by("tpn")
    for entry in (one, other):
        link = page.address(f"{entry.tpn} {entry.name}")
        assert link == address(tournament, f"{entry.pk}/") and entry.name in shown
    assert "Kaya" not in shown


def test_a_picked_player_keeps_his_list_and_a_changed_rating_counts_as_typed(client, tournament):
    RatingList.objects.create(kind="fide", month="2026-11-01")
    for number in (1, 2):
        RegisteredPlayer.objects.create(
            name=f"Öz, Can {number}", search_key=f"oz can {number}", federation="TUR",
            fide_id=str(number), standard=2000,
        )  # fmt: skip
    for number, rating in ((1, 2000), (2, 1900)):
        player = RegisteredPlayer.objects.get(fide_id=str(number))
        form = client.get(f"{address(tournament, 'add/')}?pick={player.pk}").context["form"]
        values = {name: value for name, value in form.initial.items() if name != "player"}
        client.post(address(tournament, "add/"), values | {"fide_rating": rating})
    found = tournament.entries.exclude(player=None).order_by("name")
    assert list(found.values_list("fide_rating", "rating_source", "player__fide_id")) == [
        (2000, "standard:2026-11", "1"),
        (1900, "", "2"),
    ]


@pytest.mark.parametrize("page", ["", "ratings/", "numbers/", "forbidden/"])
def test_queries_do_not_grow_with_the_players(client, django_assert_max_num_queries, page):
    RatingList.objects.create(kind="fide", month="2026-11-01")
    for players in (3, 40):
        tournament = factories.tournament(players)
        client.force_login(factories.chief_of(tournament))
        client.get(address(tournament, page))
        with django_assert_max_num_queries(16):
            assert client.get(address(tournament, page)).status_code == 200


def test_players_who_must_not_meet_are_found_among_many_without_any_script(client, tournament):
    enter(tournament, {"name": "Işık, İnci", "club": "Ege SK"}, {"name": "Isik, Ali"})
    page = client.get(address(tournament, "forbidden/?q=isik"))
    names = [one.name for one in page.context["offered"]]
    assert sorted(names) == ["Isik, Ali", "Işık, İnci"]
    first, second = (tournament.entries.get(name=name) for name in names)
    page = client.get(address(tournament, f"forbidden/?q=isik&add={first.pk}"))
    assert (page.context["chosen"], page.context["wanted"]) == ([first], "")
    page = client.get(address(tournament, f"forbidden/?q=isik&player={first.pk}"))
    assert (page.context["chosen"], page.context["offered"]) == ([first], [second])
    both = f"player={first.pk}&player={second.pk}"
    page = client.get(address(tournament, f"forbidden/?{both}&drop={first.pk}"))
    assert page.context["chosen"] == [second]
    page = client.get(address(tournament, f"forbidden/?{both}"))
    assert str(first.pk) in Page(page).values('[name="players"]')
    client.post(
        address(tournament, "forbidden/"),
        {"players": [first.pk, second.pk], "sharing": "", "last_round": 0, "reason": "siblings"},
    )
    assert set(tournament.forbidden_pairings.get().entries.all()) == {first, second}


def test_a_family_name_is_a_rule_whatever_its_letters(client, tournament):
    enter(
        tournament,
        *({"name": name} for name in ("Işık, İnci", "ISIK, Ali", "Ege Isik", "Işıkçı, Can")),
    )
    client.post(
        address(tournament, "forbidden/"), {"sharing": "family", "value": "IŞIK", "last_round": 0}
    )
    (group,) = snapshot(tournament, before_round=1).state.forbidden
    numbers = tournament.entries.filter(name__in=["Işık, İnci", "ISIK, Ali", "Ege Isik"])
    assert group.players == frozenset(numbers.values_list("tpn", flat=True))


@pytest.mark.parametrize(
    "query", ["q=%27%22%3C&player=x", "player=999999999999999999999", "drop=1"]
)
def test_nonsense_in_the_address_picks_nobody(client, tournament, query):
    page = client.get(address(tournament, f"forbidden/?{query}"))
    assert (page.status_code, page.context["chosen"]) == (200, [])


def preview(client, tournament, **sent):
    return client.post(address(tournament, "import/"), sent)


def test_a_list_entered_twice_by_a_double_click_stands_there_once(client, tournament):
    sealed = preview(client, tournament, text="Öz, Can\nAk, Ece\n").context["sealed"]
    for _press in range(2):
        client.post(address(tournament, "import/"), {"sealed": sealed})
    assert tournament.entries.count() == 5
    assert client.post(address(tournament, "import/"), {"sealed": "forged"}).status_code == 302
    assert tournament.entries.count() == 5


NONSENSE = {
    "ten megabytes": ("big.csv", b"Name\n" + b"x" * (10 << 20)),
    "no text": ("x.csv", bytes(range(256)) * 20),
    "no spreadsheet": ("x.xlsx", b"PK\x03\x04" + b"junk" * 100),
    "cut report": ("x.trf", b"012 Open\n001    1 m  GM Kaya, Can"),
    "no report": ("x.trf", b"001 \xff\xff\xff"),
    "nothing": ("x.csv", b"   \n\n"),
    "one quote": ("x.csv", b'Name;Club\n"Kaya'),
    "old Mac": ("x.csv", b"Name;Rating\rKaya, Can;99999\r"),
    "quote never closed": ("x.csv", b'Name;Rating\n"Kaya;1\n' + b"Ak, Ece;0000\n" * 20_000),
    "columns only": ("x.csv", (";".join(f"c{n}" for n in range(200)) + "\n").encode()),
}


@pytest.mark.parametrize("case", NONSENSE)
def test_whatever_is_uploaded_the_page_says_what_is_wrong_and_enters_nothing(
    client, tournament, case
):
    name, data = NONSENSE[case]
    page = preview(client, tournament, file=SimpleUploadedFile(name, data))
    assert page.status_code == 200
    said = page.context["preview"]
    assert page.context["form"].errors or said.problem or said.lines
    assert tournament.entries.count() == 3


def test_a_spreadsheet_that_unpacks_to_a_thousand_times_its_size_is_refused(client, tournament):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"\0" * (61 << 20))
    page = preview(client, tournament, file=SimpleUploadedFile("x.xlsx", packed.getvalue()))
    assert "too large" in page.context["preview"].problem


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1254"])
def test_lists_in_the_encodings_of_spreadsheets_are_read(client, tournament, encoding):
    data = "Ad Soyad;Kulüp\nIşık, Çağrı;Şişli SK\n".encode(encoding)
    page = preview(client, tournament, file=SimpleUploadedFile("x.csv", data))
    (line,) = page.context["preview"].lines
    assert (line.values["name"], line.values["club"]) == ("Işık, Çağrı", "Şişli SK")


def test_a_csv_of_two_hundred_columns_gives_the_known_ones(client, tournament):
    head = ";".join(["Name", *(f"c{n}" for n in range(198)), "Club"])
    row = ";".join(["Öz, Can", *("1" for _n in range(198)), "Ege SK"])
    page = preview(client, tournament, text=f"{head}\n{row}\n")
    (line,) = page.context["preview"].lines
    assert (line.values["name"], line.values["club"]) == ("Öz, Can", "Ege SK")


def lines_of(page):
    return [
        (line.number, line.values["name"], line.values["fide_rating"], line.problems)
        for line in page.context["preview"].lines
    ]


def test_a_quotation_mark_that_is_never_closed_swallows_no_player(client, tournament):
    page = preview(client, tournament, text='Name;Rating\n"Öz, Can;1500\nAk, Ece;1600\n')
    assert lines_of(page) == [(2, "Öz, Can", 1500, []), (3, "Ak, Ece", 1600, [])]


def test_lines_end_as_any_machine_ends_them(client, tournament):
    data = b"Name;Rating\rOz, Can;1500\rAk, Ece;1600\r"
    page = preview(client, tournament, file=SimpleUploadedFile("x.csv", data))
    assert lines_of(page) == [(2, "Oz, Can", 1500, []), (3, "Ak, Ece", 1600, [])]


def test_the_title_above_the_columns_of_a_sheet_is_left_out_and_said(client, tournament):
    text = "Şişli Açık 2026\n\nNo\tSoyadı\tAdı\tElo\n1\tAk\tEce\t1600\n"
    page = preview(client, tournament, text=text)
    assert lines_of(page) == [(4, "Ak, Ece", 1600, [])]
    assert "1 line above the names of the columns is not read." in page.content.decode()


def test_a_list_of_columns_without_players_says_so(client, tournament):
    said = preview(client, tournament, text="Name;Rating\n").context["preview"]
    assert said.problem == "The list has only the names of the columns. Add the players."


@pytest.mark.parametrize("name", ["12345", "=1+1", '=HYPERLINK("http://x")', "@SUM(A1)", "–"])
def test_what_a_spreadsheet_computes_is_no_name(client, tournament, name):
    ((_number, _name, _rating, problems),) = lines_of(
        preview(client, tournament, text=f"Name\tRating\n{name}\t1500\n")
    )
    assert problems == [f"“{name[:20]}” is not a name."]


@pytest.mark.parametrize("name", ["12345", "=1+1", "@SUM(A1)", "–", "..."])
def test_what_is_no_name_in_a_list_is_none_in_the_form_either(client, tournament, name):
    sent = {"name": name, "fide_rating": 0, "national_rating": 0}
    page = client.post(address(tournament, "add/"), sent)
    assert page.context["form"].errors["name"] == [f"“{name}” is not a name."]


def test_an_odd_name_that_came_otherwise_does_not_stop_other_changes(client, tournament):
    (odd,) = enter_players(
        tournament=tournament, by=factories.chief_of(tournament), rows=[{"name": "1234"}]
    )
    sent = {"name": "1234", "fide_rating": 1500, "national_rating": 0, "version": odd.version}
    client.post(address(tournament, f"{odd.pk}/"), sent)
    odd.refresh_from_db()
    assert odd.fide_rating == 1500


@pytest.mark.parametrize("born", ["31.02.2001", "2001-13-01", "1800", "2001-00-05", "2090"])
def test_a_day_that_never_was_is_no_birth_date(client, tournament, born):
    text = f"Name\tBirth date\nAk, Ece\t{born}\n"
    assert lines_of(preview(client, tournament, text=text))[0][3] == [
        f"“{born}” is not a birth date."
    ]
    sent = {"name": "Ak, Ece", "fide_rating": 0, "national_rating": 0, "birth_date": born}
    page = client.post(address(tournament, "add/"), sent)
    assert "birth_date" in page.context["form"].errors


def test_a_name_twice_in_one_list_is_pointed_out_in_either_order(client, tournament):
    page = preview(client, tournament, text="Işık, Ali\nKaya, Can\nALI ISIK\n")
    remarks = [line.remarks for line in page.context["preview"].lines]
    assert remarks == [[], [], ["The same name is on line 1."]]


def test_a_file_with_a_mistake_can_be_put_right_on_the_page(client, tournament):
    data = b"Name;Rating\nAk, Ece;1600\nOz, Can;15OO\n"
    page = preview(client, tournament, file=SimpleUploadedFile("x.csv", data))
    shown = page.context["form"]["text"].value()
    assert shown == "Name\tRating\nAk, Ece\t1600\nOz, Can\t15OO"
    assert [line.number for line in page.context["preview"].mistakes_first] == [3, 2]
    again = preview(client, tournament, text=shown.replace("15OO", "1500"))
    assert again.context["preview"].importable


def test_without_any_list_nothing_is_said_to_agree_with_it(client, tournament):
    page = client.get(address(tournament, "ratings/")).content.decode()
    assert "Nothing can be compared before a rating list is loaded." in page
    assert "All ratings" not in page


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"round_number": "abc", "kind": "H"}, "This is no round."),
        ({"round_number": "2", "kind": "Q"}, "This kind of bye does not exist."),
    ],
)
def test_a_bye_that_is_typed_wrong_says_what_is_wrong(client, tournament, given, said):
    entry = factories.entry(tournament, 1)
    page = client.post(address(tournament, f"{entry.pk}/bye/"), given, follow=True)
    assert said in page.content.decode()
    assert not entry.bye_requests.exists()


def test_a_list_is_measured_in_bytes_and_counted_in_the_readers_numbers(tournament):
    assert "2 MB" in read_table("ş" * (LARGEST_FILE // 2 + 1), tournament).problem
    long = preview_of([["Kaya, Can"]] * (MOST_LINES + 1), tournament)
    assert long.problem == "The list has more than 5,000 lines. Split it into parts."
    with override("tr"):
        assert "5.000" in preview_of([["Kaya, Can"]] * (MOST_LINES + 1), tournament).problem
