"""Checks that every page must pass: nothing wider than the screen, axe-core finds nothing, what
asks for news by itself has the script for it."""

from axe_playwright_python.sync_playwright import Axe

AXE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
#: links of the head that stand outside of it
CUT = """[...document.querySelectorAll('.bar .ends > a')].filter(one => {
    const [link, bar] = [one, one.closest('.bar')].map(each => each.getBoundingClientRect());
    return link.height && (link.top < bar.top || link.bottom > bar.bottom
        || link.right > bar.right);
}).map(one => one.textContent.trim())"""


def assert_fits(page) -> None:
    """Nothing wider than the screen, and the head has room for its links, once the page is
    whole."""
    page.wait_for_load_state()
    wider = page.evaluate(WIDER)
    assert wider <= 0, f"{page.url} is {wider} px too wide"
    cut = page.evaluate(CUT)
    assert not cut, f"{page.url} has no room in its head for {cut}"


def assert_good_page(page) -> None:
    """Nothing wider than the screen, nothing that axe-core finds serious, and no request that stays
    unasked."""
    assert_fits(page)
    assert page.evaluate("!document.querySelector('[hx-get], [hx-post]') || !!window.htmx"), (
        f"{page.url} asks for what no script of it fetches"
    )
    found = Axe().run(page, options={"runOnly": AXE, "resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


def both_languages(page, check_page, *widths: int) -> None:
    """The page at hand in a tab of its own: nothing wider than the screen; axe once a language,
    on the phone in one and on the desk in the other."""
    tab = page.context.new_page()
    widths = widths or (390, 1280)
    for language, looked_at in (("en", widths[0]), ("tr", widths[-1])):
        tab.goto(page.url.replace("/en/", f"/{language}/"))
        for width in widths:
            tab.set_viewport_size({"width": width, "height": 900})
            (check_page if width == looked_at else assert_fits)(tab)
    tab.close()
