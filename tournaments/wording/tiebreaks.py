"""Tie-breaks in words: their names, what is said about a list, and the working of a value.

`name_of_code` reads a code with its variants aloud: "BH/C1" → "Buchholz, lowest 1 left out".
"""

from dataclasses import replace
from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.working import text
from tournaments.core.text import capital
from tournaments.wording.numbers import decimal

NAMES: dict[str, Any] = {
    "PTS": _("Points"),
    "DE": _("Direct encounter"),
    "WIN": _("Number of wins"),
    "WON": _("Games won over the board"),
    "BPG": _("Games with Black"),
    "BWG": _("Games won with Black"),
    "PS": _("Progressive score"),
    "REP": _("Rounds elected to play"),
    "STD": _("Standard points"),
    "TPN": _("Pairing number"),
    "BH": _("Buchholz"),
    "AOB": _("Average of the opponents' Buchholz"),
    "FB": _("Fore Buchholz"),
    "BB": _("Buchholz of Buchholz"),
    "SB": _("Sonneborn-Berger"),
    "KS": _("Koya"),
    "KSX": _("Extended Koya"),
    "KASH": _("Kashdan"),
    "ARO": _("Average rating of the opponents"),
    "TPR": _("Performance rating"),
    "PTP": _("Perfect performance rating"),
    "APRO": _("Average performance rating of the opponents"),
    "APPO": _("Average perfect performance rating of the opponents"),
    "RTNG": _("Rating"),
    "LOT": _("Drawing of lots"),
    "ADJ": _("Adjusted score"),
    "BC": _("Board count"),
    "TBR": _("Top board result"),
    "BBE": _("Bottom board elimination"),
    "TOPW": _("Win on the top board"),
    "FFW": _("Fewer forfeit wins"),
    "MPvGP": _("The other kind of points"),
    "EMMSB": _("Sonneborn-Berger, match points by match points"),
    "EMGSB": _("Sonneborn-Berger, match points by game points"),
    "EGMSB": _("Sonneborn-Berger, game points by match points"),
    "EGGSB": _("Sonneborn-Berger, game points by game points"),
    "EDE": _("Extended direct encounter"),
    "EDEC": _("Extended direct encounter, board count"),
    "EDEBT": _("Extended direct encounter, board count, top board"),
    "EDEBB": _("Extended direct encounter, board count, bottom board"),
    "EDET": _("Extended direct encounter, top board"),
    "EDEB": _("Extended direct encounter, bottom board"),
    "SSSC": _("Score and strength of schedule"),
    "OKM": _("Opponents' match points without the lowest"),
    "OKMSB": _("Sonneborn-Berger without the lowest"),
}

#: cut or taken as a median they have names of their own in the handbook
CUT: dict[str, Any] = {
    "PS": _("Progressive score, lowest %(count)s left out"),
    "BH": _("Buchholz, lowest %(count)s left out"),
    "ARO": _("Average rating of the opponents, lowest %(count)s left out"),
}
MEDIAN: dict[str, Any] = {"BH": _("Buchholz, lowest and highest %(count)s left out")}

#: what a code counts, in one sentence for somebody who has never heard of it
MEANINGS: dict[str, Any] = {
    "DE": _("The place among those who are level here, by what they scored against each other."),
    "WIN": _("The rounds that gave as many points as a win, also without play."),
    "WON": _("The games won over the board."),
    "BPG": _("The games played with the black pieces."),
    "BWG": _("The games won over the board with the black pieces."),
    "PS": _("The points after each round, added up: early points count more often."),
    "REP": _("The rounds that the player did not ask to miss and was there to play."),
    "STD": _("A point for each round with more points than the opponent, half for as many."),
    "BH": _("The points of all opponents, added up."),
    "AOB": _("The Buchholz values of the opponents, on average."),
    "FB": _("The points of all opponents as if the last round's games were drawn."),
    "BB": _("The Buchholz values of all opponents, added up."),
    "SB": _("The points of each opponent, times the result against that opponent, added up."),
    "KS": _("The points against those who scored half of the possible points or more."),
    "KASH": _("4 for a win, 2 for a draw, 1 for a loss, 2 for points received without play."),
    "ARO": _("The ratings of the opponents, on average."),
    "TPR": _("The average rating of the opponents, moved by the score against them."),
    "PTP": _("The lowest rating that would have been expected to score as much."),
    "APRO": _("The performance ratings of the opponents, on average."),
    "APPO": _("The perfect performance ratings of the opponents, on average."),
    "LOT": _("A lot drawn for everybody; the same again whenever it is computed."),
    "ADJ": _("The points with which the player counts for the tie-breaks of their opponents."),
}

