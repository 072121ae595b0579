"""An example for every route of the product, or the reason for none."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation import override

from scripts.looks.data import Site
from tournaments.models import Follower, Tournament
from tournaments.queries.teams.captains import captain_link
from tournaments.queries.voice.codes import codes_of

#: what nobody looks at, and why
NO_PAGE = {
    "logout": "answers a button only",
    "help_pdf": "a PDF",
    "desk:end_sessions": "answers a button only",
    "desk:remove_passkey": "of a passkey that is there: see tests/browser/test_passkeys.py",
    "sign_in_code": "between password and desk: see tests/browser/test_accounts.py",
    "password_reset_confirm": "behind a link that works once: see tests/browser/test_accounts.py",
    "desk:live": "data for the page that asks",
    "desk:preview_document": "a sheet of paper within the page of its options",
    "desk:report": "a file",
    "desk:document": "a PDF",
    "printout": "a PDF, behind a link that expires",
    "desk:file": "a file",
    "desk:fallback_file": "a file",
    "public:follow": "answers a script only",
    "public:follow_by_mail": "answers a form only: see tests/browser/test_following.py",
    "public:player_calendar": "a file",
    "public:say_result": "answers a button only, and leads back to the player's page",
    "public:ask": "answers a button only, and leads back to the player's page",
    "public:take_back_ask": "answers a button only, and leads back to the player's page",
    "public:call": "answers a button only, and leads back to the player's page",
    "public:claim": "answers a button only, and leads back to the player's page",
    "public:appeal": "answers a button only, and leads back to the player's page",
    "public:silence": "answers a button only, and leads back to the player's page",
    "public:prove_by_mail": "behind a mailed link: tests/tournaments/views/test_links_by_mail.py",
    "public:send_slip": "answers a form only, and leads back to the player's page",
    "desk:slip_picture": "a picture",
    "desk:inbox_count": "a number in the head of every page",
    "desk:case": "of a claim that was made: see tests/browser/test_two_phones.py",
    "desk:case_evidence": "a file",
    "desk:document_state": "a part of the list of papers",
    "desk:my_rows": "answers a button only",
    "desk:tournament": "leads to the page that is due",
    "desk:search_players": "a part of the form of a player",
    "desk:seal": "a part of the draft",
    "public:tournament": "leads to the page that is due",
    "public:document": "a PDF",
    "public:sheet_pdf": "a PDF",
    "public:home_csv": "a file",
    "public:table_csv": "a file",
    "public:news": "data for the phone that asks",
    "public:screen_state": "data for the screen that asks",
    "public:hall_picture": "a picture",
    "public:emblem": "a picture",
    "public:report": "a file",
    "public:event_calendar": "a file",
    "public:calendar": "a file",
    "public:players_csv": "a file",
    "public:round_csv": "a file",
    "public:round_pgn": "a file",
    "public:standings_csv": "a file",
    "public:prizes_csv": "a file",
    "public:rating_changes_csv": "a file",
    "public:preview": "a picture",
    "public:event_preview": "a picture",
    "public:round_preview": "a picture",
    "public:board_preview": "a picture",
    "public:standings_preview": "a picture",
    "public:player_preview": "a picture",
    "public:knockout_preview": "a picture",
}


#: looked at by whoever has not signed in
BEFORE_THE_DOOR = ("login", "invitation", "password_reset", "password_sent")


@dataclass(frozen=True, slots=True)
class Example:
    """`label` tells several examples of one route apart; `query` follows the address."""

    route: str
    label: str
    values: tuple[str | int, ...]
    query: str = ""

    @property
    def name(self) -> str:
        return f"{self.route} {self.label}".strip()

    @property
    def part(self) -> str:
        return "public" if self.route.startswith(("public:", "api:")) else "desk"

    @property
    def signed_in(self) -> bool:
        return self.part == "desk" and self.route not in BEFORE_THE_DOOR

    def path(self, language: str) -> str:
        with override(language):
            return reverse(self.route, args=self.values) + self.query


def all_routes() -> dict[str, str]:
    """The routes that people open, by name; programs read the others."""
    found = {}
    for name, route in _walk(get_resolver().url_patterns):
        if name.startswith("federation"):
            continue  # of a site of their own: tests/federation/test_doors_of_the_federation.py
        if not name.endswith("None") and (not name.startswith("api:") or name == "api:reference"):
            found[name] = route
    found.pop("sheet")  # printed in QR codes; leads to public:sheet
    return found


def unshown(site: Site, shown: list[Example]) -> list[str]:
    """Routes that somebody forgot: neither an example, nor a reason, nor a button's answer."""
    known = {one.route for one in shown}
    client = Client(SERVER_NAME="localhost")
    client.force_login(site.chief)
    found = []
    for name, route in all_routes().items():
        if (name in known) != (name in NO_PAGE):
            continue
        address = "/" + re.sub(r"<\w+:\w+>", "1", route)
        if name in known or client.get(address).status_code != 405:
            found.append(f"{name}: either an example or a reason, in scripts/looks/pages.py")
    return found


