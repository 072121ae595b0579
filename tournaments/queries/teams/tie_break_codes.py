"""The tie-breaks of teams: which may be used, which are left out, and what each counts."""

from dataclasses import dataclass

from pairing.formats import Family, Format
from tiebreaks import registry
from tiebreaks.advice import advice, refuses
from tiebreaks.errors import TieBreakError
from tournaments.models import TeamRules
from tournaments.wording.tiebreaks import meaning_of_code, name_of_code


@dataclass(frozen=True, slots=True)
class Choice:
    code: str
    by_score: tuple[str, ...]  # the same in match points and in board points, where it has both
    name: str
    meaning: str


def codes_to_choose(edition: str, chosen: Format) -> list[Choice]:
    """Every tie-break of teams that a rule book allows in this format."""
    found = []
    for method in registry.methods(edition):
        code = registry.parse(method.name, edition=edition)
        if _is_refused(method.name, edition, chosen.family):
            continue
        scores = (":MP", ":GP") if "S" in method.variants else ()
        found.append(
            Choice(
                code=method.name,
                by_score=tuple(f"{method.name}{score}" for score in scores),
                name=name_of_code(code, edition),
                meaning=meaning_of_code(code, edition, of_teams=True),
            )
        )
    return found


def codes_of(rules: TeamRules, meetings: int) -> tuple[list[str], tuple[str, ...]]:
    """The list that can be used, beginning with the score that ranks, and what cannot."""
    usable, unusable = [f"PTS:{rules.primary}"], []
    for code in rules.tie_breaks:
        try:
            refused = _is_refused(code, rules.edition, rules.tournament.format.family, meetings)
        except TieBreakError:
            unusable.append(code)
            continue
        (unusable if refused else usable).append(code)
    return usable, tuple(unusable)


def _is_refused(code: str, edition: str, family: Family, meetings: int = 0) -> bool:
    facts = advice([code], family, meetings, edition=edition, teams=True)
    return any(map(refuses, facts))
