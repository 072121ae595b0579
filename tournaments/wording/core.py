"""What the cores say in English, in the language of the reader.

The errors of the cores are English sentences with values in them, and some are kept with what
they belong to: a job that failed, a checked report. Each form of a sentence stands here; one that
was said is known by its form, and said again with its values in the reader's language. What a
report file was expected to hold is known in the same way.

The notes of the TRF reader have codes and values: they are sentences like those of services.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as said

from pairing.state import format_score

#: errors of pairing and tie-breaks
ERRORS = (
    said("No legal pairing exists: players %(players)s cannot all be paired."),
    said("This system does not support %(rule)s."),
    said("Round %(round)s: %(problem)s"),
    # settings
    said("%(system)s has no option %(option)s; it has %(known)s."),
    said("Option %(option)s of %(system)s is %(choice)s."),
    said("There is no system %(system)s; choose one of %(known)s."),
    said("There is no edition %(edition)s: %(known)s."),
    said("There is no profile %(profile)s."),
    said("A report is written in utf-8 or ascii, not %(encoding)s."),
    said("Of team events only round robins can be checked."),
    said("The standings of record 212 do not begin with PTS."),
    said("Record 299 gives teams other points for a result."),
    # Swiss systems
    said("Baku acceleration needs a win worth two draws and a loss worth nothing."),
    said("The handbook's Dutch system has no acceleration."),
    said("Player %(player)s is not to be paired."),
    # round robins
    said("A round robin needs at least two players."),
    said("A round robin has at least one cycle."),
    said("The numbers of a round robin run from 1 without a gap."),
    said("This round robin has %(rounds)s rounds; all of them have been paired."),
    said(
        "Player %(player)s asks for a bye with points; in a round robin the game is played, "
        "postponed or lost by forfeit."
    ),
    said("its games are not a round of the Berger table, so the table cannot go on."),
    said("Two players have typed in the same number, or nobody has it."),
    said("The numbers of the draw run from 1 to %(last)s."),
    said("Number %(number)s is not in the draw."),
    said("A number is in the draw %(draw)s twice."),
    said("The lots typed in for %(draw)s do not name the same numbers as the draw."),
    said("Every group needs at least two players."),
    said("A group has fewer players than are to qualify."),
    # teams
    said("A match needs at least one board."),
    said("This system pairs teams; see `programme`."),
    said("%(system)s is not a system for teams."),
    said("The Skalitzka method is for three teams."),
    said("A Skalitzka match needs at least one board per team."),
    said("A Scheveningen match needs at least one player per team."),
    said("A Scheveningen event needs at least two teams."),
    said("Every team needs an average rating, or none at all."),
    said("table %(table)s has two results."),
    said("table %(table)s is not in the schedule."),
    # knock-outs and play-offs
    said("%(winners)s of %(players)s players cannot be chosen in a knock-out."),
    said("A knock-out needs a format and at least one board."),
    said("A tie has at least two games and an even number of them (A.9)."),
    said("Every player needs some time on the clock."),
    said("An extension has the time of the match or less (A.24)."),
    said("A break cannot be shorter than nothing."),
    said("A prize cannot be negative."),
    said("Somebody is seeded twice, or has the number 0."),
    said("there is no tie %(tie)s yet; its games cannot be recorded."),
    said("A game of tie %(tie)s is recorded twice."),
    said("game %(game)s of tie %(tie)s has other players or colours than were drawn."),
    said("game %(game)s in phase %(phase)s of tie %(tie)s is recorded, but was not due."),
    said("both flags fell, so the player whose flag fell later has won."),
    said("the golden point of tie %(tie)s is one game."),
    said("The recipes have no choice %(name)s = %(value)s."),
    said("Further games cannot be fewer than none."),
    said("A play-off needs at least two tied players."),
    said("Somebody is in the play-off twice, or has no number."),
    said("A game of %(step)s is recorded twice."),
    said("a game of %(step)s is recorded, but that step is not played."),
    said("board %(board)s of round %(round)s in %(step)s has other players than the Berger table."),
    said("there is no board %(board)s in round %(round)s of %(step)s."),
    # records
    said("the file ends with round %(last)s."),
    said("the file has no round %(last)s."),
    said("the tournament has %(rounds)s rounds."),
    said("the game %(white)s - %(black)s has no result yet."),
    said("a line ### Numbers does not fit the players."),
    said("a line ### Numbers leaves a player out."),
    said("a line ### speaks of the game %(white)s-%(black)s; there is none."),
    said("a player who is not entered"),
    said("a player twice in one round"),
    said("a player without a team"),
    said("a team that is not entered"),
    said("a team twice in one round"),
    said("a match without result"),
    # tie-breaks
    said("Tie-break %(code)s: there is no tie-break %(part)s in this edition%(known)s"),
    said("Tie-break %(code)s: %(part)s cannot be added to this tie-break%(known)s"),
    said("Tie-break %(code)s: %(part)s is not understood%(known)s"),
    said("Tie-break %(code)s must not be used in a %(family)s (%(article)s)"),
    said("Tie-break %(code)s needs %(needed)s, which was not given"),
    said("Nobody has number %(number)s"),
    # notes of a checked report
    said("%(code)s is judged by %(system)s."),
    # files
    said("line %(line)s, column %(column)s: expected %(expected)s, found %(found)s"),
    said("line %(line)s, column %(column)s: expected %(expected)s"),
    said("expected %(expected)s"),
)
#: what a report file was expected to hold
EXPECTED = (
    said("a file of at most %(size)s MB"),
    said("at most %(most)s characters"),
    said("at most %(most)s rounds"),
    said("at least one player (record 001)"),
    said("the number of rounds (record 142 or XXR) to pair a further round"),
    said("a blank after the record code"),
    said("a blank between two fields"),
    said("a number"),
    said("a number with a record 001"),
    said("a number that has a record 001 or 310"),
    said("a number of rounds from 1 to %(most)s"),
    said("a starting number"),
    said("a starting number from 1 to 9999"),
    said("another number than on line %(line)s"),
    said("the number of a player"),
    said("a player's number"),
    said("an opponent's number"),
    said("another player as opponent"),
    said("an opponent who has %(player)s as opponent in round %(round)s"),
    said("a team's number"),
    said("a team's number that is not used yet"),
    said("the team's strength"),
    said("a rating"),
    said("a national rating"),
    said("a rank"),
    said("points"),
    said("points, such as 2.5"),
    said("points below 100"),
    said("points below 1000"),
    said("match points"),
    said("game points"),
    said("the same points with White and with Black"),
    said("a setting such as WW=1.0"),
    said("the colour w or b"),
    said("the colour w, b or -"),
    said("the opposite colour of the opponent's"),
    said("W or B"),
    said("the same initial colour as before"),
    said("rank, white1 or black1"),
    said("a result with an opponent"),
    said("a result that agrees with %(result)s of player %(player)s"),
    said("a round"),
    said("a round from 1 to %(most)s"),
    said("a first and a last round"),
    said("a last round not before the first"),
    said("a first number"),
    said("a last number"),
    said("a last number not below the first"),
    said("FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER"),
    said("one of W D L A P X"),
    said("TW, TD or TL"),
    said("+-, -+ or --"),
    said("F, H or Z"),
    said("W, D, L, F, H, Z, +, - or a blank"),
    said("fewer accelerated rounds"),
    said("fewer special points"),
    said("either records 250 or XXA, not both"),
)

#: the values of these sentences that hold something the cores have said
QUOTED = {
    "import.contradiction": "detail",
    "import.unreadable": "expected",
    "pairing.unsupported": "detail",
    "pairing.failed": "detail",
    "knockout.settings": "reason",
    "teams.no_programme": "detail",
    "engine.record": "detail",
    "engine.unsupported": "detail",
    "engine.file": "expected",
    "engine.file_lacks": "expected",
}
#: words that stand in a message as its value
_WORDS = {
    "none": said("none"),
    "yes or no": said("yes or no"),
    "a number": said("a number"),
    "a word": said("a word"),
    "acceleration": said("acceleration"),
    "swiss": said("swiss"),
    "round robin": said("round robin"),
}


def in_words(text: str) -> str:
    """What a core has said in English, in the language of the reader; else as it is."""
    return _again(text, ERRORS) or _again(text, EXPECTED) or text


def _again(text: str, forms: tuple[str, ...]) -> str:
    for form, pattern in _patterns(forms):
        if found := pattern.fullmatch(text.strip()):
            values = {name: _value(name, value) for name, value in found.groupdict().items()}
            return gettext(form) % values
    return ""


def _value(name: str, value: str) -> str:
    if name in ("problem", "expected"):
        return in_words(value)
    return gettext(_WORDS[value]) if value in _WORDS else value


@cache
def _patterns(forms: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """The form that says most comes first: a shorter one could fit by accident."""
    ordered = sorted(forms, key=lambda form: -len(re.sub(r"%\(\w+\)s", "", form)))
    return [(form, _pattern(form)) for form in ordered]


def _pattern(form: str) -> re.Pattern[str]:
    """A full stop at the end, or none: both are said."""
    parts = re.split(r"%\((\w+)\)s", form.removesuffix("."))
    groups = [
        re.escape(part) if index % 2 == 0 else f"(?P<{part}>.*?)"
        for index, part in enumerate(parts)
    ]
    return re.compile("".join(groups) + r"\.?", re.DOTALL)


def quoted(code: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sentence, what the cores have said among them in words."""
    name = QUOTED.get(code, "")
    value = values.get(name)
    return {**values, name: in_words(value)} if isinstance(value, str) else dict(values)


