"""Waiting in a browser for what Playwright itself does not wait for."""

from collections.abc import Callable

from playwright.sync_api import Page

PAUSE, LONGEST = 100, 20_000  # milliseconds


def follow(page: Page, selector: str) -> None:
    """Click what leads to a page, were it this one again, and go on when that one is whole.

    A click alone returns while the page is still the old one: what both pages have would be
    found, filled or pressed there, and what the click was to do is not done yet.
    """
    with page.expect_navigation():
        page.click(selector)


def wait_for(page: Page, condition: Callable[[], object]) -> None:
    """Until it holds in the test itself, while the browser and its routes go on."""
    for _turn in range(LONGEST // PAUSE):
        if condition():
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError("never came true")


def wait_for_promise(page: Page, promise: str) -> None:
    """Until the promise's value is true. `wait_for_function` takes the promise itself for it."""
    for _turn in range(LONGEST // PAUSE):
        if page.evaluate(promise):
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError(f"never came true: {promise}")
