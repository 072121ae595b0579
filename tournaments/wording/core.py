"""Puts the errors and findings of the cores into the language of the reader.

An error of a core, or a note of its checker, is a code with values (`pairing.sentences`). Each
code has its sentence here; a value may itself be said by a core. What is kept with a job that
failed, or comes from another process, is the same as data: {"code": ..., "values": {...}}.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.sentences import Said

SENTENCES: dict[str, Any] = {
    # where something was met: in a round of the record, on a line of a file
    "at.round": _("Round %(round)s: %(problem)s"),
    "at.line": _("line %(line)s, column %(column)s: expected %(expected)s"),
    "at.line_found": _(
        "line %(line)s, column %(column)s: expected %(expected)s, found “%(found)s”"
    ),
    "at.file": _("expected %(expected)s"),
    "at.file_found": _("expected %(expected)s, found “%(found)s”"),
    # words that stand in a sentence as its value
    "word.none": _("none"),
    "word.yes_or_no": _("yes or no"),
    "word.number": _("a number"),
    "word.word": _("a word"),
    "word.acceleration": _("acceleration"),
    "word.second_engine": _("a second engine"),
    "family.swiss": _("swiss"),
    "family.round_robin": _("round robin"),
    "family.teams": _("teams"),
    "family.team": _("team"),
    "family.individual": _("individual"),
    # settings
    "system.no_rule": _("This system does not support %(rule)s."),
    "system.unknown": _("There is no system “%(system)s”; choose one of %(known)s."),
    "system.no_option": _("%(system)s has no option “%(option)s”; it has %(known)s."),
    "system.option": _("Option “%(option)s” of %(system)s is %(choice)s."),
    # Swiss systems
    "swiss.no_legal_pairing": _(
        "No legal pairing exists: players %(players)s cannot all be paired."
    ),
    "swiss.baku_points": _(
        "Baku acceleration needs a win worth two draws and a loss worth nothing."
    ),
    "swiss.handbook_dutch_acceleration": _("The handbook's Dutch system has no acceleration."),
    "swiss.forced_bye": _("Player %(player)s is not to be paired."),
    # round robins
    "round_robin.players": _("A round robin needs at least two players."),
    "round_robin.cycles": _("A round robin has at least one cycle."),
    "round_robin.numbers": _("The numbers of a round robin run from 1 without a gap."),
    "round_robin.all_paired": _(
        "This round robin has %(rounds)s rounds; all of them have been paired."
    ),
    "round_robin.bye_with_points": _(
        "Player %(player)s asks for a bye with points; in a round robin the game is played, "
        "postponed or lost by forfeit."
    ),
    "round_robin.off_table": _(
        "its games are not a round of the Berger table, so the table cannot go on."
    ),
    "round_robin.own_numbers": _("Two players have typed in the same number, or nobody has it."),
    "round_robin.draw_numbers": _("The numbers of the draw run from 1 to %(last)s."),
    "round_robin.not_drawn": _("Number %(number)s is not in the draw."),
    "round_robin.group_of_one": _("Every group needs at least two players."),
    "round_robin.qualifiers": _("A group has fewer players than are to qualify."),
    "lots.twice": _("A number is in the draw “%(draw)s” twice."),
    "lots.typed": _("The lots typed in for “%(draw)s” do not name the same numbers as the draw."),
    # teams
    "teams.boards": _("A match needs at least one board."),
    "teams.programme": _("This system pairs teams; see `programme`."),
    "teams.no_system": _("“%(system)s” is not a system for teams."),
    "teams.three_for_skalitzka": _("The Skalitzka method is for three teams."),
    "teams.skalitzka_boards": _("A Skalitzka match needs at least one board per team."),
    "teams.scheveningen_players": _("A Scheveningen match needs at least one player per team."),
    "teams.scheveningen_teams": _("A Scheveningen event needs at least two teams."),
    "teams.averages": _("Every team needs an average rating, or none at all."),
    "teams.table_twice": _("table %(table)s has two results."),
    "teams.no_table": _("table %(table)s is not in the schedule."),
    # knock-outs and play-offs
    "knockout.winners": _("%(winners)s of %(players)s players cannot be chosen in a knock-out."),
    "knockout.format": _("A knock-out needs a format and at least one board."),
    "knockout.games": _("A tie has at least two games and an even number of them (A.9)."),
    "knockout.times": _("Every player needs some time on the clock."),
    "knockout.extension": _("An extension has the time of the match or less (A.24)."),
    "knockout.breaks": _("A break cannot be shorter than nothing."),
    "knockout.prize": _("A prize cannot be negative."),
    "knockout.seeds": _("Somebody is seeded twice, or has the number 0."),
    "knockout.no_tie": _("there is no tie %(tie)s yet; its games cannot be recorded."),
    "knockout.game_twice": _("A game of tie %(tie)s is recorded twice."),
    "knockout.other_players": _(
        "game %(game)s of tie %(tie)s has other players or colours than were drawn."
    ),
    "knockout.stray_game": _(
        "game %(game)s in phase %(phase)s of tie %(tie)s is recorded, but was not due."
    ),
    "knockout.both_flags": _("both flags fell, so the player whose flag fell later has won."),
    "knockout.one_golden_point": _("the golden point of tie %(tie)s is one game."),
    "playoff.choice": _("The recipes have no choice %(name)s = %(value)s."),
    "playoff.further": _("Further games cannot be fewer than none."),
    "playoff.players": _("A play-off needs at least two tied players."),
    "playoff.numbers": _("Somebody is in the play-off twice, or has no number."),
    "playoff.game_twice": _("A game of “%(step)s” is recorded twice."),
    "playoff.not_played": _("a game of “%(step)s” is recorded, but that step is not played."),
    "playoff.other_players": _(
        "board %(board)s of round %(round)s in “%(step)s” has other players than the Berger table."
    ),
    "playoff.no_board": _("there is no board %(board)s in round %(round)s of “%(step)s”."),
    # the record of an event
    "record.ends": _("the file ends with round %(last)s."),
    "record.no_round": _("the file has no round %(last)s."),
    "record.rounds": _("the tournament has %(rounds)s rounds."),
    "record.pending": _("the game %(white)s - %(black)s has no result yet."),
    "record.numbers_misfit": _("a line ### Numbers does not fit the players."),
    "record.ratings_misfit": _("a line ### Ratings does not fit the players."),
    "record.numbers_lack": _("a line ### Numbers leaves a player out."),
    "record.no_game": _("a line ### speaks of the game %(white)s-%(black)s; there is none."),
    "record.unknown_player": _("a player who is not entered"),
    "record.player_twice": _("a player twice in one round"),
    "record.no_team": _("a player without a team"),
    "record.unknown_team": _("a team that is not entered"),
    "record.team_twice": _("a team twice in one round"),
    "record.no_result": _("a match without result"),
    # reports: what can be checked and written
    "report.profile": _("There is no profile “%(profile)s”."),
    "report.encoding": _("A report is written in utf-8 or ascii, not “%(encoding)s”."),
    "report.teams": _("Of team events only round robins can be checked."),
    "report.standings": _("The standings of record 212 do not begin with PTS."),
    "report.team_points": _("Record 299 gives teams other points for a result."),
    "report.too_much": _("too much work for the second engine"),
    # notes of a checked report
    "note.judged_by": _("%(code)s is judged by %(system)s."),
    "note.edition": _("%(code)s of %(date)s is judged by the edition of 2026."),
    "note.taken_instead": _("%(code)s is not available; %(system)s is taken instead."),
    "note.team_places": _(
        "The places of teams are not judged: the file does not say by which list."
    ),
    # tie-breaks
    "tiebreaks.name": _(
        "Tie-break “%(code)s”: there is no tie-break “%(part)s” in this edition%(known)s"
    ),
    "tiebreaks.variant": _(
        "Tie-break “%(code)s”: “%(part)s” cannot be added to this tie-break%(known)s"
    ),
    "tiebreaks.grammar": _("Tie-break “%(code)s”: “%(part)s” is not understood%(known)s"),
    "tiebreaks.known": _("; known: %(codes)s"),
    "tiebreaks.unsuitable": _(
        "Tie-break “%(code)s” must not be used in a %(family)s (%(article)s)"
    ),
    "tiebreaks.needs": _("Tie-break “%(code)s” needs “%(needed)s”, which was not given"),
    "tiebreaks.edition": _("There is no edition “%(edition)s”: %(known)s."),
    "tiebreaks.nobody": _("Nobody has number %(number)s"),
    # what a report file was expected to hold: the file
    "expected.size": _("a file of at most %(size)s MB"),
    "expected.characters": _("at most %(most)s characters"),
    "expected.rounds_at_most": _("at most %(most)s rounds"),
    "expected.players": _("at least one player (record 001)"),
    "expected.total_rounds": _("the number of rounds (record 142 or XXR) to pair a further round"),
    "expected.blank_after_code": _("a blank after the record code"),
    "expected.blank": _("a blank between two fields"),
    # numbers
    "expected.number": _("a number"),
    "expected.number_of_player": _("a number with a record 001"),
    "expected.number_of_player_or_team": _("a number that has a record 001 or 310"),
    "expected.rounds": _("a number of rounds from 1 to %(most)s"),
    "expected.starting_number": _("a starting number"),
    "expected.starting_number_range": _("a starting number from 1 to 9999"),
    "expected.other_number": _("another number than on line %(line)s"),
    "expected.known_player": _("the number of a player"),
    "expected.player": _("a player's number"),
    "expected.opponent": _("an opponent's number"),
    "expected.other_opponent": _("another player as opponent"),
    "expected.mirror": _("an opponent who has %(player)s as opponent in round %(round)s"),
    "expected.team": _("a team's number"),
    "expected.new_team": _("a team's number that is not used yet"),
    "expected.strength": _("the team's strength"),
    "expected.rating": _("a rating"),
    "expected.national_rating": _("a national rating"),
    "expected.rank": _("a rank"),
    # points
    "expected.points": _("points"),
    "expected.points_of_player": _("points, such as 2.5"),
    "expected.points_below_100": _("points below 100"),
    "expected.points_below_1000": _("points below 1000"),
    "expected.match_points": _("match points"),
    "expected.game_points": _("game points"),
    "expected.same_points": _("the same points with White and with Black"),
    "expected.setting": _("a setting such as WW=1.0"),
    "expected.point_letter": _("one of W D L A P X"),
    "expected.match_point_letters": _("TW, TD or TL"),
    # colours and results
    "expected.colour": _("the colour w or b"),
    "expected.colour_or_none": _("the colour w, b or -"),
    "expected.opposite_colour": _("the opposite colour of the opponent's"),
    "expected.initial_colour": _("W or B"),
    "expected.same_initial_colour": _("the same initial colour as before"),
    "expected.configuration": _("rank, white1 or black1"),
    "expected.result": _("a result with an opponent"),
    "expected.agreeing_result": _("a result that agrees with “%(result)s” of player %(player)s"),
    "expected.forfeit": _("+-, -+ or --"),
    "expected.bye": _("F, H or Z"),
    "expected.special_result": _("W, D, L, F, H, Z, +, - or a blank"),
    # rounds and ranges
    "expected.round": _("a round"),
    "expected.round_range": _("a round from 1 to %(most)s"),
    "expected.rounds_from_to": _("a first and a last round"),
    "expected.last_round": _("a last round not before the first"),
    "expected.first_number": _("a first number"),
    "expected.last_number": _("a last number"),
    "expected.last_not_below_first": _("a last number not below the first"),
    "expected.method": _("FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER"),
    "expected.fewer_accelerated": _("fewer accelerated rounds"),
    "expected.fewer_special": _("fewer special points"),
    "expected.one_acceleration": _("either records 250 or XXA, not both"),
}


def in_words(what: Said | Mapping[str, Any]) -> str:
    """The sentence of a core's code, in the language of the reader; an unknown code is shown as
    it is."""
    data = what.as_data() if isinstance(what, Said) else what
    code = data["code"]
    if code not in SENTENCES:
        return str(code)
    return str(SENTENCES[code]) % {name: _shown(value) for name, value in data["values"].items()}


def _shown(value: Any) -> Any:
    if is_said(value):
        return in_words(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def is_said(value: Any) -> bool:
    """True if a value of a sentence is itself a code of a core."""
    return isinstance(value, Mapping) and value.keys() == {"code", "values"}


def told(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sentence, what the cores have said among them in words."""
    return {name: in_words(value) if is_said(value) else value for name, value in values.items()}


def causes(values: Mapping[str, Any]) -> list[dict[str, str]]:
    """For programs: the code that a core gave among these values, and its sentence."""
    return [
        {"code": _innermost(value)["code"], "text": in_words(value)}
        for value in values.values()
        if is_said(value)
    ]


def _innermost(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without the place where it was met."""
    while data["code"].startswith("at."):
        data = next(value for value in data["values"].values() if is_said(value))
    return data