# --- Notes of the TRF reader ----------------------------------------------------------------------

#: by code, as in `pairing.trf.ADJUSTMENTS`
ADJUSTMENTS: dict[str, Any] = {
    # the file and its lines
    "trf.encoding": _("The file is not written in UTF-8; it is read as %(encoding)s."),
    "trf.unreadable": _("Letters that cannot be read: %(times)s."),
    "trf.version": _("The file is a %(version)s report; it becomes TRF26."),
    "trf.unknown_record": _("Records %(value)s are unknown; they are kept as they are."),
    "trf.no_blank_after_code": _("Record %(value)s has no blank after its code."),
    "trf.repeated_record": _("Record %(record)s comes more than once; the last one is taken."),
    "trf.columns_by_byte": _("The columns of record %(value)s are counted in bytes."),
    # the tournament
    "trf.missing_record": _("Record %(record)s is missing; the usual is assumed: %(assumed)s."),
    "trf.rounds_assumed": _("The number of rounds is not stated; %(rounds)s are assumed."),
    "trf.rounds_disagree": _("Records 142 and XXR disagree; %(rounds)s rounds are taken."),
    "trf.rounds_raised": _(
        "%(stated)s rounds are announced but %(rounds)s are played; %(rounds)s are taken."
    ),
    "trf.initial_colour": _("The initial colour is not stated; it is taken from round 1."),
    "trf.type_code": _("%(code)s is a draft spelling of FIDE_DUTCH_2025."),
    "trf.type_unknown": _("“%(code)s” is not a type of tournament."),
    "trf.count": _("Record %(record)s says %(stated)s; the file has %(counted)s."),
    "trf.count_unreadable": _("Record %(record)s is not a number; it is counted anew."),
    "trf.round_dates": _("The dates of the rounds stand outside their columns."),
    "trf.date_format": _("Dates written as %(value)s are read as YYYY/MM/DD."),
    "trf.date_kept": _("“%(date)s” is not a date; it is kept as text."),
    "trf.points_disagree": _(
        "Record %(record)s gives other points than record %(first)s; the last one is taken."
    ),
    "trf.points_inferred": _(
        "The point system is not stated; the sums show win %(win)s, draw %(draw)s, loss %(loss)s, "
        "pairing-allocated bye %(pairing_bye)s."
    ),
    "trf.bonus_without_round": _("Bonus points without a round count from round 1."),
    "trf.strength": _("The strength of team %(team)s is rounded to a whole number."),
    # players
    "trf.sex": _("The sex “%(value)s” is read as m, w or unknown."),
    "trf.title": _("The older title “%(value)s” is read as a title of today."),
    "trf.title_kept": _("The title “%(value)s” is unknown; it is kept as it is."),
    "trf.points": _(
        "No. %(player)s is said to have %(stated)s points; the results give %(counted)s, which "
        "are taken."
    ),
    "trf.points_missing": _(
        "The points of no. %(player)s are not stated; %(counted)s are counted."
    ),
    # rounds
    "trf.mirror": _(
        "Round %(round)s: no. %(player)s has no. %(opponent)s as opponent but not the other way "
        "round; the first is taken."
    ),
    "trf.colour": _(
        "Round %(round)s: %(player)s – %(opponent)s does not say who had White; no. %(white)s is "
        "taken."
    ),
    "trf.colour_without_opponent": _(
        "Round %(round)s: no. %(player)s has a colour but no opponent; the colour is left out."
    ),
    "trf.lone_result": _(
        "Round %(round)s: no. %(player)s has the result “%(symbol)s” without an opponent; it is "
        "read as the bye %(bye)s."
    ),
    "trf.result_unknown": _(
        "Round %(round)s: the result “%(symbols)s” of %(player)s – %(opponent)s is unknown; the "
        "game is taken as adjourned."
    ),
    "trf.result_one_sided": _(
        "Round %(round)s: only one side of %(player)s – %(opponent)s has a result "
        "(“%(symbols)s”); the other follows from it."
    ),
    "trf.result_missing": _(
        "Round %(round)s: %(player)s – %(opponent)s has no result although later rounds are "
        "paired; the game is taken as adjourned."
    ),
    "trf.several_pairing_byes": _(
        "Round %(round)s has %(count)s pairing-allocated byes; one at most is possible."
    ),
}
#: values that are points in tenths
_TENTHS = {
    "trf.points_inferred": ("win", "draw", "loss", "pairing_bye"),
    "trf.points": ("stated", "counted"),
    "trf.points_missing": ("counted",),
}


def adjustment_sentence(code: str, values: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> str:
    """The sentence of a note of the TRF reader."""
    given = dict(values)
    for name in _TENTHS.get(code, ()):
        given[name] = format_score(given[name])
    if "assumed" in given:
        given["assumed"] = given["assumed"] or "–"
    return str(ADJUSTMENTS[code]) % given
