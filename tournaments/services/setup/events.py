"""Events, tournaments, their settings and their staff."""

from typing import Any

from django.db.models import Max
from django.utils.text import slugify

from pairing.formats import DEFAULT, Format, find, offered
from tiebreaks.advice import proposed, recommended
from tournaments.core.text import fold
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import new_seed
from tournaments.kernel.log import changed, made_just_now
from tournaments.models import (
    Entry,
    Event,
    Irregular,
    Knockout,
    Role,
    Round,
    StaffMember,
    Tournament,
    User,
)
from tournaments.queries.entries.numbering import tournament_rating
from tournaments.queries.setup.events import is_fixed, is_under_way
from tournaments.queries.teams.rules import rules_of
from tournaments.services.entries.numbering import assign_numbers

#: fixed when round 1 is paired, as long as the tournament is in FIDE mode
FIXED_BEFORE_ROUND_1 = frozenset(
    {
        "system",
        "options",
        "total_rounds",
        "acceleration",
        "initial_colour",
        "win_points",
        "draw_points",
        "loss_points",
        "bye_points",
        "tie_breaks",
        "tie_break_edition",
        "rating_method",
        "equals_by",
        "unrated",
        "unrated_rating",
        "rating_of_round",
        "rating_round",
        "chess960",
        "late_entry_bye",
        "half_byes_allowed",
        "no_byes_in_last",
    }
)
#: what the order of the list follows from
RANKS = frozenset({"rating_method", "equals_by", "system", "options"})
#: words of the desk's own addresses, beside events and beside the tournaments of one
RESERVED = frozenset(
    {"new", "copy", "me", "register", "removed", "edit", "staff", "hall", "screens", "programs",
     "remove", "account", "people", "logo"}
)  # fmt: skip
#: why no page is touched by a change of duties
FOR_THE_STAFF = "no public page says who has which duty"


def free_slug(name: str, taken: Any) -> str:
    base = slugify(fold(name))[:50] or "event"
    if base in RESERVED:
        base += "-event"
    slug, number = base, 2
    while taken.filter(slug=slug).exists():
        slug, number = f"{base}-{number}", number + 1
    return slug


def create_event(*, by: User, **values: Any) -> Event:
    """A new event; who makes it is its chief arbiter."""
    with act("event.created", by, by=by) as done:
        made = made_just_now("event.created", by=by, label=values["name"][:160])
        twin = Event.objects.filter(pk__in=made, removed=False, **values).first()
        if twin is not None:
            return done.nothing(twin)  # the second press of the same button
        event = Event(slug=free_slug(values["name"], Event.objects), **values)
        event.save()
        StaffMember.objects.create(event=event, user=by, role=Role.CHIEF)
        done.record(event)
        return event


def change_event(*, event: Event, by: User, values: dict[str, Any]) -> Event:
    with act("event.changed", event, by=by) as done:
        event = done.row
        if event.sandbox_until is not None and values.get("public"):
            raise Refused("sandbox.stays_hidden", field="public")
        before, after = changed(event, values)
        if not after:
            return done.nothing(event)
        event.save()
        done.record(event, before=before, after=after)
        return event


def create_tournament(
    *, event: Event, by: User | None, like: Tournament | None = None, **values: Any
) -> Tournament:
    """A new tournament, in FIDE mode if its settings are FIDE's. One that is made `like` another,
    which left FIDE mode for points that FIDE does not accept, is outside it as well."""
    if values.get("system", DEFAULT) not in offered():
        raise Refused("tournament.unknown_system", field="system")
    chosen = find(values.get("system", DEFAULT))
    values.setdefault("tie_breaks", proposed(chosen))
    values.setdefault(
        "bye_points",
        usual_bye(chosen, values.get("win_points", 10), values.get("draw_points", 5)),
    )
    quiet = "a tournament that is new has no page yet, and the others stay as they are"
    with act("tournament.created", event, by=by, quiet=quiet) as done:
        tournament = Tournament(
            event=event,
            slug=free_slug(values["name"], Tournament.all_objects.filter(event=event)),
            seed=new_seed(),
            position=event.tournaments.count(),
            **values,
        )
        outside = like is not None and not like.fide_mode and points_of_their_own(tournament)
        tournament.fide_mode = fide_accepts(tournament) and not outside
        guard_points(tournament)
        tournament.save()
        plan_rounds(tournament)
        done.record(tournament, after={"system": tournament.system})
        return tournament


