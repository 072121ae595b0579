"""Nonsense typed into every form of the desk: refused, never an error of the server."""

import re
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tests.tournaments.views.test_doors import desk_addresses
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

#: every name that a form or button of the desk sends
NAMES = (
    "act", "adjust", "after", "answer", "band", "board", "boards", "bye", "cancel", "category",
    "chairs", "change", "chess960", "choice", "chosen", "city", "club", "code", "codes",
    "columns", "confirmed", "count", "date", "days", "default_minutes", "delete", "draw_points",
    "email", "end_of", "entry", "events", "fide_id", "file", "file_name", "find", "fingerprint",
    "first_round", "fixed_board", "form", "from", "give", "hooks", "include", "key", "kind",
    "language", "last_round", "level", "line", "list", "list_1", "long_event", "match", "members",
    "month", "moves", "name", "names", "no_byes_in_last", "note", "number", "numbers", "one",
    "option_cycles", "options", "order", "pairing", "phone", "picked", "place", "play",
    "point_scale", "places", "q", "rating", "rating_round", "ratings", "reason", "result", "role",
    "round", "round_number", "rounds", "row", "scope", "scopes", "second", "sent", "session",
    "set", "slip", "source", "starts_on", "system", "table", "team", "text", "tick", "tie_breaks",
    "time", "to", "total_rounds", "two", "typed", "undo", "url", "user", "username", "value",
    "values", "version", "white", "win_points",
)  # fmt: skip
#: what people, machines and attackers type
NONSENSE = (
    "x",
    "²",  # a digit to some, a number to nobody
    "99999999999999999999999",
    "1.2.3",
    "9" * 5000,  # more digits than Python reads
    "\x1fİ" * 150,
    "a\0b",  # the database takes no NUL
)
#: each walks a hundred forms: two of them every time, all in the long run
TRIED = [
    text if text in ("²", "9" * 5000) else pytest.param(text, marks=pytest.mark.full)
    for text in NONSENSE
]

FORM = re.compile(r"<form([^>]*)>(.*?)</form>", re.DOTALL)
ACTION = re.compile(r'action="([^"?]+)')
NAME = re.compile(r'<(?:input|select|textarea|button)[^>]* name="([^"]+)"')


def made():
    tournament = factories.tournament(4)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    return tournament


def send(client, address, sent):
    """As browsers send a form without a file."""
    return client.post(address, urlencode(sent), "application/x-www-form-urlencoded")


@pytest.mark.parametrize("text", TRIED)
def test_nonsense_in_every_field_of_every_form_is_no_error_of_the_server(client, text):
    tournament = made()
    client.force_login(factories.chief_of(tournament))
    for name, address in desk_addresses(tournament):
        sent = dict.fromkeys(NAMES, text)
        assert send(client, address, sent).status_code < 500, name
        assert client.get(address, sent).status_code < 500, name
    assert Tournament.objects.filter(pk=tournament.pk).exists()


@pytest.mark.parametrize("begun", [False, True])
def test_nonsense_in_the_fields_that_each_page_really_has(client, begun):
    """Every form, with every field that stands in it, to the address it sends to."""
    tournament = made() if begun else factories.tournament(4)
    client.force_login(factories.chief_of(tournament))
    forms = {}
    for _name, page in desk_addresses(tournament):
        shown = client.get(page)
        if shown.status_code != 200 or "html" not in shown["Content-Type"]:
            continue
        for attributes, inside in FORM.findall(shown.content.decode()):
            if 'method="post"' in attributes:
                action = ACTION.search(attributes)
                names = set(NAME.findall(inside)) - {"csrfmiddlewaretoken"}
                forms.setdefault(action[1] if action else page, set()).update(names)
    assert len(forms) > 20
    assert {"ends_on", "time_zone", "birth_date"} < set().union(*forms.values())
    forms = {action: names for action, names in forms.items() if "sign-out" not in action}
    for action, names in forms.items():
        for text in NONSENSE[2::2]:
            assert send(client, action, dict.fromkeys(names, text)).status_code < 500, action
    assert Tournament.objects.filter(pk=tournament.pk).exists()


ACTS = ("order", "swap", "seat", "turn:²", "bye:x", "values:", "undo:")
#: each address is sent another one in each turn: two turns every time, all in the long run
TURNS = [turn if turn < 2 else pytest.param(turn, marks=pytest.mark.full) for turn in range(7)]


@pytest.mark.parametrize("turn", TURNS)
def test_nonsense_beside_a_real_button(client, turn):
    tournament = made()
    client.force_login(factories.chief_of(tournament))
    for place, (name, address) in enumerate(desk_addresses(tournament)):
        act = ACTS[(place + turn) % len(ACTS)]
        sent = {"one": "²", "two": "1", "act": act, "version": "x", "set": "1.2.3"}
        assert send(client, address, sent).status_code < 500, (name, act)


@pytest.mark.parametrize("data", [b"\x00\xff" * 50, b"PK\x03\x04broken"])
def test_files_that_are_none(client, data):
    tournament = made()
    client.force_login(factories.chief_of(tournament))
    for name, address in desk_addresses(tournament):
        for ending in ("xlsx", "trf"):
            file = SimpleUploadedFile(f"x.{ending}", data)
            assert client.post(address, {"file": file}).status_code < 500, (name, ending)
