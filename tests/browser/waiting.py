"""Waiting in a browser for what Playwright itself does not wait for."""

from playwright.sync_api import Page

PAUSE, LONGEST = 100, 20_000  # milliseconds


def wait_for_promise(page: Page, promise: str) -> None:
    """Until the promise's value is true. `wait_for_function` takes the promise itself for it."""
    for _turn in range(LONGEST // PAUSE):
        if page.evaluate(promise):
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError(f"never came true: {promise}")