def fide_accepts(tournament: Tournament) -> bool:
    """FIDE's checklist 40: other systems, and other books of tie-breaks, are played outside."""
    own_book = tournament.tie_break_edition.startswith("fide")
    return tournament.format.fide_mode and own_book and _fides_book_of_teams(tournament)


def _fides_book_of_teams(tournament: Tournament) -> bool:
    if tournament.format.pairs_players:
        return True
    if tournament.pk is None:  # the list that the format proposes
        return recommended(tournament.format.team_tie_breaks).edition.startswith("fide")
    return rules_of(tournament).edition.startswith("fide")


def change_tournament(
    *, tournament: Tournament, by: User, values: dict[str, Any], confirmed: str = ""
) -> Tournament:
    """Change settings. In FIDE mode what was fixed before round 1 stays; outside it, a change
    after round 1 is confirmed and logged as an irregular act."""
    with act("tournament.changed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if "fide_mode" in values:
            raise Refused("tournament.fide_mode_is_left", field="fide_mode")
        values = _with_usual_bye(tournament, values)
        before, after = changed(tournament, values)
        if not after:
            return done.nothing(tournament)
        if tournament.system not in offered():
            raise Refused("tournament.unknown_system", field="system")
        had_rounds = find(before.get("system", tournament.system)).has_rounds
        if had_rounds != tournament.format.has_rounds and is_fixed(tournament):
            raise Refused("knockout.system_fixed", field="system")
        irregular = Irregular.NO
        fixed = sorted(FIXED_BEFORE_ROUND_1.intersection(after))
        if fixed and is_fixed(tournament):
            if tournament.fide_mode:
                raise Refused("tournament.locked_in_fide_mode", field=fixed[0])
            done.require(
                "tournament.reconfigure",
                level=3,
                reasons=[Reason("tournament.reconfigure_effect", {"fields": fixed})],
                subject=repr(sorted(after.items())),
            )
            irregular = Irregular.CONFIGURATION
        guard_points(tournament)
        if not is_under_way(tournament) and RANKS & after.keys():
            _rank_anew(tournament)
        if tournament.fide_mode and not fide_accepts(tournament):
            # Choosing what FIDE does not accept is a way out of FIDE mode like any other.
            leave_as_well(done, subject=repr(sorted(after.items())))
        done.save(*after, "fide_mode")
        plan_rounds(tournament)
        done.record(tournament, before=before, after=after, irregular=irregular)
        return tournament


def _with_usual_bye(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """A bye that was worth what is usual is so under another system, too."""
    win, draw = tournament.win_points, tournament.draw_points
    chosen = offered().get(values.get("system", tournament.system))
    if chosen is None or chosen.games_a_round == tournament.format.games_a_round:
        return values
    untouched = values.get("bye_points", tournament.bye_points) == tournament.bye_points
    if not untouched or tournament.bye_points != usual_bye(tournament.format, win, draw):
        return values
    bye = usual_bye(chosen, values.get("win_points", win), values.get("draw_points", draw))
    return {**values, "bye_points": bye}


def guard_points(tournament: Tournament) -> None:
    """FIDE's checklist 74, 81 and 83, for pages, API and imports alike."""
    win, draw, loss = tournament.win_points, tournament.draw_points, tournament.loss_points
    bye = tournament.bye_points
    if not win >= draw >= loss or bye > win * tournament.format.games_a_round or win == loss:
        raise Refused("tournament.points_out_of_order", field="win_points")
    if tournament.fide_mode and (code := points_of_their_own(tournament)):
        raise Refused(code, field="bye_points" if code == BYE_VALUE else "draw_points")


BYE_VALUE = "tournament.bye_value"


def points_of_their_own(tournament: Tournament) -> str:
    """Why FIDE does not accept the points, as a code."""
    win, draw, loss = tournament.win_points, tournament.draw_points, tournament.loss_points
    if 2 * draw > win + loss:
        return "tournament.draw_too_high"
    usual = (win, draw, loss) == (10, 5, 0)
    accepted = (0, 5, 10) if tournament.format.games_a_round == 1 else (0, 5, 10, 15, 20)
    return BYE_VALUE if usual and tournament.bye_points not in accepted else ""


def usual_bye(chosen: Format, win: int, draw: int) -> int:
    """The worth of a bye where nothing else is said: a win; of a match of two games one game won
    and one drawn (C.04.5 art. 1.4)."""
    return win if chosen.games_a_round == 1 else win + draw


def _rank_anew(tournament: Tournament) -> None:
    """Another rating ranks the players now (TRF26 record 172): their order follows."""
    entries = list(tournament.entries.all())
    for entry in entries:
        entry.rating = tournament_rating(entry, tournament.rating_method)
    Entry.objects.bulk_update(entries, ["rating"], batch_size=500)
    assign_numbers(tournament)


def leave_fide_mode(*, tournament: Tournament, by: User, confirmed: str = "") -> Tournament:
    """Once, with two confirmations in a row, and never back."""
    with act("tournament.left_fide_mode", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if not tournament.fide_mode:
            return done.nothing(tournament)
        leave_as_well(done)
        done.save("fide_mode")
        return tournament


def leave_as_well(done: Act[Tournament], subject: str = "") -> None:
    """As part of another act: the mode is off from here on, and the report says in which round
    that was. The caller saves the field."""
    tournament = done.tournament
    done.require(
        "tournament.leave_fide_mode",
        level=4,
        reasons=[Reason("tournament.leave_fide_mode_effect")],
        subject=subject,
    )
    tournament.fide_mode = False
    paired = tournament.rounds.exclude(status__in=[Round.Status.PLANNED, Round.Status.PAIRING])
    done.record(
        tournament,
        "tournament.left_fide_mode",
        round_number=paired.aggregate(last=Max("number"))["last"] or 1,
        before=True,
        after=False,
        irregular=Irregular.CONFIGURATION,
    )


def plan_rounds(tournament: Tournament) -> None:
    """As many rounds as the tournament is to have; paired ones are never taken away. A knock-out
    has a plan instead."""
    if tournament.format.eliminates:
        Knockout.objects.get_or_create(tournament=tournament, kind=Knockout.Kind.KNOCKOUT)
    if not tournament.format.has_rounds:
        tournament.rounds.filter(status=Round.Status.PLANNED).delete()
        return
    if tournament.format.makes_rounds_from_plan:
        tournament.total_rounds = max(tournament.rounds.exclude(matches=None).count(), 1)
        tournament.save(update_fields=["total_rounds"])
    have = set(tournament.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number)
        for number in range(1, tournament.total_rounds + 1)
        if number not in have
    )
    tournament.rounds.filter(
        number__gt=tournament.total_rounds, status=Round.Status.PLANNED
    ).delete()


def set_role(*, event: Event, user: User, role: Role | None, by: User) -> None:
    """Give, change or (with None) take away a duty. The last chief arbiter stays."""
    with act("staff.changed", event, by=by, quiet=FOR_THE_STAFF) as done:
        duty = StaffMember.objects.filter(event=event, user=user).first()
        before = duty.role if duty else None
        if before == role:
            return done.nothing()
        others = event.staff.filter(role=Role.CHIEF).exclude(user=user)
        if before == Role.CHIEF and not others.exists():
            raise Refused("staff.last_chief")
        if role is None:
            event.staff.filter(user=user).delete()
        else:
            StaffMember.objects.update_or_create(event=event, user=user, defaults={"role": role})
        done.record(user, before=before, after=role)
