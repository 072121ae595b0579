"""A list of another program: what is read, what is not, and the question about its dates."""

import pytest

from tests import factories
from tests.browser.waiting import follow
from tests.tournaments.files_of_others import lists

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DOUBTFUL = (
    "No;Name;FideID;FED;Rtg;Club/City;Favourite opening;Birthday\n"
    "1;Alder, Ann;99900011;NOR;2210;Harbour;Caro-Kann;10.09.13\n"
    "2;Birch, Bo;0;???;2105;Hill;Dutch; . . \n"
    "https://chess-results.example/tnr1.aspx;;;;;;;\n"
)


@pytest.mark.parametrize(("width", "language"), [(390, "tr"), (1280, "en")])
def test_the_preview_says_what_is_read_and_asks_which_day_is_meant(
    live_server, page, sign_in, check_page, width, language
):
    tournament = factories.tournament()
    page.set_viewport_size({"width": width, "height": 900})
    sign_in(page, factories.chief_of(tournament))
    start = f"{live_server.url}/{language}/desk/{tournament.event.slug}/{tournament.slug}"
    page.goto(f"{start}/players/import/")
    page.fill("#id_text", DOUBTFUL)
    follow(page, "main button.main")
    check_page(page)
    shown = page.inner_text("main")
    for word in ("Favourite opening", "Caro-Kann", "10.09.13", "2013-09-10", "chess-results"):
        assert word in shown, word
    assert page.locator("input[name=sealed]").count() == 0
    page.select_option("#id_dates", "dmy")
    follow(page, "main button.main")
    check_page(page)
    follow(page, "main form button.main")
    entries = {one.name: one.birth_date for one in tournament.entries.all()}
    assert entries == {"Alder, Ann": "2013-09-10", "Birch, Bo": ""}


@pytest.mark.parametrize("width", [390, 1280])
def test_a_file_of_chess_results_is_previewed_and_entered(
    live_server, page, sign_in, check_page, width
):
    tournament = factories.tournament()
    page.set_viewport_size({"width": width, "height": 900})
    sign_in(page, factories.chief_of(tournament))
    file = next(one for one in lists() if one.name == "chess-results-tr-sheet.xlsx")
    page.goto(
        f"{live_server.url}/tr/desk/{tournament.event.slug}/{tournament.slug}/players/import/"
    )
    page.set_input_files(
        "#id_file", {"name": "list.xls", "mimeType": "application/x", "buffer": file.data}
    )
    follow(page, "main button.main")
    check_page(page)
    follow(page, "main form button.main")
    assert sorted(tournament.entries.values_list("name", flat=True)) == sorted(
        one["name"] for one in file.people
    )
