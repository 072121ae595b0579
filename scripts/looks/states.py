"""Pages after something was done: questions, previews, refusals, a lost connection.

A state leaves nothing behind that another state or page needs, so that it can be looked at once in
each language. Buttons are found by what they do, not by their words.
"""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from scripts.looks.data import Site
from scripts.looks.pages import Example
from tournaments.models import Pairing
from tournaments.services.results.entering import enter_result

Act = Callable[[Page, str, str], object]

LIST = "Name\tRating\tFed\tClub\nGM Yıldız, Ege\t2533\tTUR\tEge SK\nKötü, Satır\tabc\tTUR\t\n"
TEAMS = "Team\tBoard\tName\tRating\nÜsküdar\t1\tYıldız, Ege\t2533\nÜsküdar\t2\tKötü, Satır\tabc\n"


def states(site: Site) -> Iterator[tuple[str, Act]]:
    made = (site.event.slug, site.open.slug)
    draft = (site.event.slug, site.draft.slug)
    last = (site.event.slug, site.last.slug)
    away = site.checkin.entries.get(tpn=12).pk
    results = Example("desk:round", "", (*made, 4))

    def on(route: str, *values: str | int, query: str = "") -> Act:
        example = Example(route, "", values, query)
        return lambda page, home, language: page.goto(home + example.path(language))

    def sent(opened: Act, button: str, **typed: str) -> Act:
        def act(page: Page, home: str, language: str) -> None:
            opened(page, home, language)
            for field, value in typed.items():
                page.fill(f"[name={field}]", value)
            with page.expect_navigation():
                page.click(button)

        return act

    def posts(opened: Act, address: str, button: str = "button") -> Act:
        """The form that is sent there."""
        return sent(opened, f"form[action$='{address}'] {button}")

    # Questions
    yield "question: publish", posts(on("desk:round", *draft, 2), "/publish/")
    yield (
        "question: check-in",
        sent(
            on("desk:close_players_checkin", site.event.slug, site.checkin.slug), "main button.main"
        ),
    )
    yield (
        "question: remove a player",
        posts(on("desk:edit_player", site.event.slug, site.checkin.slug, away), "/remove/"),
    )
    yield "question: adjourn", posts(on("desk:round", *last, 3), "/adjourn/")
    yield (
        "question: end of a hand session",
        sent(on("desk:manual_pairing", site.event.slug, site.hand.slug, 2), "button[value=finish]"),
    )
    # Previews
    yield "preview: players", sent(on("desk:import_players", *draft), "main button.main", text=LIST)
    teams = (site.undrawn.event.slug, site.undrawn.slug)
    yield "preview: teams", sent(on("desk:import_teams", *teams), "main button.main", text=TEAMS)
    # Errors of forms
    yield (
        "errors: event",
        sent(
            on("desk:new_event"),
            "main button.main",
            name="A",
            starts_on="2026-11-29",
            ends_on="2026-11-21",
        ),
    )
    yield (
        "errors: player",
        sent(
            on("desk:add_player", *draft),
            "main form.form button.main",
            name="",
            fide_rating="99999",
        ),
    )
    yield (
        "errors: tournament",
        sent(
            on("desk:new_tournament", site.event.slug),
            "main button.main",
            name="",
            total_rounds="0",
        ),
    )
    yield (
        "errors: staff",
        sent(on("desk:staff", site.event.slug), "main button.main", email="not an address"),
    )
    # Refusals
    yield "refused: finish", posts(on("desk:round", *made, 4), "/finish/")
    yield "refused: pair", posts(on("desk:round", *made, 5), "/pair/")
    yield "not there", on("desk:round", *made, 99)
    # The results desk
    yield "results: other results", _keys(results, "o")
    yield "results: nobody at the board", _chair(results)
    yield "results: a line not understood", _line(results)
    yield "results: offline", _offline(results)
    yield "results: changed by another", _conflict(results, site)


def _open(page: Page, home: str, language: str, example: Example) -> None:
    page.goto(home + example.path(language))
    expect(page.locator("tr.now")).to_be_focused()


def _keys(example: Example, *keys: str) -> Act:
    def act(page: Page, home: str, language: str) -> None:
        _open(page, home, language, example)
        for key in keys:
            page.keyboard.press(key)

    return act


def _chair(example: Example) -> Act:
    """Note an empty chair on the first open board; taken away again in the other language."""

    def act(page: Page, home: str, language: str) -> None:
        _open(page, home, language, example)
        page.keyboard.press("o")
        page.locator(".others [name=chairs]").first.press("Enter")
        expect(page.locator("#side .acts button")).not_to_have_count(0)

    return act


def _line(example: Example) -> Act:
    def act(page: Page, home: str, language: str) -> None:
        _open(page, home, language, example)
        page.fill("#line", "99 1")
        page.press("#line", "Enter")

    return act


def _offline(example: Example) -> Act:
    """Typed without a connection; the tour throws it away before the connection is back."""

    def act(page: Page, home: str, language: str) -> None:
        _open(page, home, language, example)
        page.context.set_offline(True)
        for key in "1=0":
            page.keyboard.press(key)
        expect(page.locator("[data-state].warn")).to_be_visible()

    return act


def _conflict(example: Example, site: Site) -> Act:
    """Somebody else was faster on the last board."""

    def act(page: Page, home: str, language: str) -> None:
        _open(page, home, language, example)
        page.evaluate("localStorage.clear()")
        page.reload()
        rows = Pairing.objects.games().filter(round__tournament=site.open, round__number=4)
        row = rows.order_by("-board")[0]
        enter_result(
            tournament=site.open,
            pairing_id=row.pk,
            code="==" if row.result != "==" else "10",
            version=row.version,
            by=None,
        )
        page.locator(f"tr[data-board='{row.board}'] button[value$='.01']").click()
        expect(page.locator("#conflicts li")).not_to_have_count(0)

    return act