#: where the handbook counts otherwise than FIDE; with /P as FIDE does
HANDBOOK_MEANINGS: dict[str, Any] = {
    "WIN": _("The games won over the board; points received without play are no wins."),
    "DE": _("The points from the games of those who are level here, if all of them have met."),
}

HANDBOOK_TEAM_MEANINGS: dict[str, Any] = {
    "WIN": _("The matches won over the board; points received without play are no wins."),
    "DE": _("The points from the matches of those who are level here, if all of them have met."),
}

#: where a team's value counts otherwise, or a player would be spoken of
TEAM_MEANINGS: dict[str, Any] = {
    "DE": _(
        "The place among the teams that are level here, by what they scored against each other."
    ),
    "WIN": _("The matches that gave as many points as a win, also without play."),
    "WON": _("The matches won over the board."),
    "REP": _("The rounds that the team did not ask to miss and was there to play."),
    "BH": _("The points of all opposing teams, added up."),
    "FB": _("The points of all opposing teams as if the last round's matches were drawn."),
    "SB": _("The points of each opposing team, times the result against it, added up."),
    "ADJ": _("The points with which the team counts for the tie-breaks of its opponents."),
}

#: what a round was for the player
KINDS: dict[str, Any] = {
    "game": _("game"),
    "forfeit_win": _("won by forfeit"),
    "forfeit_loss": _("lost by forfeit"),
    "pairing_bye": _("bye"),
    "full_bye": _("full-point bye"),
    "half_bye": _("half-point bye"),
    "zero_bye": _("did not play"),
    "board": _("points of the team on this board"),
}

