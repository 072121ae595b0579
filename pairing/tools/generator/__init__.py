"""The generator: random tournaments that obey the rules and their own tie-break list.

Everything follows from the seed: the same settings with the same seed give the same tournament.
`settings` are what somebody asks for, a `plan` leaves nothing open, and `play` pairs it round
after round; here it becomes a report.
"""

from pairing import VERSION
from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.state import TournamentState
from pairing.systems import System, system
from pairing.tools.checker import refuse_unknown_options
from pairing.tools.generator.plan import Draw, Plan, planned
from pairing.tools.generator.play import played
from pairing.tools.generator.settings import Amount, Settings, Share
from pairing.tools.generator.teams import generate_teams
from pairing.trf import TrfDocument, code_for, from_state
from tiebreaks.standings import standings

__all__ = ["ATTEMPTS", "Amount", "Settings", "Share", "generate"]

#: how often a tournament that cannot be finished is begun again
ATTEMPTS = 40


def generate(settings: Settings) -> TrfDocument:
    """A finished tournament. Raises `UnsupportedRule` where the settings leave none."""
    chosen = system(settings.system)
    refuse_unknown_options(chosen, settings.options)
    for attempt in range(ATTEMPTS):
        draw = Draw(settings.seed, attempt)
        if chosen.format.pairs_teams:
            try:
                return generate_teams(settings, chosen, draw)
            except NoLegalPairing:
                continue
        plan = planned(settings, chosen, draw)
        try:
            state = played(plan, chosen, draw)
        except NoLegalPairing:
            continue
        return _document(plan, chosen, state)
    raise UnsupportedRule("generate.unfinished")


def _document(plan: Plan, chosen: System, state: TournamentState) -> TrfDocument:
    table = standings(state, plan.tie_breaks, family=chosen.format.family)
    type_code, comments = code_for(chosen.key, baku=plan.baku, options=plan.settings.options)
    return from_state(
        state,
        ranks={row.tpn: row.rank for row in table.rows},
        name=f"Generated tournament {plan.settings.seed}",
        start_date="2026/06/01",
        end_date="2026/06/01",
        type_text="Individual: Swiss-System" if chosen.format.swiss else "Individual: Round-Robin",
        type_code=type_code,
        tie_breaks=plan.tie_breaks,
        standings=("PTS", *plan.tie_breaks),
        controller=f"Hakem {VERSION}",
        comments=(f"### Generator seed: {plan.settings.seed}", *comments),
    )
