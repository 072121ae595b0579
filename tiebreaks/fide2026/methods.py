"""FIDE C.07 from 1 March 2026, art. 5: the list of tie-breaks, in its order."""

from tiebreaks.fide2026 import (
    buchholz,
    combined,
    direct_encounter,
    own_results,
    ratings,
)
from tiebreaks.lots import lots
from tiebreaks.registry import SWISS_ONLY, Method, Scope

BOTH = Scope.BOTH

METHODS = (
    Method("PTS", "4.2", own_results.score, scope=BOTH, variants="S", decimals=1),
    # Art. 6
    Method(
        "DE",
        "6",
        resolve=direct_encounter.direct_encounter,
        scope=BOTH,
        ascending=True,
        variants="SP",
        kind="A",
    ),
    # Art. 7
    Method("WIN", "7.1", own_results.count, scope=BOTH, variants="S"),
    Method("WON", "7.2", own_results.count, scope=BOTH, variants="S"),
    Method("BPG", "7.3", own_results.count),
    Method("BWG", "7.4", own_results.count),
    Method("PS", "7.5", own_results.progressive, scope=BOTH, variants="SC", decimals=1),
    Method("REP", "7.6", own_results.count, scope=BOTH),
    Method("STD", "7.7", own_results.standard, scope=BOTH, decimals=1, variants="S"),
    Method("TPN", "7.8", own_results.pairing_number, scope=BOTH, ascending=True, variants="R"),
    # Art. 8
    Method(
        "BH",
        "8.1",
        buchholz.buchholz,
        scope=BOTH,
        systems=SWISS_ONLY,
        variants="SCMP",
        decimals=1,
        kind="C",
    ),
    Method(
        "AOB",
        "8.2",
        buchholz.average_of_buchholz,
        scope=BOTH,
        systems=SWISS_ONLY,
        variants="SF",
        decimals=2,
        kind="CC",
    ),
    Method(
        "FB",
        "8.3",
        buchholz.buchholz,
        scope=BOTH,
        systems=SWISS_ONLY,
        variants="SCMP",
        decimals=1,
        kind="D",
    ),
    # Art. 9
    Method(
        "SB",
        "9.1",
        combined.sonneborn_berger,
        scope=BOTH,
        variants="SCP",
        decimals=2,
        kind="BC",
    ),
    Method("KS", "9.2", combined.koya, scope=BOTH, variants="SL", decimals=1, kind="BC"),
    # Art. 10
    Method("ARO", "10.1", ratings.average_rating, variants="CMU", rating=True, kind="D"),
    Method("TPR", "10.2", ratings.performance_rating, variants="U", rating=True, kind="DB"),
    Method("PTP", "10.3", ratings.perfect_performance, variants="U", rating=True, kind="DB"),
    Method("APRO", "10.4", ratings.average_performance, variants="U", rating=True, kind="DC"),
    Method("APPO", "10.5", ratings.average_performance, variants="U", rating=True, kind="DC"),
    Method("RTNG", "10.6", ratings.rating, variants="RU", rating=True),
    # Art. 4.2  Lots end every list; 16.3 is shown for the working
    Method("LOT", "4.2", lots, scope=BOTH, ascending=True),
    Method("ADJ", "16.3", own_results.adjusted, scope=BOTH, variants="SF", decimals=1, kind="B"),
)
