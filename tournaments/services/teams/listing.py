"""Teams: enter, change, list their players, set the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import (
    Entry,
    Irregular,
    Pairing,
    Team,
    TeamMember,
    TeamRules,
    Tournament,
    User,
)
from tournaments.queries.rounds.coming import first_round_now
from tournaments.queries.setup.events import is_fixed, is_under_way
from tournaments.queries.teams.rules import drawn_on_boards, rules_of
from tournaments.services.setup.events import fide_accepts, leave_as_well
from tournaments.services.teams.match_numbers import guard_match_free, number_matches_again

#: in a Swiss: fixed when round 1 is paired, as long as the tournament is in FIDE mode
FIXED_BEFORE_ROUND_1 = frozenset(
    {
        "boards", "primary", "match_win", "match_draw", "match_loss", "match_bye",
        "bye_board_points", "edition", "tie_breaks",
    }
)  # fmt: skip
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
        fixed = sorted(FIXED_BEFORE_ROUND_1.intersection(after))
        irregular = Irregular.NO
        if fixed and tournament.format.swiss and is_fixed(tournament):
            if tournament.fide_mode:
                raise Refused("tournament.locked_in_fide_mode", field=fixed[0])
            irregular = Irregular.CONFIGURATION
        if is_under_way(tournament):
            done.require(
                "tournament.reconfigure",
                level=3,
                reasons=[Reason("tournament.reconfigure_effect", {"fields": sorted(after)})],
                subject=repr(sorted(after.items(), key=str)),
            )
        if _bye_follows_boards(tournament, before, after):
            rules.bye_board_points = drawn_on_boards(tournament, rules.boards)
            after["bye_board_points"] = rules.bye_board_points
        rules.save()
        if "options" in after:
            tournament.options = wanted
            tournament.save(update_fields=["options"])
        if tournament.fide_mode and not fide_accepts(tournament):
            leave_as_well(done, subject=repr(sorted(after.items(), key=str)))
            done.save("fide_mode")
        done.record(tournament, before=before, after=after, irregular=irregular)
        return rules


def _bye_follows_boards(
    tournament: Tournament, before: Mapping[str, Any], after: Mapping[str, Any]
) -> bool:
    """In a Swiss the bye is a drawn match (C.04.6 art. 1.4) on as many boards as there are, as
    long as nobody has said otherwise."""
    if not tournament.format.swiss or "boards" not in after or "bye_board_points" in after:
        return False
    usual = drawn_on_boards(tournament, before["boards"])
    return rules_of(tournament).bye_board_points == usual


def guard_not_too_late(tournament: Tournament) -> None:
    """The regulations say until which round a team can come in."""
    first_round_now(tournament)


def number_late(tournament: Tournament, team: Team) -> None:
    """C.04.6 art. 1.1.3: once the numbers are given a new team has the next one."""
    taken = [one.number for one in tournament.teams.numbered()]
    if taken:
        team.number = max(taken) + 1


def guard_not_drawn(tournament: Tournament) -> None:
    if tournament.teams.numbered().exists() and tournament.format.pairs_teams:
        raise Refused("teams.drawn_already")


# --- Enter and change -----------------------------------------------------------------------------


def add_team(*, tournament: Tournament, by: User | None, values: Mapping[str, Any]) -> Team:
    with act("team.added", tournament, by=by) as done:
        tournament = done.tournament
        team = Team(tournament=tournament, **values)
        if tournament.format.admits_late:
            guard_not_too_late(tournament)
            number_late(tournament, team)
        else:
            guard_not_drawn(tournament)
        guard_match_free(tournament, team)
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
        if "fixed_match" in after:
            guard_match_free(tournament, team)
        team.version += 1
        _save(team)
        if "fixed_match" in after and tournament.format.swiss:
            number_matches_again(tournament)
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
        one = seat.black if seat.black and seat.white_id not in gone else seat.white
        raise Refused("team.player_has_played", field="players", name=one.name)
