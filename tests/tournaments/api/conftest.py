import json
import threading
from copy import deepcopy

import pytest
from django.db import connection

from tests import factories
from tournaments import tasks
from tournaments.kernel import jobs
from tournaments.models import Scope
from tournaments.services.programs.tokens import make_token


class Program:
    """A program that speaks JSON to the API, with a token if it has one."""

    def __init__(self, client, secret=""):
        self.client = client
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def _send(self, method, path, body=None, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(
            method.upper(),
            f"/api/v1/{path}",
            b"" if body is None else json.dumps(body),
            content_type="application/json",
            headers={"accept-language": "en"} | self.headers | named,
        )

    def get(self, path, **headers):
        return self._send("get", path, **headers)

    def post(self, path, body=None, **headers):
        return self._send("post", path, {} if body is None else body, **headers)

    def put(self, path, body, **headers):
        return self._send("put", path, body, **headers)

    def patch(self, path, body, **headers):
        return self._send("patch", path, body, **headers)

    def delete(self, path, body=None, **headers):
        return self._send("delete", path, {} if body is None else body, **headers)


@pytest.fixture
def api(client):
    """Anybody."""
    return Program(client)


@pytest.fixture
def program(client):
    """A program with a token of a tournament's event, of all scopes unless some are named."""

    def with_token(tournament, *scopes):
        _token, secret = make_token(
            event=tournament.event,
            name="Results table",
            scopes=list(scopes or Scope.values),
            by=factories.chief_of(tournament),
        )
        return Program(client, secret)

    return with_token


@pytest.fixture(scope="module")
def published_once(standing):
    made = factories.tournament(6)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def published(published_once):
    """Round 1 of six players is published."""
    return deepcopy(published_once)


def first_board(tournament):
    return tournament.rounds.get(number=1).pairings.get(board=1)


@pytest.fixture
def worker(monkeypatch):
    """Do what is queued at once, in a thread of its own."""
    at_work = []

    def do(task, arguments):
        try:
            getattr(tasks, task.rpartition(".")[2])(*arguments)
        finally:
            connection.close()

    def send_task(task, arguments, **_options):
        at_work.append(threading.Thread(target=do, args=(task, arguments)))
        at_work[-1].start()

    monkeypatch.setattr(jobs.current_app, "send_task", send_task)
    yield
    for thread in at_work:
        thread.join(60)