def _walk(
    patterns: Iterable[URLPattern | URLResolver], prefix: str = "", space: str = ""
) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _walk(pattern.url_patterns, route, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", route


def examples(site: Site) -> list[Example]:
    return [Example(*row) for row in (*_site(site), *_desk(site), *_teams(site), *_public(site))]


def _site(site: Site) -> Iterator[tuple[Any, ...]]:
    event = site.event.slug
    yield "login", "", ()
    yield "invitation", "", (site.invitation,)
    yield "help", "", ()
    yield "about", "", ()
    for chapter in ("overview", "keyboard", "results"):
        yield "help_chapter", chapter, (chapter,)
    yield "desk:home", "", ()
    for route in ("new_event", "copy_event", "me", "register"):
        yield f"desk:{route}", "", ()
    for route in (
        "account", "own_programs", "password", "factor", "new_passkey", "people", "new_person",
    ):  # fmt: skip
        yield f"desk:{route}", "", ()
    yield "desk:factor_codes", "", ()
    yield "desk:person", "", (site.chief.pk,)
    yield "password_reset", "", ()
    yield "password_sent", "", ()
    yield "desk:register_columns", "", (site.list_to_map,)
    for route in (
        "event",
        "edit_event",
        "staff",
        "new_tournament",
        "new_from_report",
        "hall_plan",
        "emblems",
    ):
        yield f"desk:{route}", "", (event,)
    yield "desk:report_import", "", (event, site.report)
    yield "desk:screens", "", (event,)
    yield "desk:screen", "", (event, site.screen.pk)
    yield "desk:api_keys", "", (event,)
    yield "desk:webhook", "", (event, site.webhook.pk)


def _desk(site: Site) -> Iterator[tuple[Any, ...]]:
    made = _at(site.open)
    entry = site.open.entries.get(tpn=12).pk
    for route in ("settings", "timetable", "ready"):
        yield f"desk:{route}", "", made
    yield "desk:prizes", "", _at(site.last)
    yield "desk:prizes", "empty", _at(site.empty)
    yield "desk:payouts", "", _at(site.last)
    yield "desk:payouts", "empty", _at(site.empty)
    yield "desk:ready", "empty", _at(site.empty)
    yield "desk:settings", "round robin", _at(site.robin)
    yield "desk:settings", "empty", _at(site.empty)
    yield "desk:players", "", made
    yield "desk:players", "nobody found", made, "?q=xyz"
    yield "desk:players", "empty", _at(site.empty)
    yield "desk:add_player", "", made
    yield "desk:import_players", "", made
    yield "desk:player_qualifiers", "", _at(site.empty)
    yield "desk:players_checkin", "", _at(site.checkin)
    yield "desk:players_checkin", "under way", made
    yield "desk:players_checkin", "empty", _at(site.empty)
    yield "desk:player_ratings", "", made
    yield "desk:player_numbers", "", _at(site.checkin)
    yield "desk:player_groups", "", _at(site.checkin)
    yield "desk:playoffs", "", _at(site.checkin)
    yield "desk:player_numbers", "under way", made
    yield "desk:forbidden_players", "", made
    yield "desk:edit_player", "", (*made, entry)
    yield "desk:edit_player", "withdrawn", (*made, site.open.entries.get(tpn=26).pk)
    yield "desk:close_players_checkin", "", _at(site.checkin)
    yield "desk:averages", "", (*_at(site.dubov), 1)
    yield "desk:schedule", "", _at(site.robin)
    for label, number in (("closed", 1), ("adjourned", 3), ("results", 4), ("ahead", 5)):
        yield "desk:round", label, (*made, number)
    yield "desk:round", "second pass", (*made, 4), "?second=1"
    yield "desk:round", "draft", (*_at(site.draft), 2)
    yield "desk:round", "edited by hand", (*_at(site.hand), 2)
    yield "desk:round", "not paired", (*_at(site.checkin), 1)
    yield "desk:round", "nobody", (*_at(site.empty), 1)
    yield "desk:slips", "", (*made, 4)
    yield "desk:round", "last", (*_at(site.last), 3)
    yield "desk:round", "over", (*_at(site.over), 3)
    yield "desk:reasons", "", (*made, 4)
    yield "desk:reasons", "two players", (*made, 4), "?one=1&two=2"
    yield "desk:branch", "", (*_at(site.draft), 2)
    yield "desk:manual_pairing", "", (*_at(site.hand), 2)
    yield "desk:manual_pairing", "not begun", (*_at(site.draft), 2)
    yield "desk:late", "", (*made, 4)
    yield "desk:import_round", "", (*made, 5)
    yield "desk:correct", "", (*made, 3, 1)
    changed = {"10": "01", "01": "10"}.get(_result(site.open, 3, 1), "10")
    yield "desk:correct", "simulated", (*made, 3, 1), f"?result={changed}"
    yield "desk:correct", "adjourned", (*made, 3, 2)
    yield "desk:correct", "report only", (*made, 1, 1)
    yield "desk:preflight", "", made
    yield "desk:preflight", "over", _at(site.over)
    yield "desk:standings", "", made
    yield "desk:standings", "play-off", _at(site.over)
    yield "desk:standings", "level", _at(site.level)
    yield "desk:standings", "empty", _at(site.empty)
    yield "desk:outcomes", "", _at(site.last)
    yield "desk:outcomes", "none", _at(site.over)
    yield "desk:pictures", "", made
    yield "desk:pictures", "empty", _at(site.empty)
    yield "desk:rating_changes", "", made
    yield "desk:rating_changes", "empty", _at(site.empty)
    yield "desk:norms", "", made
    yield "desk:norms", "made", _at(site.over)
    yield "desk:decisions", "", made
    yield "desk:working", "", (*made, 3, entry)
    yield "desk:documents", "", made
    yield "desk:files", "", made
    yield "desk:print_document", "", (*made, site.document.pk)
    yield "desk:files", "before a round", _at(site.empty)
    yield "desk:documents", "empty", _at(site.empty)
    for kind in ("pairings", "standings", "record"):
        yield "desk:new_document", kind, (*made, kind)
    yield "desk:job", "", (*made, site.job.pk)
    yield "desk:fallback", "", made
    yield "desk:fallback", "empty", _at(site.empty)
    yield "desk:phones", "", made
    yield "desk:inbox", "", made
    yield "desk:incidents", "", made
    yield "desk:incidents", "empty", _at(site.empty)
    yield "desk:board_incident", "", (*made, 4, 1)
    yield "desk:history", "", made
    yield "desk:history", "irregular", made, "?only=irregular"
    for label, one in (
        ("", site.knockout),
        ("not announced", site.planned),
        ("play-off", site.playoff),
    ):
        yield "desk:knockout", label, (*_at(one.tournament), one.pk)
    yield "desk:knockout_plan", "", (*_at(site.planned.tournament), site.planned.pk)
    yield "desk:knockout_qualifiers", "", (*_at(site.planned.tournament), site.planned.pk)
    game = site.knockout.games.all()[0]
    yield "desk:knockout_game", "", (*_at(site.knockout.tournament), site.knockout.pk, game.pk)


def _teams(site: Site) -> Iterator[tuple[Any, ...]]:
    made = _at(site.teams)
    team = site.teams.teams.get(number=1)
    match = site.teams.rounds.get(number=2).matches.all()[0]
    for route in ("teams", "team_rules", "add_team", "import_teams", "team_links"):
        yield f"desk:{route}", "", made
    yield "desk:teams", "not drawn", _at(site.undrawn)
    yield "desk:teams", "knock-out", _at(site.team_knockout)
    yield "desk:teams", "none", _at(site.empty)
    yield "desk:team_links_sheet", "", made
    for route in ("team_standings", "team_crosstable", "team_boards"):
        yield f"desk:{route}", "", made
    yield "desk:team_working", "", (*made, 1, team.pk)
    yield "desk:team_round", "", (*made, 2)
    yield "desk:team_round", "line-ups", (*made, 3)
    yield "desk:round", "of teams", (*made, 2)
    yield "desk:line_up", "", (*made, 3, team.pk)
    yield "desk:match", "", (*made, match.pk)
    yield "desk:team", "", (*made, team.pk)
    one = site.team_knockout.knockouts.get()
    yield "desk:knockout", "of teams", (*_at(site.team_knockout), one.pk)


def _reader(site: Site) -> Follower:
    """A mail address that follows a player."""
    reader, _made = Follower.objects.get_or_create(email="reader@example.org")
    entry = site.open.entries.get(tpn=12)
    reader.follows.get_or_create(tournament=site.open, entry=entry)
    return reader


def _public(site: Site) -> Iterator[tuple[Any, ...]]:
    made = _at(site.open)
    entry = site.open.entries.get(tpn=12).pk
    teams = _at(site.teams)
    team = site.teams.teams.get(number=1)
    match = site.teams.rounds.get(number=2).matches.all()[0]
    yield "public:home", "", ()
    yield "public:sheet", "", (site.document.code,)
    yield "public:screen", "", (site.screen.key,)
    yield "public:captain", "", (captain_link(team).rstrip("/").rsplit("/", 1)[1],)
    yield "public:follower", "", (_reader(site).key,)
    yield "public:event", "", (site.event.slug,)
    for route in ("about", "documents", "hall", "players", "standings", "crosstable"):
        yield f"public:{route}", "", made
    yield "public:prizes", "", _at(site.last)
    yield "public:prizes", "none", _at(site.empty)
    yield "public:rating_changes", "", made
    yield "public:rating_changes", "empty", _at(site.empty)
    yield "public:schedule", "", _at(site.robin)
    yield "public:crosstable", "round robin", _at(site.robin)
    yield "public:crosstable_after", "", (*made, 2)
    yield "public:averages", "", (*_at(site.dubov), 1)
    yield "public:player", "", (*made, entry)
    yield "public:me", "", made
    yield "public:my_page", "not proved", (*made, entry)
    person = site.open.entries.get(tpn=12)
    yield "public:prove", "", (*made, codes_of([person])[person.pk])
    for label, number in (("", 4), ("awaited", 5)):
        yield "public:round", label, (*made, number)
    yield "public:names", "", (*made, 4)
    yield "public:board", "", (*made, 4, 3)
    yield "public:prizes", "in words", made
    yield "public:standings", "play-off", _at(site.over)
    yield "public:standings", "empty", _at(site.empty)
    yield "public:pictures", "", made
    yield "public:standings_after", "", (*made, 2)
    yield "public:standings_category", "", (*made, 3, "women")
    yield "public:working", "", (*made, 3, entry)
    yield "public:teams", "", teams
    yield "public:team", "", (*teams, team.pk)
    yield "public:team_round", "", (*teams, 2)
    yield "public:match", "", (*teams, match.pk)
    yield "public:team_standings", "", teams
    yield "public:team_standings_after", "", (*teams, 1)
    yield "public:team_working", "", (*teams, 1, team.pk)
    yield "public:team_crosstable", "", teams
    yield "public:team_boards", "", teams
    for label, one in (("", site.knockout), ("play-off", site.playoff)):
        yield "public:knockout", label, (*_at(one.tournament), one.pk)
    yield "public:embed_round", "", made
    yield "public:embed_standings", "", made
    yield "public:embed_round", "of teams", teams
    yield "public:embed_round", "knock-out", _at(site.knockout.tournament)
    yield "api:reference", "", ()


def _result(tournament: Tournament, number: int, board: int) -> str:
    return tournament.rounds.get(number=number).pairings.get(board=board).result


def _at(tournament: Tournament) -> tuple[str, str]:
    return tournament.event.slug, tournament.slug