FACTS: dict[str, Any] = {
    # The score that stands for the opponent
    "tiebreaks.score.adjusted": _(
        "%(one)s counts with %(adjusted)s, not %(score)s: rounds missed at the end count as draws "
        "for the opponents (round %(rounds)s)."
    ),
    "tiebreaks.score.last_round_drawn": _(
        "%(one)s counts with %(adjusted)s, not %(score)s: the game of the last round counts as "
        "a draw."
    ),
    "tiebreaks.score.dummy_bye": _(
        "No opponent: a dummy with the player's own %(own)s points stands in, but with no more "
        "than draws in all rounds (%(ceiling)s): %(score)s."
    ),
    "tiebreaks.score.dummy_forfeit": _(
        "Not played: a dummy with the player's own %(own)s points stands in, but with no more "
        "than the adjusted score of %(one)s (%(ceiling)s): %(score)s."
    ),
    "tiebreaks.score.dummy": _(
        "Not played: a dummy with the player's own %(own)s points stands in: %(score)s."
    ),
    "tiebreaks.score.adjusted_half": _(
        "%(one)s counts with %(adjusted)s, not %(score)s: rounds not played count as a draw "
        "(round %(rounds)s)."
    ),
    "tiebreaks.score.virtual": _(
        "Not played: a virtual opponent stands in. Points before the round %(before)s, "
        "its result of the round %(result)s, a draw for each round left (%(rounds_left)s): "
        "%(score)s."
    ),
    "tiebreaks.adjusted.as_draw": _("This round counts as a draw."),
    # Values that are left out
    "tiebreaks.cut.least": _("Left out: the lowest value."),
    "tiebreaks.cut.voluntary": _(
        "Left out: a round missed by the player's own wish is the first to go."
    ),
    "tiebreaks.cut.most": _("Left out: the highest value."),
    # The whole value
    "tiebreaks.koya.limit": _("Opponents count who have %(limit)s points or more."),
    "tiebreaks.koya.free_rounds": _(
        "Half of the games is asked for, so the points of free rounds are not counted here."
    ),
    "tiebreaks.average": _("%(sum)s divided by %(games)s."),
    "tiebreaks.rating.unrated": _(
        "This value is not used: somebody is unrated and the regulations give no rating for it."
    ),
    "tiebreaks.rating.performance": _(
        "The opponents' ratings are %(average)s on average. %(score)s out of %(games)s is "
        "%(percent)s %%, which stands for a difference of %(difference)s."
    ),
    "tiebreaks.rating.perfect": _(
        "%(score)s points were scored. With a rating of %(rating)s, %(expected)s would be "
        "expected; with one point less only %(expected_below)s."
    ),
    "tiebreaks.rating.perfect_zero": _(
        "No points: the lowest rating of an opponent (%(lowest)s) less 800."
    ),
    "tiebreaks.rating.limited": _(
        "%(rating)s counts as %(counted)s: at most 350 points from the player's own %(own)s."
    ),
    "tiebreaks.teams.schedule_strength": _(
        "Other points %(secondary)s, plus the opponents' %(buchholz)s divided by %(divisor)s."
    ),
    "tiebreaks.bonus": _("Points outside the games, round %(round)s: %(points)s."),
    "tiebreaks.not_tied": _("Nobody is level with this player when this value is reached."),
    # Objections to a list
    "tiebreaks.refuse.scope": _("%(code)s does not belong to this kind of event. Take it out."),
    "tiebreaks.refuse.family": _(
        "%(code)s is excluded by the rules for this pairing system. Take it out."
    ),
    "tiebreaks.warn.family": _("%(code)s is not made for this pairing system."),
    "tiebreaks.warn.colours_fixed": _(
        "%(code)s counts colours that the table fixed beforehand, so it is chance."
    ),
    "tiebreaks.warn.median_few_rounds": _(
        "%(code)s leaves %(left)s of %(rounds)s rounds; at least five should be left."
    ),
    "tiebreaks.warn.part_missing": _("Before %(code)s the handbook puts %(missing)s."),
    "tiebreaks.warn.cut_alone": _(
        "In %(rounds)s rounds %(code)s alone is not enough; add %(missing)s."
    ),
    "tiebreaks.warn.nothing_left": _("%(code)s leaves out every round of %(rounds)s."),
    "tiebreaks.warn.repeated": _("%(code)s stands in the list already; it changes nothing."),
    "tiebreaks.warn.after_lots": _("Lots decide everything; %(code)s is never reached."),
    "tiebreaks.warn.unrated_players": _(
        "%(players)s unrated: the rules then leave out %(code)s. Give unrated players a rating "
        "(for example /U1400) or take it out."
    ),
    "tiebreaks.warn.rating_long_event": _(
        "Ratings change during an event of %(days)s days; %(code)s then depends on the month."
    ),
    "tiebreaks.warn.board_count_unequal": _(
        "%(code)s makes sense only between teams with the same game points."
    ),
}

#: facts of a team's working in which a player would be spoken of
TEAM_FACTS: dict[str, Any] = {
    "tiebreaks.score.last_round_drawn": _(
        "%(one)s counts with %(adjusted)s, not %(score)s: the match of the last round counts as "
        "a draw."
    ),
    "tiebreaks.score.dummy_bye": _(
        "No opponent: a dummy with the team's own %(own)s points stands in, but with no more "
        "than draws in all rounds (%(ceiling)s): %(score)s."
    ),
    "tiebreaks.score.dummy_forfeit": _(
        "Not played: a dummy with the team's own %(own)s points stands in, but with no more "
        "than the adjusted score of the team %(one)s (%(ceiling)s): %(score)s."
    ),
    "tiebreaks.score.dummy": _(
        "Not played: a dummy with the team's own %(own)s points stands in: %(score)s."
    ),
    "tiebreaks.cut.voluntary": _(
        "Left out: a round missed by the team's own wish is the first to go."
    ),
    "tiebreaks.not_tied": _("No other team is level with this one when this value is reached."),
}

