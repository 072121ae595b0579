"""One event with everything that the API knows: a Swiss, a round robin with a play-off, a league
of teams, a knock-out, a Swiss of teams."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tests import factories
from tests.tournaments.api.described import Operation
from tests.tournaments.knockout_events import announced, knockout, level_three
from tests.tournaments.team_events import open_round, team_event
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Event, Job, Knockout, LogEntry, Match, Tournament, User, Webhook
from tournaments.queries.reports.trf import report
from tournaments.services.knockout.playoff import prepare_playoff
from tournaments.services.programs.webhooks import make_webhook, ping
from tournaments.services.reports.importing import send_report
from tournaments.services.teams.swiss import announce_matches, pair_matches

#: an address that is told of nothing that happens here
TOLD = "https://chess.example/hook"


@dataclass(frozen=True)
class WholeEvent:
    swiss: Tournament  # round 1 is published
    level: Tournament  # a round robin, played; three are level
    playoff: Knockout
    league: Tournament  # round 1 is published, the line-ups of round 2 are awaited
    cup: Knockout
    olympiad: Tournament  # a Swiss of teams, the matches of round 1 are paired

    @property
    def event(self) -> Event:
        return self.swiss.event

    @property
    def chief(self) -> User:
        return factories.chief_of(self.swiss)

    @property
    def tournaments(self) -> list[Tournament]:
        return [self.swiss, self.level, self.league, self.cup.tournament, self.olympiad]

    def lines(self) -> list[int]:
        """The history of all its tournaments."""
        known = LogEntry.objects.filter(tournament__in=self.tournaments)
        return list(known.order_by("pk").values_list("pk", flat=True))

    def values(self, operation: Operation) -> dict[str, Any]:
        """Path parameters that lead to something that exists."""
        kind, *rest = operation.path.removeprefix("/api/v1/").split("/")

        def place() -> int:
            if kind == "tournaments" and {"teams", "line-ups"} & set(rest):
                return self.league.pk
            if "matches" in rest and "rounds" in rest:
                return self.olympiad.pk
            if kind == "matches" and "turn" in rest:
                return self.olympiad.rounds.get(number=1).matches.earliest("pk").pk
            if kind == "tournaments" and "knockouts" in rest:
                return self.cup.tournament_id
            return self._ids[kind]()

        known: dict[str, Callable[[], Any]] = {
            "id": place,
            "number": lambda: 2 if "line-ups" in rest else 1,
            "slug": lambda: self.event.slug,
            "entry": lambda: self.swiss.entries.get(tpn=1).pk,
            "one": lambda: self.olympiad.teams.get(number=1).pk,
            "two": lambda: self.olympiad.teams.get(number=2).pk,
            "team": lambda: self.league.teams.get(number=1).pk,
            "key": lambda: "1.1~0~1~1",
            "file": lambda: "trf26",
            "webhook": lambda: self._told().pk,
            "delivery": lambda: self._told().deliveries.get().pk,
            "paper": lambda: self.swiss.documents.earliest("pk").pk,
            "incident": lambda: self.swiss.incidents.get().pk,
            "screen": lambda: self.event.screens.get().pk,
            "invitation": lambda: self.event.invitations.get().pk,
            "asked": lambda: self.swiss.player_requests.earliest("pk").pk,
            "line": lambda: self.swiss.log.first().pk,
        }
        return {name: known[name]() for name in operation.parameters("path")}

    def _told(self) -> Webhook:
        found: Webhook = self.event.webhooks.get(url=TOLD)
        return found

    def job(self) -> int:
        """The id of a job of the Swiss."""
        return self._ids["jobs"]()

    @property
    def _ids(self) -> dict[str, Callable[[], int]]:
        """How the id of something of each kind is found."""
        first_round = Match.objects.filter(round__tournament=self.league, round__number=1)
        return {
            "tournaments": lambda: self.swiss.pk,
            "players": lambda: self.swiss.entries.get(tpn=1).pk,
            "boards": lambda: self.swiss.rounds.get(number=1).pairings.get(board=1).pk,
            "jobs": lambda: Job.objects.filter(tournament=self.swiss).first().pk,
            "teams": lambda: self.league.teams.get(number=1).pk,
            "matches": lambda: first_round[0].pk,
            "knockouts": lambda: self.cup.pk,
            "forbidden": lambda: self.swiss.forbidden_pairings.get().pk,
            "reports": lambda: self.event.report_imports.get(stage="seen").pk,
        }


def whole_event() -> WholeEvent:
    swiss = factories.tournament(6)
    factories.pair(swiss, 1)
    factories.publish(swiss, 1)
    level = level_three()
    playoff = announced(prepare_playoff(tournament=level, place=1, level=[], by=None))
    league = team_event(4, 2)
    open_round(league, 1)
    cup = announced(knockout(6))
    for number, other in enumerate((level, league, cup.tournament), start=2):
        other.event, other.slug = swiss.event, f"t{number}"
        other.save()
    olympiad = team_event(4, 2, system="fide2026.team")
    olympiad.event, olympiad.slug = swiss.event, "t5"
    olympiad.save()
    confirmed(pair_matches, tournament=olympiad, number=1, by=None)
    confirmed(announce_matches, tournament=olympiad, number=1, public=True, by=None)
    Tournament.objects.filter(pk=swiss.pk).update(fide_mode=False)
    swiss.forbidden_pairings.create(sharing="club", value="X")
    made = WholeEvent(swiss, level, playoff, league, cup, olympiad)
    send_report(event=swiss.event, data=report(swiss), by=made.chief)
    told = ["tournament.finished"]
    webhook = make_webhook(event=swiss.event, url=TOLD, happenings=told, by=made.chief)
    ping(event=swiss.event, webhook_id=webhook.pk)
    swiss.documents.create(
        kind="pairings",
        round_number=1,
        language="en",
        made_at=timezone.now(),
        content=b"%PDF",
    )
    swiss.incidents.create(kind="warning")
    swiss.player_requests.create(
        entry=swiss.entries.get(tpn=2), kind="H", round_number=2, state="waiting"
    )
    swiss.event.screens.create(name="Hall", key=f"key{swiss.pk}", shows=["boards"])
    swiss.event.invitations.create(email="ece@chess.example", role="arbiter")
    for one in (playoff, cup):  # so that their tournament is in its new event
        one.refresh_from_db()
    return made
