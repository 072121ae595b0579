"""The sentences of the cores in English: one table of codes; `Said` is a code with its values.

An error of a core, or a note of the checker, is a code with named values. Programs read those,
the shell words them in the language of its reader, and `str()` is the English sentence of the
command line. A value that somebody has typed in stands in quotes: `%(name)r`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union

Value = Union[int, str, tuple[int | str, ...], "Said"]


@dataclass(frozen=True, slots=True)
class Said:
    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return SENTENCES[self.code] % {name: _shown(value) for name, value in self.values.items()}

    def as_data(self) -> dict[str, Any]:
        """For JSON: {"code": ..., "values": {...}}, what is said within it likewise."""
        return {
            "code": self.code,
            "values": {name: _as_data(value) for name, value in self.values.items()},
        }


def _shown(value: Value) -> int | str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value) if isinstance(value, Said) else value


def _as_data(value: Value) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return value.as_data() if isinstance(value, Said) else value


#: code → sentence; `scripts.messages` reads the table for the catalogues of the translations
SENTENCES = {
    # where something was met: in a round of the record, on a line of a file
    "at.round": "Round %(round)s: %(problem)s",
    "at.line": "line %(line)s, column %(column)s: expected %(expected)s",
    "at.line_found": "line %(line)s, column %(column)s: expected %(expected)s, found %(found)r",
    "at.file": "expected %(expected)s",
    "at.file_found": "expected %(expected)s, found %(found)r",
    # words that stand in a sentence as its value
    "word.none": "none",
    "word.yes_or_no": "yes or no",
    "word.number": "a number",
    "word.word": "a word",
    "word.acceleration": "acceleration",
    "word.second_engine": "a second engine",
    "family.swiss": "swiss",
    "family.round_robin": "round robin",
    "family.team": "team",
    "family.individual": "individual",
    # settings
    "system.no_rule": "This system does not support %(rule)s.",
    "system.unknown": "There is no system %(system)r; choose one of %(known)s.",
    "system.no_option": "%(system)s has no option %(option)r; it has %(known)s.",
    "system.option": "Option %(option)r of %(system)s is %(choice)s.",
    # Swiss systems
    "swiss.no_legal_pairing": (
        "No legal pairing exists: players %(players)s cannot all be paired."
    ),
    "swiss.baku_points": "Baku acceleration needs a win worth two draws and a loss worth nothing.",
    "swiss.handbook_dutch_acceleration": "The handbook's Dutch system has no acceleration.",
    "swiss.unrated": "Every player needs a rating in this system; these have none: %(players)s.",
    "swiss.forced_bye": "Player %(player)s is not to be paired.",
    # round robins
    "round_robin.players": "A round robin needs at least two players.",
    "round_robin.cycles": "A round robin has at least one cycle.",
    "round_robin.numbers": "The numbers of a round robin run from 1 without a gap.",
    "round_robin.all_paired": (
        "This round robin has %(rounds)s rounds; all of them have been paired."
    ),
    "round_robin.bye_with_points": (
        "Player %(player)s asks for a bye with points; in a round robin the game is played, "
        "postponed or lost by forfeit."
    ),
    "round_robin.off_table": (
        "its games are not a round of the Berger table, so the table cannot go on."
    ),
    "round_robin.own_numbers": "Two players have typed in the same number, or nobody has it.",
    "round_robin.draw_numbers": "The numbers of the draw run from 1 to %(last)s.",
    "round_robin.not_drawn": "Number %(number)s is not in the draw.",
    "round_robin.group_of_one": "Every group needs at least two players.",
    "round_robin.qualifiers": "A group has fewer players than are to qualify.",
    "lots.twice": "A number is in the draw %(draw)r twice.",
    "lots.typed": "The lots typed in for %(draw)r do not name the same numbers as the draw.",
    # teams
    "teams.boards": "A match needs at least one board.",
    "teams.programme": "This system pairs teams; see `programme`.",
    "teams.no_system": "%(system)r is not a system for teams.",
    "teams.three_for_skalitzka": "The Skalitzka method is for three teams.",
    "teams.skalitzka_boards": "A Skalitzka match needs at least one board per team.",
    "teams.scheveningen_players": "A Scheveningen match needs at least one player per team.",
    "teams.scheveningen_teams": "A Scheveningen event needs at least two teams.",
    "teams.averages": "Every team needs an average rating, or none at all.",
    "teams.table_twice": "table %(table)s has two results.",
    "teams.no_table": "table %(table)s is not in the schedule.",
    # knock-outs and play-offs
    "knockout.winners": "%(winners)s of %(players)s players cannot be chosen in a knock-out.",
    "knockout.format": "A knock-out needs a format and at least one board.",
    "knockout.third_place": "A match for third place needs a single winner.",
    "knockout.games": "A tie has at least two games and an even number of them (A.9).",
    "knockout.times": "Every player needs some time on the clock.",
    "knockout.extension": "An extension has the time of the match or less (A.24).",
    "knockout.breaks": "A break cannot be shorter than nothing.",
    "knockout.prize": "A prize cannot be negative.",
    "knockout.seeds": "Somebody is seeded twice, or has the number 0.",
    "knockout.no_tie": "there is no tie %(tie)s yet; its games cannot be recorded.",
    "knockout.game_twice": "A game of tie %(tie)s is recorded twice.",
    "knockout.other_players": (
        "game %(game)s of tie %(tie)s has other players or colours than were drawn."
    ),
    "knockout.stray_game": (
        "game %(game)s in phase %(phase)s of tie %(tie)s is recorded, but was not due."
    ),
    "knockout.both_flags": "both flags fell, so the player whose flag fell later has won.",
    "knockout.one_golden_point": "the golden point of tie %(tie)s is one game.",
    "playoff.choice": "The recipes have no choice %(name)s = %(value)s.",
    "playoff.further": "Further games cannot be fewer than none.",
    "playoff.players": "A play-off needs at least two tied players.",
    "playoff.numbers": "Somebody is in the play-off twice, or has no number.",
    "playoff.game_twice": "A game of %(step)r is recorded twice.",
    "playoff.not_played": "a game of %(step)r is recorded, but that step is not played.",
    "playoff.other_players": (
        "board %(board)s of round %(round)s in %(step)r has other players than the Berger table."
    ),
    "playoff.no_board": "there is no board %(board)s in round %(round)s of %(step)r.",
    # the record of an event
    "record.ends": "the file ends with round %(last)s.",
    "record.no_round": "the file has no round %(last)s.",
    "record.rounds": "the tournament has %(rounds)s rounds.",
    "record.pending": "the game %(white)s - %(black)s has no result yet.",
    "record.numbers_misfit": "a line ### Numbers does not fit the players.",
    "record.ratings_misfit": "a line ### Ratings does not fit the players.",
    "record.numbers_lack": "a line ### Numbers leaves a player out.",
    "record.no_game": ("a line ### speaks of the game %(white)s-%(black)s; there is none."),
    "record.unknown_player": "a player who is not entered",
    "record.player_twice": "a player twice in one round",
    "record.no_team": "a player without a team",
    "record.unknown_team": "a team that is not entered",
    "record.team_twice": "a team twice in one round",
    "record.no_result": "a match without result",
    # reports: what can be checked and written
    "report.profile": "There is no profile %(profile)r.",
    "report.encoding": "A report is written in utf-8 or ascii, not %(encoding)r.",
    "report.teams": "Of team events only round robins and FIDE's Swiss can be checked.",
    "report.teams_paired": (
        "The file is of teams: its players are not paired one by one. Only FIDE's Swiss of teams"
        " is paired from a file, by the command."
    ),
    "report.standings": "The standings of record 212 do not begin with PTS.",
    "report.team_points": "Record 299 gives teams other points for a result.",
    "report.too_much": "too much work for the second engine",
    # notes of a checked report
    "note.judged_by": "%(code)s is judged by %(system)s.",
    "note.edition": "%(code)s of %(date)s is judged by the edition of 2026.",
    "note.taken_instead": "%(code)s is not available; %(system)s is taken instead.",
    "note.team_places": (
        "The places of teams are not judged: the file does not say by which list."
    ),
    # notes of the reader of reports: what had to be assumed
    # the file and its lines
    "trf.encoding": "The file is not written in UTF-8; it is read as %(encoding)s.",
    "trf.unreadable": "Letters that cannot be read: %(times)s.",
    "trf.version": "The file is a %(version)s report; it becomes TRF26.",
    "trf.unknown_record": "Records %(value)s are unknown; they are kept as they are.",
    "trf.no_blank_after_code": "Record %(value)s has no blank after its code.",
    "trf.repeated_record": "Record %(record)s comes more than once; the last one is taken.",
    "trf.record_without_players": "Record %(value)s names too few players and has no effect.",
    "trf.columns_shifted": (
        "The fields of record %(value)s stand beside their columns; see that they are right."
    ),
    "trf.empty_record": "Record %(value)s says nothing; it is left out.",
    "trf.ruler": "The line %(value)r only counts columns; it is no record.",
    "trf.columns_by_byte": "The columns of record %(value)s are counted in bytes.",
    # the tournament
    "trf.missing_record": "Record %(record)s is missing; the usual is assumed: %(assumed)s.",
    "trf.rounds_assumed": "The number of rounds is not stated; %(rounds)s are assumed.",
    "trf.rounds_disagree": "Records 142 and XXR disagree; %(rounds)s rounds are taken.",
    "trf.rounds_raised": (
        "%(stated)s rounds are announced but %(rounds)s are played; %(rounds)s are taken."
    ),
    "trf.initial_colour": "The initial colour is not stated; it is taken from round 1.",
    "trf.type_code": "%(code)s is a draft spelling of FIDE_DUTCH_2025.",
    "trf.type_unknown": "%(code)r is not a type of tournament.",
    "trf.count": "Record %(record)s says %(stated)s; the file has %(counted)s.",
    "trf.count_unreadable": "Record %(record)s is not a number; it is counted anew.",
    "trf.round_dates": "The dates of the rounds stand outside their columns.",
    "trf.date_format": "Dates written as %(value)s are read as YYYY/MM/DD.",
    "trf.date_guess": (
        "The date may be meant otherwise: %(value)s. The others of its shape are read so too."
    ),
    "trf.date_kept": "%(date)r is not a date; it is kept as text.",
    "trf.points_disagree": (
        "Record %(record)s gives other points than record %(first)s; the last one is taken."
    ),
    "trf.points_inferred": (
        "The point system is not stated; the sums show win %(win)s, draw %(draw)s, loss %(loss)s, "
        "pairing-allocated bye %(pairing_bye)s."
    ),
    "trf.bonus_without_round": "Bonus points without a round count from round 1.",
    "trf.strength": "The strength of team %(team)s is rounded to a whole number.",
    # players
    "trf.sex": "The sex %(value)r is read as m, w or unknown.",
    "trf.title": "The older title %(value)r is read as a title of today.",
    "trf.title_kept": "The title %(value)r is unknown; it is kept as it is.",
    "trf.points": (
        "No. %(player)s is said to have %(stated)s points; the results give %(counted)s, which "
        "are taken."
    ),
    "trf.points_missing": ("The points of no. %(player)s are not stated; %(counted)s are counted."),
    # rounds
    "trf.mirror": (
        "Round %(round)s: no. %(player)s has no. %(opponent)s as opponent but not the other way "
        "round; the first is taken."
    ),
    "trf.colour": (
        "Round %(round)s: %(player)s – %(opponent)s does not say who had White; no. %(white)s is "
        "taken."
    ),
    "trf.colour_without_opponent": (
        "Round %(round)s: no. %(player)s has a colour but no opponent; the colour is left out."
    ),
    "trf.lone_result": (
        "Round %(round)s: no. %(player)s has the result %(symbol)r without an opponent; it is "
        "read as the bye %(bye)s."
    ),
    "trf.result_unknown": (
        "Round %(round)s: the result %(symbols)r of %(player)s – %(opponent)s is unknown; the "
        "game is taken as adjourned."
    ),
    "trf.result_one_sided": (
        "Round %(round)s: only one side of %(player)s – %(opponent)s has a result "
        "(%(symbols)r); the other follows from it."
    ),
    "trf.result_missing": (
        "Round %(round)s: %(player)s – %(opponent)s has no result although later rounds are "
        "paired; the game is taken as adjourned."
    ),
    "trf.several_pairing_byes": (
        "Round %(round)s has %(count)s pairing-allocated byes; one at most is possible."
    ),
    # tie-breaks
    "tiebreaks.name": (
        "Tie-break %(code)r: there is no tie-break %(part)r in this edition%(known)s"
    ),
    "tiebreaks.variant": "Tie-break %(code)r: %(part)r cannot be added to this tie-break%(known)s",
    "tiebreaks.grammar": "Tie-break %(code)r: %(part)r is not understood%(known)s",
    "tiebreaks.known": "; known: %(codes)s",
    "tiebreaks.unsuitable": ("Tie-break %(code)r must not be used in a %(family)s (%(article)s)"),
    "tiebreaks.needs": "Tie-break %(code)r needs %(needed)r, which was not given",
    "tiebreaks.edition": "There is no edition %(edition)r: %(known)s.",
    "tiebreaks.nobody": "Nobody has number %(number)s",
    # what a report file was expected to hold: the file
    "expected.size": "a file of at most %(size)s MB",
    "expected.characters": "at most %(most)s characters",
    "expected.rounds_at_most": "at most %(most)s rounds",
    "expected.players": "at least one player (record 001)",
    "expected.total_rounds": ("the number of rounds (record 142 or XXR) to pair a further round"),
    "expected.blank_after_code": "a blank after the record code",
    "expected.blank": "a blank between two fields",
    # numbers
    "expected.number": "a number",
    "expected.number_of_player": "a number with a record 001",
    "expected.number_of_player_or_team": "a number that has a record 001 or 310",
    "expected.rounds": "a number of rounds from 1 to %(most)s",
    "expected.starting_number": "a starting number",
    "expected.starting_number_range": "a starting number from 1 to 9999",
    "expected.other_number": "another number than on line %(line)s",
    "expected.known_player": "the number of a player",
    "expected.player": "a player's number",
    "expected.opponent": "an opponent's number",
    "expected.other_opponent": "another player as opponent",
    "expected.mirror": "an opponent who has %(player)s as opponent in round %(round)s",
    "expected.team": "a team's number",
    "expected.new_team": "a team's number that is not used yet",
    "expected.strength": "the team's strength",
    "expected.rating": "a rating",
    "expected.national_rating": "a national rating",
    "expected.rank": "a rank",
    # points
    "expected.points": "points",
    "expected.points_of_player": "points, such as 2.5",
    "expected.points_below_100": "points below 100",
    "expected.points_below_1000": "points below 1000",
    "expected.match_points": "match points",
    "expected.game_points": "game points",
    "expected.same_points": "the same points with White and with Black",
    "expected.setting": "a setting such as WW=1.0",
    "expected.point_letter": "one of W D L A P X",
    "expected.match_point_letters": "TW, TD or TL",
    # colours and results
    "expected.colour": "the colour w or b",
    "expected.colour_or_none": "the colour w, b or -",
    "expected.opposite_colour": "the opposite colour of the opponent's",
    "expected.initial_colour": "W or B",
    "expected.same_initial_colour": "the same initial colour as before",
    "expected.configuration": "rank, white1 or black1",
    "expected.result": "a result with an opponent",
    "expected.match": "the same opponent with the other colour in game 2 of player %(player)s in"
    " match %(round)s",
    "expected.agreeing_result": "a result that agrees with %(result)r of player %(player)s",
    "expected.forfeit": "+-, -+ or --",
    "expected.bye": "F, H or Z",
    "expected.special_result": "W, D, L, F, H, Z, +, - or a blank",
    # rounds and ranges
    "expected.round": "a round",
    "expected.round_range": "a round from 1 to %(most)s",
    "expected.rounds_from_to": "a first and a last round",
    "expected.last_round": "a last round not before the first",
    "expected.first_number": "a first number",
    "expected.last_number": "a last number",
    "expected.last_not_below_first": "a last number not below the first",
    "expected.method": "FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER",
    "expected.fewer_accelerated": "fewer accelerated rounds",
    "expected.fewer_special": "fewer special points",
    "expected.one_acceleration": "either records 250 or XXA, not both",
    # the generator, which speaks to the command line only
    "generate.amount": "a number, a per cent or ROUND:NUMBER",
    "generate.whole": "a whole number",
    "generate.per_cent": "at most 100%%",
    "generate.unfinished": "No tournament with these settings could be paired to its end.",
    "generate.players": "A tournament has 2 to %(most)s players.",
    "generate.ratings_count": "%(ratings)s ratings are given for %(players)s players.",
    "generate.table_rounds": "This round robin of %(players)s players has %(rounds)s rounds.",
    "generate.rounds": ("%(players)s players can play 1 to %(most)s rounds without meeting again."),
    "generate.swiss_only": "A round robin is generated without %(name)s.",
    "generate.ratings": "Ratings are numbers from 0 to 9999.",
    "generate.no_acceleration": "%(system)s is not accelerated.",
    "generate.one_round": "One round leaves no room for %(name)s.",
    "generate.too_few_left": "Late entries and withdrawals leave fewer than two players.",
    "generate.no_round": "There is no round %(round)s of %(rounds)s.",
    "generate.no_room": "There is no room for %(left)s of the %(name)s asked for.",
}
