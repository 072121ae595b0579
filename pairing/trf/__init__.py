"""FIDE's Tournament Report File: TRF06, TRF16 with the extensions in use, and TRF26.

document = read(path.read_bytes())
document.adjustments            # every default, guess and repair made on the way in
state = document.state(after_round=4)
data = write(document, profile="trf26")
"""

from pairing.trf.adjustments import ADJUSTMENTS, Adjustment
from pairing.trf.building import from_state, ranges_of
from pairing.trf.contents import (
    Acceleration,
    Entry,
    ForfeitedMatch,
    LineUp,
    NationalRecord,
    RequestedBye,
    Roster,
    Source,
    SpecialPoints,
    TeamByes,
    TrfPlayer,
    TrfTeam,
)
from pairing.trf.document import TrfDocument
from pairing.trf.lines import MAX_BYTES
from pairing.trf.reading import read
from pairing.trf.types import (
    Choice,
    TeamSwiss,
    choice_of,
    code_for,
    code_for_teams,
    plays_in_teams,
    team_swiss_in,
    team_swiss_of,
)
from pairing.trf.writing import PROFILES, write

__all__ = [
    "ADJUSTMENTS",
    "MAX_BYTES",
    "PROFILES",
    "Acceleration",
    "Adjustment",
    "Choice",
    "Entry",
    "ForfeitedMatch",
    "LineUp",
    "NationalRecord",
    "RequestedBye",
    "Roster",
    "Source",
    "SpecialPoints",
    "TeamByes",
    "TeamSwiss",
    "TrfDocument",
    "TrfPlayer",
    "TrfTeam",
    "choice_of",
    "code_for",
    "code_for_teams",
    "from_state",
    "plays_in_teams",
    "ranges_of",
    "read",
    "team_swiss_in",
    "team_swiss_of",
    "write",
]
