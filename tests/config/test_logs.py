"""A link that opens a page to whoever has it is in no log: neither ours nor the proxy's."""

import json
import logging
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from django.urls import get_resolver

from config.logs import SECRETS, JsonFormatter, _addresses

ROOT = Path(__file__).resolve().parents[2]
CODE = "KQ7XWE3R"


@pytest.fixture
def lines():
    """Every line that the site and Django write, as it stands in the log."""
    told: list[str] = []

    class Taker(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(JsonFormatter().format(record))

    taker, loggers = Taker(logging.DEBUG), [logging.getLogger(n) for n in ("hakem", "django")]
    before = [one.level for one in loggers]
    for one in loggers:
        one.addHandler(taker)
        one.setLevel(logging.INFO)
    yield told
    for one, level in zip(loggers, before, strict=True):
        one.removeHandler(taker)
        one.setLevel(level)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/en/e/open/open/who/{}/", "/en/e/open/open/who/{}", "/e/open/open/who/{}/",
        "/e/open/open/who/{}", "/EN/e/open/open/who/{}/", "/en/e/open/open/who/{}/more/",
        "/en/e/open/open/me/link/{}", "/captain/{}", "/en/privacy/{}", "/p/{}",
        "/en/sign-in/new/MQ/{}", "/en/entry/{}/pay/one/", "//en/e/open/open/who/{}/",
    ],
)  # fmt: skip
def test_a_link_stands_in_no_line_however_it_was_typed(client, lines, path):
    client.get(path.format(CODE))
    assert lines
    assert CODE not in "".join(lines)
    paths = [json.loads(line).get("path", "") for line in lines]
    assert any("…" in one for one in paths)


def addresses_with_secrets() -> list[str]:
    """Every address of the site that has a secret in it, filled with a code."""
    part = re.compile(rf"<(?:(?:str|slug):)?(?:{'|'.join(SECRETS)})>")
    found = [f"/{one}" for one in _addresses(get_resolver()) if part.search(one)]
    return [re.sub(r"<[^>]*>", "1", part.sub(CODE, one)) for one in found]


def test_the_proxy_leaves_out_every_address_that_opens_something():
    line = re.search(r"@keys path (.*)", (ROOT / "deploy/Caddyfile").read_text())
    found = addresses_with_secrets()
    assert any("/who/" in one for one in found)
    for one in found:
        assert any(fnmatch(one, pattern) for pattern in line[1].split()), one
