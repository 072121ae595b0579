""" "Ready?": what is still missing, each with the place where it is put right. Nothing here
stops anybody from working."""

from dataclasses import dataclass
from math import ceil, log2
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Entry, RatingList, Role, Round, Tournament, User
from tournaments.queries.entries.rating_check import differences
from tournaments.queries.teams.listing import in_no_team, listed_teams
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.tie_break_codes import codes_of
from tournaments.snapshot import forbidden_groups


@dataclass(frozen=True, slots=True)
class ReadinessItem:
    good: bool
    text: str
    link: str


def readiness(tournament: Tournament, user: User | None = None) -> list[ReadinessItem]:
    """`user`: who asks; what only they can fill in links to their own page."""
    event = tournament.event
    inside, outside = [event.slug, tournament.slug], [event.slug]
    settings, schedule = (
        reverse("desk:settings", args=inside),
        reverse("desk:timetable", args=inside),
    )
    players = reverse(
        "desk:teams" if tournament.format.pairs_teams else "desk:players", args=inside
    )
    staff = reverse("desk:staff", args=outside)
    about = reverse("desk:edit_event", args=outside)
    entries = list(tournament.entries.exclude(status__in=["withdrawn", "expelled"]))
    rounds = list(tournament.rounds.order_by("number"))
    duties = list(event.staff.select_related("user"))
    chiefs = [duty.user for duty in duties if duty.role == Role.CHIEF]
    unlicensed = [
        duty.user.display_name
        for duty in duties
        if duty.role in (Role.CHIEF, Role.ARBITER) and not duty.user.licence
    ]
    place = "venue" if event.city else "city"
    mine = user is not None and not user.licence
    items = [
        ReadinessItem(bool(event.venue and event.city), _("City and venue"), f"{about}#id_{place}"),
        ReadinessItem(bool(chiefs), _("Chief arbiter"), f"{staff}#id_email"),
        ReadinessItem(
            not unlicensed,
            _("Arbiters' licences")
            if not unlicensed
            else _("Without a licence: %(names)s") % {"names": ", ".join(unlicensed)},
            f"{reverse('desk:me')}#id_licence" if mine else staff,
        ),
        ReadinessItem(
            bool(tournament.time_control), _("Time control"), f"{settings}#id_time_control"
        ),
        *_tie_breaks(tournament, f"{settings}#id_tie_breaks"),
        *_times(tournament, rounds, schedule),
        *_players(tournament, entries, players),
        *_teams(tournament),
        _rounds_for_players(tournament, _field(tournament), f"{settings}#id_total_rounds"),
    ]
    if tournament.checks_ratings and RatingList.objects.exclude(month=None).exists():
        count = len(differences(tournament))
        items.append(
            ReadinessItem(
                not count,
                _("Ratings are what the lists say")
                if not count
                else _("Ratings that differ from the lists: %(count)s") % {"count": count},
                reverse("desk:player_ratings", args=inside),
            )
        )
    return items


def _tie_breaks(tournament: Tournament, link: str) -> list[ReadinessItem]:
    if not tournament.format.has_standings:
        return []
    if tournament.format.pairs_teams:
        rules = rules_of(tournament)
        codes, unusable = codes_of(rules, tournament.total_rounds)
        link = reverse("desk:team_rules", args=[tournament.event.slug, tournament.slug])
        good = len(codes) > 1 and not unusable
        return [ReadinessItem(good, _("Tie-breaks of teams"), f"{link}#id_tie_breaks")]
    return [ReadinessItem(bool(tournament.tie_breaks), _("Tie-breaks"), link)]


def _teams(tournament: Tournament) -> list[ReadinessItem]:
    """The teams: how many, their numbers, and those with too few players for the boards."""
    if tournament.format.pairs_players:
        return []
    inside = [tournament.event.slug, tournament.slug]
    link = reverse("desk:teams", args=inside)
    rules = rules_of(tournament)
    teams = [team for team in listed_teams(tournament) if not team.gone]
    items = [ReadinessItem(len(teams) > 1, _("Teams: %(count)s") % {"count": len(teams)}, link)]
    if unlisted := in_no_team(tournament):
        text = _("Players in no team: %(count)s") % {"count": len(unlisted)}
        items.append(ReadinessItem(False, text, f"{link}#in-no-team"))
    short = [team for team in teams if len(team.members.all()) < rules.boards]
    if short:
        text = _("Fewer players than boards: %(names)s")
        names = ", ".join(team.name for team in short)
        one = reverse("desk:team", args=[*inside, short[0].pk])
        items.append(ReadinessItem(False, text % {"names": names}, one))
    if teams and not tournament.format.makes_rounds_from_plan:
        numbered = all(team.number for team in teams)
        items.append(ReadinessItem(numbered, _("Numbers of the teams"), link))
    return items


def _field(tournament: Tournament) -> int:
    """How many are paired: players, or teams."""
    if tournament.format.pairs_teams:
        return tournament.teams.filter(withdrawn_after=None).count()
    return tournament.entries.exclude(status__in=["withdrawn", "expelled"]).count()


