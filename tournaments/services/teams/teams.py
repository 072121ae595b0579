"""Teams: enter, change, list their players, draw their numbers, withdraw."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from pairing.errors import PairingError
from pairing.handbook.round_robin import after_leaving
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.kernel.log import changed, just_done
from tournaments.models import (
    Entry,
    Match,
    Pairing,
    Team,
    TeamMember,
    TeamRules,
    Tournament,
    User,
)
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.teams.rules import average, programme_of, rules_of
from tournaments.services.entries.entries import next_open_round
from tournaments.services.entries.lots import draw_as_data, drawn_numbers
from tournaments.services.setup.events import plan_rounds

#: fixed once the numbers are drawn: the programme follows from them
FIXED_BY_THE_DRAW = frozenset({"boards"})


# --- Rules ----------------------------------------------------------------------------------------


def change_rules(
    *,
    tournament: Tournament,
    by: User | None,
    values: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    confirmed: str = "",
) -> TeamRules:
    """The rules of teams, and the options of the system (cycles, double, colours)."""
    with act("teams.rules_changed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        rules = rules_of(tournament)
        before, after = changed(rules, dict(values))
        wanted = {**tournament.options, **(options or {})}
        if tournament.format.pairs_teams and wanted != tournament.options:
            before["options"], after["options"] = tournament.options, wanted
        if not after and rules.pk:
            return done.nothing(rules)
        if "options" in after or FIXED_BY_THE_DRAW.intersection(after):
            guard_not_drawn(tournament)
        if is_under_way(tournament):
            done.require(
                "tournament.reconfigure",
                level=3,
                reasons=[
                    Reason("tournament.reconfigure_effect", {"fields": ", ".join(sorted(after))})
                ],
                subject=repr(sorted(after.items(), key=str)),
            )
        rules.save()
        if "options" in after:
            tournament.options = wanted
            tournament.save(update_fields=["options"])
        done.record(tournament, before=before, after=after)
        return rules


def guard_not_drawn(tournament: Tournament) -> None:
    if tournament.teams.numbered().exists() and tournament.format.pairs_teams:
        raise Refused("teams.drawn_already")


# --- Enter and change -----------------------------------------------------------------------------


def add_team(*, tournament: Tournament, by: User | None, values: Mapping[str, Any]) -> Team:
    with act("team.added", tournament, by=by) as done:
        tournament = done.tournament
        guard_not_drawn(tournament)
        team = Team(tournament=tournament, **values)
        _save(team)
        done.record(team, after=_without_key(values))
        return team


def _save(team: Team) -> None:
    try:
        with transaction.atomic():
            team.save()
    except IntegrityError as error:
        raise Refused("team.name_taken", field="name", name=team.name) from error


def _without_key(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != "link_key"}


def change_team(
    *, tournament: Tournament, team: Team, version: int, by: User | None, values: Mapping[str, Any]
) -> Team:
    """Another name or captain. A team that takes over the place of one that has left keeps its
    number, and the draw is not repeated (round robin 2)."""
    with act("team.changed", tournament, by=by) as done:
        tournament = done.tournament
        team = Team.objects.select_for_update().get(tournament=tournament, pk=team.pk)
        if team.version != version:
            raise Conflict("team.changed_meanwhile", current=team, name=team.name)
        before, after = changed(team, dict(values))
        if not after:
            return done.nothing(team)
        team.version += 1
        _save(team)
        done.record(team, before=before, after=after)
        return team


def list_players(
    *, tournament: Tournament, team: Team, entries: Sequence[int], by: User | None
) -> Team:
    """Set the team's list, in board order. Players who have played for the team stay in it; once
    the event is under way a change of order is noted in the history like any other."""
    with act("team.listed", tournament, by=by) as done:
        tournament = done.tournament
        team = Team.objects.select_for_update().get(tournament=tournament, pk=team.pk)
        rules = rules_of(tournament)
        if len(set(entries)) != len(entries):
            raise Refused("team.player_twice", field="players")
        people = Entry.objects.filter(tournament=tournament).in_bulk(entries)
        if len(people) != len(entries):
            raise Refused("team.no_such_player", field="players")
        most = rules.boards + rules.reserves
        if tournament.format.pairs_teams and len(entries) > most:
            raise Refused("team.too_many_players", field="players", most=most)
        other = (
            TeamMember.objects.filter(entry__in=entries).exclude(team=team).select_related("team")
        )
        for taken in other:
            name = people[taken.entry_id].name
            raise Refused("team.player_elsewhere", field="players", name=name, team=taken.team.name)
        before = list(team.members.values_list("entry_id", flat=True))
        if before == list(entries):
            return done.nothing(team)
        _guard_have_not_played(tournament, set(before) - set(entries))
        team.members.all().delete()
        TeamMember.objects.bulk_create(
            TeamMember(team=team, entry=people[pk], place=place)
            for place, pk in enumerate(entries, start=1)
        )
        team.version += 1
        team.save(update_fields=["version"])
        done.record(team, before=before, after=list(entries))
        return team


def _guard_have_not_played(tournament: Tournament, gone: set[int]) -> None:
    if tournament.format.pairs_players or not gone:
        return
    seats = Pairing.objects.filter(
        Q(white__in=gone) | Q(black__in=gone), round__tournament=tournament
    ).select_related("white", "black")
    for seat in seats:
        name = seat.white.name if seat.white_id in gone else seat.black.name
        raise Refused("team.player_has_played", field="players", name=name)


# --- The draw -------------------------------------------------------------------------------------


def draw(
    *, tournament: Tournament, by: User | None, typed: Mapping[int, int] | None = None
) -> tuple[Team, ...]:
    """Numbers by lot, from the recorded seed or as drawn at the table; then every match of the
    event is known. `typed`: number by team."""
    with act("teams.drawn", tournament, by=by) as done:
        tournament = done.tournament
        if tournament.format.pairs_players:
            raise Refused("teams.not_a_team_event")
        if tournament.format.makes_rounds_from_plan:
            raise Refused("knockout.teams_by_the_plan")
        if is_under_way(tournament):
            raise Refused("teams.under_way")
        rules = rules_of(tournament)
        teams = list(tournament.teams.prefetch_related("members__entry").order_by("name", "pk"))
        _guard_complete(tournament, rules, teams)
        ratings = [average(team, rules.boards) for team in teams]
        typed = typed or {}
        numbers = drawn_numbers(tournament, teams, ratings, typed, unfit="teams.numbers_wrong")
        draw_said = draw_as_data(tournament, teams, numbers, typed)
        if just_done("teams.drawn", tournament, after=draw_said):
            return done.nothing(_in_order(teams))
        for team in teams:
            team.number = numbers[team.pk]
        Team.objects.bulk_update(teams, ["number"])
        if not rules.pk:
            rules.save()
        _write_programme(tournament, rules, teams)
        done.record(tournament, label=str(len(teams)), after=draw_said)
        return _in_order(teams)


def _in_order(teams: Sequence[Team]) -> tuple[Team, ...]:
    return tuple(sorted(teams, key=lambda team: team.number or 0))


def _guard_complete(tournament: Tournament, rules: TeamRules, teams: Sequence[Team]) -> None:
    if len(teams) < 2:
        raise Refused("teams.too_few")
    if tournament.format.exact_teams not in (0, len(teams)):
        raise Refused("teams.skalitzka_three", count=len(teams))
    short = [team.name for team in teams if team.members.count() < rules.boards]
    if short and rules.gaps == TeamRules.Gaps.REFUSE:
        raise Refused("teams.short", teams=", ".join(short), boards=rules.boards)


def _write_programme(tournament: Tournament, rules: TeamRules, teams: Sequence[Team]) -> None:
    by_number = {team.number: team for team in teams}
    ordered = [by_number[number] for number in sorted(by_number)]
    # Kept with the draw: a rating corrected later must not turn the tables round.
    tournament.options = {
        **tournament.options,
        "averages": [average(team, rules.boards) for team in ordered],
    }
    try:
        plan = programme_of(tournament, rules)
    except PairingError as error:
        raise Refused("teams.no_programme", detail=error.as_data()) from error
    Match.objects.filter(round__tournament=tournament).delete()
    tournament.total_rounds = len(plan)
    tournament.save(update_fields=["total_rounds", "options"])
    plan_rounds(tournament)
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    Match.objects.bulk_create(
        Match(
            round=rounds[each.number],
            number=match.number,
            first=by_number[match.first],
            second=by_number[match.second],
            meeting=match.meeting,
        )
        for each in plan
        for match in each.matches
    )


def undo_draw(*, tournament: Tournament, by: User | None, confirmed: str = "") -> None:
    with act("teams.draw_undone", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if is_under_way(tournament):
            raise Refused("teams.under_way")
        done.require("teams.undo_draw", level=3, reasons=[Reason("teams.undo_draw_effect")])
        _forget_draw(done)


def _forget_draw(done: Act[Tournament]) -> None:
    tournament = done.tournament
    Match.objects.filter(round__tournament=tournament).delete()
    numbers = dict(tournament.teams.values_list("name", "number"))
    tournament.teams.update(number=None)
    tournament.options = {k: v for k, v in tournament.options.items() if k != "averages"}
    tournament.schedule_public = False  # the next draw is shown when the arbiter says so
    done.save("options", "schedule_public")
    done.record(tournament, "teams.draw_undone", label="", before=numbers)


# --- Leaving --------------------------------------------------------------------------------------


def remove_team(
    *, tournament: Tournament, team: Team, by: User | None, confirmed: str = ""
) -> bool:
    """Before round 1: out of the list, its players stay. True if the draw has to be repeated,
    which it has unless the last even number has become the free one (round robin 2)."""
    with act("team.removed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        team = Team.objects.get(tournament=tournament, pk=team.pk)
        if tournament.format.pairs_teams and is_under_way(tournament):
            raise Refused("team.has_played", name=team.name)
        done.require(
            "team.remove",
            level=3,
            reasons=[Reason("team.remove_effect", {"name": team.name})],
            subject=str(team.pk),
        )
        number, count = team.number, tournament.teams.count()
        repeat = False
        if number is not None:
            Match.objects.filter(round__tournament=tournament).delete()
            repeat = count < 3 or after_leaving(count, number).repeat
        done.record(
            team,
            before={
                "number": number,
                "players": list(team.members.values_list("entry", flat=True)),
            },
        )
        team.delete()
        if number is not None and not repeat:
            rules = rules_of(tournament)
            _write_programme(tournament, rules, list(tournament.teams.all()))
        elif repeat:
            _forget_draw(done)
        return repeat


def withdraw_team(
    *, tournament: Tournament, team: Team, by: User | None, confirmed: str = ""
) -> Team:
    """From the next unpublished round on; its matches are then lost by forfeit (round robin 3).
    Below half of its matches it is not ranked, from half on it is."""
    with act("team.withdrawn", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        team = Team.objects.select_for_update().get(tournament=tournament, pk=team.pk)
        if team.gone:
            return done.nothing(team)
        if not is_under_way(tournament):
            raise Refused("team.remove_instead", name=team.name)
        number = next_open_round(tournament)
        done.require(
            "team.withdraw",
            level=3,
            reasons=[Reason("team.withdraw_effect", {"name": team.name, "round": number})],
            subject=str(team.pk),
        )
        team.withdrawn_after = number - 1
        team.save(update_fields=["withdrawn_after"])
        done.record(team, round_number=number)
        return team


def return_team(*, tournament: Tournament, team: Team, by: User | None) -> Team:
    """Back from the next unpublished round on."""
    with act("team.returned", tournament, by=by) as done:
        tournament = done.tournament
        team = Team.objects.select_for_update().get(tournament=tournament, pk=team.pk)
        if not team.gone:
            return done.nothing(team)
        team.withdrawn_after = None
        team.save(update_fields=["withdrawn_after"])
        done.record(team, round_number=next_open_round(tournament))
        return team
