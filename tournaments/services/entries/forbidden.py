"""Players that must not meet (C.05 5.2): named pairs and families, or a club, a federation. Where
teams are paired, teams that must not meet.

Announced before round 1 and fixed with it: adding, changing and removing are then refused, as
long as the tournament is in FIDE mode.
"""

from django.db.models import QuerySet

from tournaments.core.text import fold
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Entry, ForbiddenPairing, Irregular, Round, Team, Tournament, User
from tournaments.queries.setup.events import is_fixed
from tournaments.snapshot import begun_rounds

#: a rule for a federation that is half of the field may leave a round without any legal pairing
MOST_OF_THE_FIELD = 2


def forbid(
    *,
    tournament: Tournament,
    by: User | None,
    entries: list[Entry] | None = None,
    teams: list[Team] | None = None,
    sharing: str = "",
    value: str = "",
    last_round: int = 0,
    reason: str = "",
    confirmed: str = "",
) -> ForbiddenPairing:
    with act("forbidden.added", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        of_teams = tournament.format.pairs_teams
        named: list[Entry] | list[Team] = (teams if of_teams else entries) or []
        _guard(tournament)
        known = ForbiddenPairing.SHARED_BY_TEAMS if of_teams else ForbiddenPairing.Sharing.values
        if sharing not in known:
            raise Refused("forbidden.unknown_rule")
        keys = set() if sharing else {one.pk for one in named}
        strangers = any(one.tournament_id != tournament.pk for one in named)
        if strangers or (not sharing and len(keys) < 2):
            code = "forbidden.two_teams_needed" if of_teams else "forbidden.two_players_needed"
            raise Refused(code, field="teams" if of_teams else "entries")
        if not 0 <= last_round <= tournament.total_rounds:
            raise Refused("forbidden.unknown_round", field="last_round")
        first_round = _next_to_pair(tournament)
        if last_round and last_round < first_round:
            raise Refused("forbidden.round_is_paired", field="last_round", round=last_round)
        value = fold(value) if sharing == ForbiddenPairing.Sharing.FAMILY else value.strip()
        same = {"sharing": sharing, "value": value if sharing else "", "last_round": last_round}
        for rule in _rules(tournament).filter(**same):
            if {one.pk for one in rule.named} == keys:
                return done.nothing(rule)  # the second press of the same button
        reasons = []
        if sharing and (count := _largest(tournament, sharing, value)) * MOST_OF_THE_FIELD > (
            len(_field(tournament))
        ):
            code = "forbidden.most_of_the_teams" if of_teams else "forbidden.most_of_the_field"
            reasons.append(Reason(code, {"count": count}))
        if irregular := _irregular(tournament):
            reasons.append(Reason("forbidden.add_effect", {"round": first_round}))
        done.require(
            "forbidden.add",
            level=3,
            reasons=reasons,
            subject=repr((sharing, value, last_round, sorted(keys), reason)),
        )
        rule = ForbiddenPairing.objects.create(
            tournament=tournament,
            sharing=sharing,
            value=value if sharing else "",
            first_round=first_round,
            last_round=last_round,
            reason=reason.strip()[:160],
        )
        if not sharing:
            (rule.teams if of_teams else rule.entries).set(keys)
        done.record(
            rule,
            label=reason or "; ".join(one.name for one in named) or f"{sharing} {value}",
            after={
                _whom(tournament): [one.name for one in named],
                "sharing": sharing,
                "value": value,
                "until": last_round,
            },
            irregular=irregular,
        )
        return rule


def allow_again(
    *, tournament: Tournament, rule: ForbiddenPairing, by: User | None, confirmed: str = ""
) -> None:
    """Take a rule back. One by which rounds were paired stays in the record as theirs."""
    with act("forbidden.removed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        _guard(tournament)
        rule = _rules(tournament).get(pk=rule.pk)
        last = _next_to_pair(tournament) - 1
        if rule.last_round and rule.last_round <= last:
            return done.nothing()  # it has ended
        irregular = _irregular(tournament)
        done.require(
            "forbidden.remove",
            level=3,
            reasons=[Reason("forbidden.remove_effect", {"round": last + 1})] if irregular else [],
            subject=str(rule.pk),
        )
        done.record(
            rule,
            label=str(rule),
            before={
                _whom(tournament): [one.name for one in rule.named],
                "sharing": rule.sharing,
                "value": rule.value,
                "until": rule.last_round,
            },
            after={"until": last} if rule.first_round <= last else None,
            irregular=irregular,
        )
        if rule.first_round <= last:
            rule.last_round = last
            rule.save(update_fields=["last_round"])
        else:
            rule.delete()


def _rules(tournament: Tournament) -> QuerySet[ForbiddenPairing]:
    rules = tournament.forbidden_pairings.select_related("tournament")
    return rules.prefetch_related("entries", "teams")


def _whom(tournament: Tournament) -> str:
    """The word of the history for those whom a rule names."""
    return "named_teams" if tournament.format.pairs_teams else "players"


def _field(tournament: Tournament) -> list[Entry] | list[Team]:
    """Everybody who may be kept apart from others."""
    if tournament.format.pairs_teams:
        return list(tournament.teams.all())
    return list(tournament.entries.all())


def _next_to_pair(tournament: Tournament) -> int:
    """A rule holds for what is paired from now on; rounds made before did not know it."""
    made = tournament.rounds.exclude(status__in=[Round.Status.PLANNED, Round.Status.PAIRING])
    return 1 + max(made.values_list("number", flat=True), default=0)


def _guard(tournament: Tournament) -> None:
    if tournament.fide_mode and is_fixed(tournament):
        raise Refused("forbidden.only_before_round_1")


def _irregular(tournament: Tournament) -> Irregular:
    return Irregular.CONFIGURATION if is_fixed(tournament) else Irregular.NO


def _largest(tournament: Tournament, sharing: str, value: str) -> int:
    """The number of players, or teams, in the largest group of a rule."""
    shared: dict[str, int] = {}
    for one in _field(tournament):
        own = getattr(one, sharing)
        if own and value in ("", own):
            shared[own] = shared.get(own, 0) + 1
    return max(shared.values(), default=0)


def fix_members(tournament: Tournament, number: int) -> None:
    """Fix for everybody with whom they share a club, a federation or a family name, when they are
    first paired: what is corrected in their data afterwards makes and ends no prohibition."""
    rules = list(tournament.forbidden_pairings.exclude(sharing=""))
    if not rules:
        return
    begun = begun_rounds(tournament, besides=number)
    of_teams = tournament.format.pairs_teams
    rows = tournament.teams.numbered() if of_teams else tournament.entries.numbered()
    for rule in rules:
        held = {pk: fixed for pk, fixed in rule.members.items() if fixed[0] in begun}
        now = {str(one.pk): [number, getattr(one, rule.sharing)] for one in rows} | held
        if now != rule.members:
            rule.members = now
            rule.save(update_fields=["members"])
