"""Players of a list of teams who are in the tournament already: nobody is entered twice."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.core.text import fold, same_name
from tournaments.models import Entry, Tournament
from tournaments.services.entries.list_lines import ImportLine

#: what a line says of the entry that it means: for sure, or if the names do not deceive
KNOWN, PERHAPS = "entry", "perhaps"


def find_known(lines: Iterable[tuple[str, ImportLine]], tournament: Tournament) -> None:
    """Each line is given with the name of its team. The FIDE ID tells, or the name with the birth
    date; where a date is missing the arbiter is asked."""
    entries = list(tournament.entries.select_related("membership__team").order_by("tpn", "pk"))
    by_id = {entry.fide_id: entry for entry in entries if entry.fide_id}
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        by_name.setdefault(same_name(entry.name), []).append(entry)
    taken: set[int] = set()
    for team, line in lines:
        found = by_id.get(line.values["fide_id"])
        if found is None:
            alike = by_name.get(same_name(line.values["name"]), [])
            found = _of_this_name(team, line, [one for one in alike if one.pk not in taken])
        if found is None or found.pk in taken:
            continue
        taken.add(found.pk)
        _note(team, line, found)


def _note(team: str, line: ImportLine, found: Entry) -> None:
    other = _team_of(found)
    sure = _surely(line, found)
    if other and fold(other) != fold(team):
        text = _("%(name)s is in the list of %(team)s.") % {"name": found.name, "team": other}
        if sure:
            line.problems.append(text)
        else:
            line.remarks.append(text)
        return
    line.values[KNOWN if sure else PERHAPS] = found.pk
    line.remarks.append(
        _("Is in the tournament already, and is not entered again.")
        if sure
        else _("Somebody of this name is in the tournament already.")
    )


def _of_this_name(team: str, line: ImportLine, alike: list[Entry]) -> Entry | None:
    """The entry that may be this person: nothing that is said of both speaks against it."""
    may_be = [
        one
        for one in alike
        if not (line.values["fide_id"] and one.fide_id)  # they tell them apart
        and _may_agree(line.values["birth_date"], one.birth_date)
    ]
    here = [one for one in may_be if fold(_team_of(one) or team) == fold(team)]
    return next(iter(here or may_be), None)


def _may_agree(one: str, other: str) -> bool:
    """A year alone agrees with a day in it, and nothing with everything."""
    return one.startswith(other) or other.startswith(one)


def _surely(line: ImportLine, found: Entry) -> bool:
    if found.fide_id and line.values["fide_id"] == found.fide_id:
        return True
    return bool(found.birth_date) and line.values["birth_date"] == found.birth_date


def _team_of(entry: Entry) -> str:
    membership = getattr(entry, "membership", None)
    return membership.team.name if membership else ""
