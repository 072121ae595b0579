"""Players that must not meet (C.05 5.2): named pairs and families, or a club, a federation.

Announced before round 1 and fixed with it: adding, changing and removing are then refused, as
long as the tournament is in FIDE mode.
"""

from tournaments.core.text import fold
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Entry, ForbiddenPairing, Irregular, Round, Tournament, User
from tournaments.queries.setup.events import is_fixed
from tournaments.snapshot import begun_rounds

#: a rule for a federation that is half of the field may leave a round without any legal pairing
MOST_OF_THE_FIELD = 2


def forbid(
    *,
    tournament: Tournament,
    by: User | None,
    entries: list[Entry] | None = None,
    sharing: str = "",
    value: str = "",
    last_round: int = 0,
    reason: str = "",
    confirmed: str = "",
) -> ForbiddenPairing:
    with act("forbidden.added", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entries = entries or []
        _guard(tournament)
        if sharing not in ForbiddenPairing.Sharing.values:
            raise Refused("forbidden.unknown_rule")
        if not sharing and len({entry.pk for entry in entries}) < 2:
            raise Refused("forbidden.two_players_needed", field="entries")
        if any(entry.tournament_id != tournament.pk for entry in entries):
            raise Refused("forbidden.two_players_needed", field="entries")
        if not 0 <= last_round <= tournament.total_rounds:
            raise Refused("forbidden.unknown_round", field="last_round")
        first_round = _next_to_pair(tournament)
        if last_round and last_round < first_round:
            raise Refused("forbidden.round_is_paired", field="last_round", round=last_round)
        value = fold(value) if sharing == ForbiddenPairing.Sharing.FAMILY else value.strip()
        named = set() if sharing else {entry.pk for entry in entries}
        same = {"sharing": sharing, "value": value if sharing else "", "last_round": last_round}
        for rule in tournament.forbidden_pairings.filter(**same).prefetch_related("entries"):
            if {entry.pk for entry in rule.entries.all()} == named:
                return done.nothing(rule)  # the second press of the same button
        reasons = []
        if sharing and (count := _largest(tournament, sharing, value)) * MOST_OF_THE_FIELD > (
            tournament.entries.count()
        ):
            reasons.append(Reason("forbidden.most_of_the_field", {"count": count}))
        if irregular := _irregular(tournament):
            reasons.append(Reason("forbidden.add_effect", {"round": first_round}))
        done.require(
            "forbidden.add",
            level=3,
            reasons=reasons,
            subject=repr((sharing, value, last_round, sorted(named), reason)),
        )
        rule = ForbiddenPairing.objects.create(
            tournament=tournament,
            sharing=sharing,
            value=value if sharing else "",
            first_round=first_round,
            last_round=last_round,
            reason=reason.strip()[:160],
        )
        rule.entries.set(entries if not sharing else [])
        done.record(
            rule,
            label=reason or "; ".join(entry.name for entry in entries) or f"{sharing} {value}",
            after={
                "players": [entry.name for entry in entries],
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
        rule = ForbiddenPairing.objects.get(tournament=tournament, pk=rule.pk)
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
                "players": list(rule.entries.values_list("name", flat=True)),
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
    """The number of players in the largest group of a rule."""
    shared: dict[str, int] = {}
    for entry in tournament.entries.all():
        own = getattr(entry, sharing)
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
    entries = list(tournament.entries.numbered())
    for rule in rules:
        held = {pk: fixed for pk, fixed in rule.members.items() if fixed[0] in begun}
        now = {str(one.pk): [number, getattr(one, rule.sharing)] for one in entries} | held
        if now != rule.members:
            rule.members = now
            rule.save(update_fields=["members"])
