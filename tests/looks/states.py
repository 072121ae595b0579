"""What pages say after something was done: questions, previews, refusals, a lost connection.

Each state is reached without changing anything that another state or page needs, so that it can be
looked at once in each language.
"""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tests.looks.data import Site

Act = Callable[[Page, str, str], None]


def states(site: Site) -> Iterator[tuple[str, Act]]:
    return iter(())