def _times(tournament: Tournament, rounds: list[Round], link: str) -> list[ReadinessItem]:
    missing = [str(round_.number) for round_ in rounds if round_.starts_at is None]
    items = [
        ReadinessItem(
            not missing,
            _("Times of the rounds")
            if not missing
            else _("Rounds without a time: %(rounds)s") % {"rounds": ", ".join(missing)},
            f"{link}#id_day_{missing[0]}" if missing else link,
        )
    ]
    event = tournament.event
    strays = [
        str(round_.number)
        for round_ in rounds
        if round_.starts_at
        and not event.starts_on <= round_.starts_at.astimezone(event.zone).date() <= event.ends_on
    ]
    if strays:
        text = _("Rounds outside the days of the event: %(rounds)s")
        text %= {"rounds": ", ".join(strays)}
        items.append(ReadinessItem(False, text, f"{link}#id_day_{strays[0]}"))
    return items


def _players(tournament: Tournament, entries: list[Entry], link: str) -> list[ReadinessItem]:
    silent = sum(entry.status == Entry.Status.ENTERED for entry in entries)
    items = [
        ReadinessItem(len(entries) > 1, _("Players: %(count)s") % {"count": len(entries)}, link)
    ]
    if entries and tournament.checkin_closed_at is None:
        items.append(
            ReadinessItem(
                not silent,
                _("Not checked in: %(count)s") % {"count": silent} if silent else _("Check-in"),
                reverse("desk:players_checkin", args=[tournament.event.slug, tournament.slug]),
            )
        )
    without = sum(not entry.fide_id for entry in entries)
    if without:
        text = _("Players without a FIDE ID: %(count)s")
        items.append(ReadinessItem(False, text % {"count": without}, link))
    return items


def _rounds_for_players(tournament: Tournament, count: int, link: str) -> ReadinessItem:
    """FIDE's checklist 62: can the plan be completed, and does it find a winner?"""
    if count < 2:
        return ReadinessItem(False, _rounds_and(tournament), link)
    problem = _cannot_be_completed(tournament, count) or _several_winners(tournament, count)
    return ReadinessItem(not problem, problem or _rounds_and(tournament), link)


def _rounds_and(tournament: Tournament) -> str:
    return _("Rounds and teams") if tournament.format.pairs_teams else _("Rounds and players")


def plan_problem(tournament: Tournament) -> str:
    """The reason why the rounds planned cannot all be paired with these players; "" if they can."""
    count = _field(tournament)
    return _cannot_be_completed(tournament, count) if count > 1 else ""


def _cannot_be_completed(tournament: Tournament, count: int) -> str:
    planned = tournament.total_rounds
    if tournament.format.eliminates or (
        tournament.format.pairs_teams and not tournament.format.swiss
    ):
        return ""  # the rounds follow from the draw of the teams, or from the plan
    if tournament.format.fixed_schedule:
        cycles = int(tournament.format.value("cycles", tournament.options))
        needed = cycles * (count if count % 2 else count - 1)
        text = _(
            "A round robin of %(count)s players needs %(needed)s rounds, planned are %(planned)s"
        )
        good = planned == needed
    else:
        # A player kept from some has fewer opponents; where the number is odd the bye is one more.
        needed = (count - 1 if count % 2 == 0 else count) - _most_forbidden(tournament)
        text = (
            _("%(count)s teams can play at most %(needed)s rounds, planned are %(planned)s")
            if tournament.format.pairs_teams
            else _("%(count)s players can play at most %(needed)s rounds, planned are %(planned)s")
        )
        good = planned <= needed
    return "" if good else text % {"count": count, "needed": needed, "planned": planned}


def _several_winners(tournament: Tournament, count: int) -> str:
    planned, needed = tournament.total_rounds, ceil(log2(count))
    if planned >= needed or not tournament.format.swiss:
        return ""
    text = (
        _(
            "%(planned)s rounds for %(count)s teams: several may win all their matches "
            "(%(needed)s rounds find one winner)"
        )
        if tournament.format.pairs_teams
        else _(
            "%(planned)s rounds for %(count)s players: several may win all their games "
            "(%(needed)s rounds find one winner)"
        )
    )
    return text % {"planned": planned, "count": count, "needed": needed}


def _most_forbidden(tournament: Tournament) -> int:
    """The most opponents that the prohibitions take from one player, or team."""
    taken: dict[int, set[int]] = {}
    if tournament.forbidden_pairings.exists():
        numbered = tournament.teams if tournament.format.pairs_teams else tournament.entries
        rows: dict[int, Any] = {one.tpn: one for one in numbered.all() if one.tpn}
        for group in forbidden_groups(tournament, rows):
            for tpn in group.players:
                taken.setdefault(tpn, set()).update(group.players - {tpn})
    return max(map(len, taken.values()), default=0)
