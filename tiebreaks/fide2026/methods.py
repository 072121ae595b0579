"""FIDE C.07 from 1 March 2026, art. 5: the list of tie-breaks, in its order."""

from tiebreaks.fide2026 import (
    buchholz,
    combined,
    direct_encounter,
    own_results,
    ratings,
    team_workings,
    teams,
    workings,
)
from tiebreaks.lots import lots
from tiebreaks.method import ROUND_ROBIN_ONLY, SWISS_ONLY, Method, Scope

BOTH = Scope.BOTH
TEAM = Scope.TEAM


def _count(name: str, article: str, scope: Scope = Scope.INDIVIDUAL, variants: str = "") -> Method:
    return Method(
        name,
        article,
        own_results.count,
        scope=scope,
        variants=variants,
        steps=workings.counted,
    )


METHODS = (
    Method(
        "PTS",
        "4.2",
        own_results.score,
        scope=BOTH,
        variants="S",
        decimals=1,
        steps=workings.score,
    ),
    # Art. 6
    Method(
        "DE",
        "6",
        resolve=direct_encounter.direct_encounter,
        scope=BOTH,
        ascending=True,
        variants="SP",
        kind="A",
        tables=workings.direct_encounter_tables,
    ),
    # Art. 7
    _count("WIN", "7.1", BOTH, "S"),
    _count("WON", "7.2", BOTH, "S"),
    _count("BPG", "7.3"),
    _count("BWG", "7.4"),
    Method(
        "PS",
        "7.5",
        own_results.progressive,
        scope=BOTH,
        variants="SC",
        decimals=1,
        steps=workings.progressive,
    ),
    _count("REP", "7.6", BOTH),
    Method(
        "STD",
        "7.7",
        own_results.standard,
        scope=BOTH,
        variants="S",
        decimals=1,
        steps=workings.standard,
    ),
    Method(
        "TPN",
        "7.8",
        own_results.pairing_number,
        scope=BOTH,
        ascending=True,
        variants="R",
        steps=workings.nothing,
    ),
    # Art. 8
    Method(
        "BH",
        "8.1",
        buchholz.buchholz,
        scope=BOTH,
        systems=SWISS_ONLY,
        forbidden=ROUND_ROBIN_ONLY,
        variants="SCMP",
        decimals=1,
        kind="C",
        steps=workings.from_elements(buchholz.parts, 10),
    ),
    Method(
        "AOB",
        "8.2",
        buchholz.average_of_buchholz,
        scope=BOTH,
        systems=SWISS_ONLY,
        forbidden=ROUND_ROBIN_ONLY,
        variants="SF",
        decimals=2,
        kind="CC",
        steps=workings.average_of_buchholz,
    ),
    Method(
        "FB",
        "8.3",
        buchholz.buchholz,
        scope=BOTH,
        systems=SWISS_ONLY,
        forbidden=ROUND_ROBIN_ONLY,
        variants="SCMP",
        decimals=1,
        kind="D",
        steps=workings.from_elements(buchholz.parts, 10),
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
        steps=workings.from_elements(combined.parts, 100),
    ),
    Method(
        "KS",
        "9.2",
        combined.koya,
        scope=BOTH,
        systems=ROUND_ROBIN_ONLY,
        variants="SL",
        decimals=1,
        kind="BC",
        steps=workings.koya,
    ),
    # Art. 10
    Method(
        "ARO",
        "10.1",
        ratings.average_rating,
        variants="CMU",
        rating=True,
        kind="D",
        steps=workings.average_rating,
    ),
    Method(
        "TPR",
        "10.2",
        ratings.performance_rating,
        variants="U",
        rating=True,
        kind="DB",
        steps=workings.performance,
    ),
    Method(
        "PTP",
        "10.3",
        ratings.perfect_performance,
        variants="U",
        rating=True,
        kind="DB",
        steps=workings.perfect,
    ),
    Method(
        "APRO",
        "10.4",
        ratings.average_performance,
        variants="U",
        rating=True,
        kind="DC",
        steps=workings.average_performance,
    ),
    Method(
        "APPO",
        "10.5",
        ratings.average_performance,
        variants="U",
        rating=True,
        kind="DC",
        steps=workings.average_performance,
    ),
    Method("RTNG", "10.6", ratings.rating, variants="RU", rating=True, steps=workings.nothing),
    # Art. 12
    Method(
        "BC",
        "12.1",
        teams.board_count,
        scope=TEAM,
        ascending=True,
        decimals=1,
        steps=team_workings.board_count,
    ),
    Method(
        "TBR",
        "12.2",
        resolve=teams.by_boards,
        scope=TEAM,
        ascending=True,
        tables=team_workings.board_tables,
    ),
    Method(
        "BBE",
        "12.3",
        resolve=teams.by_boards,
        scope=TEAM,
        ascending=True,
        tables=team_workings.board_tables,
    ),
    # Art. 13
    Method(
        "MPvGP",
        "13.1",
        teams.other_score,
        scope=TEAM,
        decimals=1,
        steps=team_workings.other_score,
    ),
    *(
        Method(
            name,
            article,
            teams.extended_sonneborn_berger,
            scope=TEAM,
            variants="CP",
            decimals=2,
            kind="BC",
            steps=team_workings.extended_sonneborn_berger,
        )
        for name, article in (
            ("EMMSB", "13.2.1"),
            ("EMGSB", "13.2.2"),
            ("EGMSB", "13.2.3"),
            ("EGGSB", "13.2.4"),
        )
    ),
    *(
        Method(
            name,
            "13.3" if name == "EDE" else "13.3.2",
            resolve=teams.extended_direct_encounter,
            scope=TEAM,
            ascending=True,
            variants="P",
            kind="A",
            tables=team_workings.extended_tables,
        )
        for name in teams.CHAINS
    ),
    Method(
        "SSSC",
        "13.4",
        teams.schedule_strength,
        scope=TEAM,
        systems=SWISS_ONLY,
        forbidden=ROUND_ROBIN_ONLY,
        variants="FPK",
        decimals=2,
        kind="BC",
        steps=team_workings.schedule_strength,
    ),
    # Art. 4.2  Lots end every list; 16.3 is shown for the working
    Method("LOT", "4.2", lots, scope=BOTH, ascending=True, steps=workings.nothing),
    Method(
        "ADJ",
        "16.3",
        own_results.adjusted,
        scope=BOTH,
        systems=SWISS_ONLY,
        forbidden=ROUND_ROBIN_ONLY,
        variants="SF",
        decimals=1,
        steps=workings.adjusted,
    ),
)
