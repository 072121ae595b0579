"""A draft, and a round taken back after everybody has read it, are nowhere: every public route,
every reading route of the API, files, feeds, pictures, frames and screens are walked."""

import re

import pytest
from django.http import HttpResponse
from django.urls import get_resolver

from tests import factories
from tests.tournaments import team_events
from tests.tournaments.views.test_doors import public_addresses, routes
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Match, Pairing
from tournaments.services.rounds.drafts import discard_draft
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import finish_round, unpublish_round

pytestmark = pytest.mark.django_db

#: what changes with every revision and tells nothing
_STATE = re.compile(
    r'data-(?:state|news)="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"|'
    r'"state":\s*"[^"]*"|"revision":\s*\d+|"(?:next|previous)"'
)


@pytest.fixture(params=["players", "teams"])
def tournament(request):
    """A round is played; the next is a draft."""
    if request.param == "players":
        made = factories.tournament(6)
        factories.play(made, 1)
    else:
        made = team_events.team_event(4, 2)
        team_events.play_round(made, 1)
    chief = factories.chief_of(made)
    finish_round(tournament=made, number=1, by=chief)
    confirmed(request_pairing, tournament=made, number=2, by=chief)
    return made


def everything(tournament):
    """In one language: what another shows follows from the same queries."""
    paths = [path for number in (1, 2) for path in public_addresses(tournament, number)]
    paths = [path for path in paths if not path.startswith("/tr/")]
    api = [path for path in api_addresses(tournament) if "<" not in path]
    assert len(api) > 15
    return [path for path in dict.fromkeys([*paths, *api]) if "/reference" not in path]


def api_addresses(tournament, number=2):
    """Everything that can be read below a tournament, and its players and boards one by one."""
    players = list(tournament.entries.values_list("pk", flat=True))
    boards = Pairing.objects.filter(round__tournament=tournament, round__number=number)
    boards = list(boards.values_list("pk", flat=True))
    team = str(tournament.teams.values_list("pk", flat=True).first() or 1)
    for name, route in routes(get_resolver().url_patterns):
        if not name.startswith("api:"):
            continue
        path = "/" + route
        if "tournaments/<int:pk>/" in path:
            path = path.replace("<int:pk>", str(tournament.pk)).replace("<int:number>", f"{number}")
            path = path.replace("<int:entry>", str(players[0])).replace("<int:team>", team)
            yield re.sub(r"<int:\w+>", "1", path)
        elif "players/<int:pk>/" in path:
            yield from (path.replace("<int:pk>", str(pk), 1) for pk in players[:1])
        elif "boards/<int:pk>/" in path:
            yield from (path.replace("<int:pk>", str(pk)) for pk in boards)
        elif "matches/<int:pk>/" in path:
            matches = Match.objects.filter(round__tournament=tournament)
            yield from (path.replace("<int:pk>", str(one.pk)) for one in matches)
        elif "teams/<int:pk>/" in path:
            yield path.replace("<int:pk>", team).replace("<int:number>", f"{number}")
        elif "knockouts/<int:pk>/" in path:
            for plan in tournament.knockouts.values_list("pk", flat=True):
                yield path.replace("<int:pk>", str(plan)).replace("<str:key>", "1.1-0-1-1")
        elif "events/<slug:slug>/" in path:
            yield path.replace("<slug:slug>", tournament.event.slug)


def answers(client, paths, tags=None):
    found = {}
    for path in paths:
        client.cookies.clear()  # some pages give one, and who has a message is no stranger
        tag = (tags or {}).get(path)
        found[path] = client.get(path, headers={"if-none-match": tag} if tag else {})
        if found[path].streaming:  # can be read once only
            found[path] = HttpResponse(found[path].getvalue(), status=found[path].status_code)
    return found


def words(response):
    return response.status_code, _STATE.sub("", response.content.decode(errors="replace"))


def differing(one, other):
    return {path for path in one if words(one[path]) != words(other[path])}


def test_a08_what_was_published_and_taken_back_is_nowhere_not_even_in_what_was_kept(
    client, tournament
):
    paths = everything(tournament)
    draft = answers(client, paths)
    factories.publish(tournament, 2)
    out = answers(client, paths)  # every page is kept now
    told = differing(draft, out)
    for part in ("rounds/2/", "rounds/2.csv", "rounds/2.pgn", "preview.png", "/embed/", "/screens/",
                 "/api/v1/boards/", "report.trf", "players/"):  # fmt: skip
        assert any(part in path for path in told), part
    chief = factories.chief_of(tournament)
    confirmed(unpublish_round, tournament=tournament, number=2, reason="list", by=chief)
    tags = {path: answer["ETag"] for path, answer in out.items() if "ETag" in answer}
    again = answers(client, paths, tags)
    assert {path for path in told if again[path].status_code == 304} == set()
    after = answers(client, paths)
    boards = tournament.rounds.get(number=2).pairings.exclude(black=None)
    pairs = [(one.white.name, one.black.name) for one in boards.select_related("white", "black")]
    for path in differing(draft, after):
        text = after[path].content.decode(errors="replace")
        is_text = not path.endswith((".png", "/news/"))
        assert not is_text or re.search(r"revision|gözden|revizyon|düzelt", text), path
        if "/2/" in path and is_text:
            assert not any(white in text and black in text for white, black in pairs), path


def test_the_next_round_is_not_counted_before_it_is_out(client, tournament):
    """No number of boards, no bye, no opponent of a player: the draft leaves no trace."""
    paths = everything(tournament)
    draft = answers(client, paths)
    discard_draft(tournament=tournament, number=2, by=factories.chief_of(tournament))
    none = answers(client, paths)
    assert differing(draft, none) == set()
    # Not even by what a phone has kept: with and without a draft a page has the same tag.
    pages = [path for path in paths if "/api/" not in path]
    assert {path: draft[path].get("ETag") for path in pages} == {
        path: none[path].get("ETag") for path in pages
    }
    assert sum("ETag" in draft[path] for path in pages) > 15