RECOMMENDED: dict[str, Any] = {
    "fide.swiss": _("Swiss"),
    "fide.swiss_rated": _("Swiss, nearly all rated"),
    "fide.swiss_rapid": _("Swiss, rapid or blitz"),
    "fide.round_robin": _("Round robin"),
    "fide.team_swiss": _("Teams, Swiss"),
    "fide.team_round_robin": _("Teams, round robin"),
    "handbook.individual_berger": _("Handbook: individual round robin"),
    "handbook.team_berger": _("Handbook: team round robin"),
    "handbook.swiss_ratings_close": _("Handbook: Swiss, ratings close together"),
    "handbook.swiss_mostly_rated": _("Handbook: Swiss, mostly rated"),
    "handbook.swiss_mostly_unrated": _("Handbook: Swiss, mostly unrated"),
    "handbook.olympiad": _("Handbook: olympiad"),
    "handbook.teams_in_a_swiss": _("Handbook: teams, Swiss"),
}


def name_of_code(code: Code, edition: str) -> str:
    """A code of a rule book and its variants in words."""
    if code.name.startswith("OTHER_PLAYOFF"):
        return ", ".join([gettext("Place won in the play-off"), *_less(code, edition)])
    if code.name.startswith("OTHER_"):
        parts = [
            gettext("Decided elsewhere: %(what)s") % {"what": code.name.removeprefix("OTHER_")}
        ]
    else:
        named, code_left = _own_name(code)
        return ", ".join([named, *_variants_of(code_left), *_less(code, edition)])
    parts += _variants_of(code)
    return ", ".join([*parts, *_less(code, edition)])


def _own_name(code: Code) -> tuple[str, Code]:
    """The name, and what of the code it does not say yet."""
    if code.cut and code.name in CUT:
        return str(CUT[code.name]) % {"count": code.cut}, replace(code, cut=0)
    if code.median and code.name in MEDIAN:
        return str(MEDIAN[code.name]) % {"count": code.median}, replace(code, median=0)
    return str(NAMES.get(code.name, code.name)), code


def _variants_of(code: Code) -> list[str]:
    return [words for words in _variants(code) if words]


def _less(code: Code, edition: str) -> list[str]:
    return [gettext("less is better")] if registry.less_is_better(code, edition) else []


def meaning_of_code(code: Code, edition: str, *, of_teams: bool = False) -> str:
    meanings = MEANINGS | TEAM_MEANINGS if of_teams else MEANINGS
    if edition == "handbook" and not code.forfeits:
        meanings = meanings | (HANDBOOK_TEAM_MEANINGS if of_teams else HANDBOOK_MEANINGS)
    meaning = str(meanings.get(code.name, ""))
    if meaning and _own_name(code)[1] != code:  # a name that does not say what goes
        alphabet = get_language() or "en"
        left_out = capital(", ".join(filter(None, (_cut(code), _median(code)))), alphabet)
        meaning = f"{meaning} {left_out}."
    return meaning


def _cut(code: Code) -> str:
    return gettext("lowest %(count)s left out") % {"count": code.cut} if code.cut else ""


def _median(code: Code) -> str:
    if not code.median:
        return ""
    return gettext("lowest and highest %(count)s left out") % {"count": code.median}


def _variants(code: Code) -> list[str]:
    return [
        {"MP": gettext("in match points"), "GP": gettext("in game points")}.get(code.score, ""),
        _cut(code),
        _median(code),
        _limit(code),
        gettext("%(count)s more score groups") % {"count": code.extended} if code.extended else "",
        gettext("divided by %(divisor)s") % {"divisor": code.divisor} if code.divisor else "",
        gettext("last round as draws") if code.fore else "",
        gettext("forfeits count as played") if code.forfeits else "",
        gettext("board after board") if code.downwards else "",
        gettext("by boards") if code.boards else "",
        gettext("in reverse order") if code.reverse else "",
        gettext("unrated as %(rating)s") % {"rating": code.unrated} if code.unrated else "",
        gettext("edition %(edition)s") % {"edition": code.edition} if code.edition else "",
    ]


def _limit(code: Code) -> str:
    if code.limit is None:
        return ""
    unit, amount = code.limit
    if unit == "percent":
        return gettext("from %(percent)s %% of the points") % {"percent": amount}
    points = decimal(text(amount, 2 if unit == "half" else 10))
    return gettext("limit moved by %(points)s points") % {"points": points}
