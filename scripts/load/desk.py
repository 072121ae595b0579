"""The chief arbiter at the desk of the running site: each press goes through the server."""

import re
import time
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests import factories
from tests.pages import Page
from tournaments.models import Tournament


class Desk:
    def __init__(self, port: int, tournament: Tournament) -> None:
        self.site = f"http://localhost:{port}/en"
        self.place = f"/desk/{tournament.event.slug}/{tournament.slug}"
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        chief = factories.chief_of(tournament)
        self._send("/sign-in/", username=chief.username, password=factories.PASSWORD)

    def publish(self, number: int) -> float:
        return self._confirm(f"{self.place}/rounds/{number}/publish/")

    def unpublish(self, number: int) -> float:
        return self._confirm(f"{self.place}/rounds/{number}/unpublish/", reason="A wrong list")

    def _confirm(self, path: str, **fields: str) -> float:
        """Answer the question; the time at which the confirmation was pressed."""
        question = self._send(path, **fields)
        token = Page(question).field("confirmed")
        sent = {**fields, "confirmed": token, "csrfmiddlewaretoken": self._token()}
        pressed = time.time()
        self._text(path, sent)
        return pressed

    def _send(self, path: str, **fields: str) -> str:
        return self._text(path, {**fields, "csrfmiddlewaretoken": self._token()})

    def _token(self) -> str:
        # The form to sign in, then the one to sign out on the desk that it leads to.
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self._text("/sign-in/"))
        assert found
        return found[1]

    def _text(self, path: str, fields: dict[str, str] | None = None) -> str:
        data = urlencode(fields).encode() if fields else None
        try:
            with self.opener.open(self.site + path, data, timeout=30) as answer:
                return str(answer.read().decode())
        except HTTPError as question:
            if question.code != 409:  # a question is asked with this status
                raise
            return str(question.read().decode())
