"""Knock-outs and play-offs: what the rules decide, what services refuse or ask, names of steps."""

import re
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

FACTS: dict[str, Any] = {
    # A.4, A.8  Seeding
    "knockout.seeded_by_rating": _("%(one)s: by rating, %(rating)s."),
    "knockout.seeded_by_lot": _("%(one)s: without rating, by lot (seed %(seed)s)."),
    "knockout.seeded_by_ranking": _("%(one)s: place %(place)s of the ranking."),
    # A.5, A.7, B  The plan
    "knockout.course.no_preliminary": _(
        "%(players_count)s players are %(winners)s times 2, 4, 8 …: there is no preliminary round."
    ),
    "knockout.course.preliminary": _(
        "Of %(players_count)s players the lowest %(playing)s play a preliminary round, so that "
        "%(target)s are left; free from it: %(free)s."
    ),
    "knockout.course.only_preliminary": _(
        "%(players_count)s players are fewer than twice the %(winners)s to be chosen: only a "
        "preliminary round is played, by the lowest %(playing)s; chosen directly: %(free)s."
    ),
    # The same between teams
    "knockout.course.no_preliminary.teams": _(
        "%(players_count)s teams are %(winners)s times 2, 4, 8 …: there is no preliminary round."
    ),
    "knockout.course.preliminary.teams": _(
        "Of %(players_count)s teams the lowest %(playing)s play a preliminary round, so that "
        "%(target)s are left; free from it: %(free)s."
    ),
    "knockout.course.only_preliminary.teams": _(
        "%(players_count)s teams are fewer than twice the %(winners)s to be chosen: only a "
        "preliminary round is played, by the lowest %(playing)s; chosen directly: %(free)s."
    ),
    "knockout.stage.opened.teams": _(
        "Every match of the stage before is decided: stage %(stage)s is open for the "
        "%(players_count)s teams left."
    ),
    "knockout.seeded_by_rating.teams": _("%(one)s: by the average rating, %(rating)s."),
    "knockout.seeded_by_lot.teams": _("%(one)s: without ratings, by lot (seed %(seed)s)."),
    "knockout.last_stage": _("Matches in the last stage, for the places to be decided: %(ties)s."),
    "knockout.third_place": _(
        "Those beaten in the stage before the last one play for places 3 and 4, beside the last "
        "stage (%(stage)s)."
    ),
    "knockout.within_one_day": _(
        "%(stages)s stages: they must end within one day. At the longest they last %(minutes)s "
        "minutes."
    ),
    # Stages
    "knockout.stage.first": _("The first stage is open as soon as the plan is announced."),
    "knockout.stage.opened": _(
        "Every match of the stage before is decided: stage %(stage)s is open for the "
        "%(players_count)s players left."
    ),
    "knockout.free": _("Free in this stage: %(players)s."),
    # A.28-A.30  Colours
    "knockout.colours.lot": _("%(winner)s won the lot; %(one)s begins with White (seed %(seed)s)."),
    "knockout.colours.typed": _("%(one)s begins with White: drawn at the table."),
    "knockout.golden.choose": _(
        "%(winner)s won the lot for the golden point (seed %(seed)s) and chooses the colour."
    ),
    "knockout.golden.chosen": _(
        "Golden point: %(winner)s had the choice; %(one)s has White, %(two)s Black."
    ),
    # A.9-A.11, A.16, A.23  A tie
    "knockout.won.match": _("%(one)s beat %(two)s %(won)s–%(lost)s."),
    "knockout.won.extension": _("%(one)s beat %(two)s %(won)s–%(lost)s after the extension."),
    "knockout.tied.extension_follows": _("%(first)s–%(second)s: an extension follows."),
    "knockout.tied.golden_follows": _("%(first)s–%(second)s: a golden point game follows."),
    "knockout.golden.white_won": _("%(one)s won the golden point game with White."),
    "knockout.golden.black_won": _("%(one)s won the golden point game with Black."),
    "knockout.golden.draw": _(
        "The golden point game was drawn: White is eliminated, %(one)s goes on."
    ),
    "knockout.golden.later_flag": _(
        "Both flags fell in the golden point game; that of %(one)s fell later."
    ),
    "knockout.golden.nobody": _(
        "Nobody scored in the golden point game of %(one)s and %(two)s: another one is played."
    ),
    # A.30  Between teams
    "team_knockout.match": _("Both are left in stage %(stage)s and meet by the plan."),
    "team_knockout.colours": _(
        "%(one)s has White on every board: the captains draw for all players of the team."
    ),
    # Places and prizes
    "knockout.place.winner": _("Won the last stage."),
    "knockout.place.left": _("Left in stage %(stage)s."),
    "knockout.place.third": _("Won the match for third place."),
    "knockout.place.fourth": _("Lost the match for third place."),
    "knockout.prize.alone": _("Prize of place %(first)s."),
    "knockout.prize.shared": _("Prizes of places %(first)s to %(last)s, shared equally."),
    # A.12-A.18, A.22, A.27  To be announced
    "knockout.rule.arbiter_writes": _(
        "Players need not record. The arbiter or an assistant writes the moves; the player on "
        "move may look at the sheet."
    ),
    "knockout.rule.claim_is_written": _(
        "A claim of threefold repetition or of the 50-move rule by the intended move is written "
        "on the sheet."
    ),
    "knockout.rule.illegal_moves": _("Illegal moves are penalised by the Laws of Chess."),
    "knockout.rule.flag_announced": _("The arbiter announces the fall of a flag."),
    "knockout.rule.no_draw_by_two_minutes": _(
        "A draw cannot be claimed in the last two minutes because the opponent cannot win."
    ),
    "knockout.rule.later_flag_wins": _(
        "Golden point: if both flags fall, the player whose flag fell later wins."
    ),
    "knockout.rule.protest_at_once": _("Protests are made at once after the end of the match."),
    "knockout.rule.competition_rules": _("The Competition Rules apply to all games."),
    "knockout.rule.slow_if_agreed": _(
        "If time allows and both players, the chief arbiter and the organiser agree, a slow rate "
        "of play may be used."
    ),
    "knockout.rule.may_start_early": _(
        "Little time before the prize-giving: games may begin before the main games end, once it "
        "is known who is tied."
    ),
    "knockout.rule.higher_rated_first": _(
        "Colours are drawn; what wins is said first, and the player with the higher rating "
        "chooses first. Who wins draws again and starts with the colour drawn."
    ),
    # C  Play-offs
    "playoff.recipe": _("%(players_count)s players are tied: recipe %(recipe)s."),
    "playoff.admitted": _("These enter, by recipe %(recipe)s: %(players)s."),
    "playoff.cash_may_be_shared": _(
        "A total of cash agreed beforehand may be shared by all who are tied."
    ),
    "playoff.cash_shared": _(
        "The cash agreed beforehand is shared equally by all %(count)s players who are tied."
    ),
    "playoff.not_admitted": _("%(one)s did not enter and stands behind, by the tie-breaks."),
    "playoff.break_before": _(
        "The first game begins at least %(minutes)s minutes after the last game of the event."
    ),
    "playoff.leader": _("%(one)s leads alone with %(points)s points (%(step)s)."),
    "playoff.leaders_tied": _("Level with %(points)s points (%(step)s): %(players)s."),
    "playoff.eliminated_by_tie_break": _(
        "All three are level again: %(one)s is eliminated by the next tie-break."
    ),
    "playoff.fifth_by_tie_break": _("%(one)s is fifth by the next tie-break and does not enter."),
    "playoff.group_won": _("%(one)s won %(group)s."),
    "playoff.fewest_moves": _("%(one)s: points won in %(moves)s moves."),
    "playoff.moves_needed": _(
        "Still level: the moves of the games won decide. Enter the moves of %(players)s (%(step)s)."
    ),
    "playoff.lot": _("Level in moves too: %(one)s was drawn first (seed %(seed)s)."),
}

#: values that are points in tenths
TENTHS = {
    "knockout.won.match": ("won", "lost"),
    "knockout.won.extension": ("won", "lost"),
    "knockout.tied.extension_follows": ("first", "second"),
    "knockout.tied.golden_follows": ("first", "second"),
    "playoff.leader": ("points",),
    "playoff.leaders_tied": ("points",),
}

SENTENCES = {
    "knockout.system_fixed": _(
        "A tournament that is under way cannot become a knock-out or stop being one. Make a new "
        "tournament of the event."
    ),
    "knockout.teams_play_matches": _(
        "Teams play matches: enter the results on the boards of the round."
    ),
    "knockout.round_open": _("Finish round %(round)s first; then the next matches are known."),
    "knockout.choose_first": _("First say which colours were chosen for the golden point."),
    "knockout.no_round": _("There is no match to be played now."),
    "knockout.teams_by_the_plan": _(
        "In a knock-out the numbers are the seeds: announce the plan of the knock-out."
    ),
    "knockout.none": _("This tournament has no knock-out."),
    "knockout.too_few": _(
        "A knock-out needs more players than are to be chosen. Enter players or choose fewer."
    ),
    "knockout.settings": _("The plan cannot be made like this: %(reason)s"),
    "knockout.announced": _(
        "The plan is announced: it stays as it is. Take the announcement back while no game has "
        "a result."
    ),
    "knockout.not_announced": _("Announce the plan first; then games can be entered."),
    "knockout.cancelled": _("This play-off was cancelled."),
    "knockout.has_games": _(
        "%(count)s games have results: the plan cannot be taken back. Clear them first if they "
        "were entered by mistake."
    ),
    "knockout.tournament_over": _(
        "The tournament is finished. The chief arbiter can open it again on the standings page."
    ),
    "knockout.not_due": _("This game is not due. Reload the page to see which games are."),
    "knockout.result_not_here": _("This result does not exist here. Choose one of those offered."),
    "knockout.flag_without_golden": _(
        "Both flags down decides a golden point game only. Choose another result."
    ),
    "knockout.plan_changed_meanwhile": _(
        "The plan or its tournament was changed by somebody else meanwhile. Look at it again."
    ),
    "knockout.changed_meanwhile": _(
        "%(white)s – %(black)s was changed by somebody else meanwhile: %(theirs_text)s stands "
        "there now. Enter your result again if it is right."
    ),
    "knockout.correction_effect": _(
        "With %(new)s the games played later do not belong any more and are taken out: %(games)s. "
        "They stay in the history."
    ),
    "knockout.moves_effect": _(
        "With these moves the games played later do not belong any more and are taken out: "
        "%(games)s. They stay in the history."
    ),
    "knockout.nothing_to_undo": _("There is nothing to undo."),
    "knockout.undo_too_late": _(
        "This game was changed again since. Choose the right result on the game itself."
    ),
    "knockout.nothing_to_restore": _(
        "There is no correction to take back any more. Reload the page to see how it stands."
    ),
    "knockout.restore_effect": _("These games are put back as they were: %(games)s."),
    "knockout.restore_takes": _(
        "Games entered since do not belong then and are taken out: %(games)s. They stay in the "
        "history."
    ),
    "knockout.restore_too_late": _(
        "The games cannot be put back any more: other results have changed who meets whom. "
        "Correct those first."
    ),
    "knockout.moves_wrong": _("A number of moves lies between 1 and 500."),
    "knockout.lot_unknown": _("There is nothing to draw here now. Reload the page."),
    "knockout.lot_wrong": _(
        "The lots must name exactly these numbers, each once: %(numbers)s. Type them in the order "
        "drawn."
    ),
    "knockout.lot_has_games": _(
        "Games were played by this draw already. Clear their results before you change it."
    ),
    "knockout.qualifiers_none": _("Choose how many players come from at least one tournament."),
    "knockout.qualifiers_not_final": _(
        "The standings of %(name)s are not final yet. Enter its missing results first."
    ),
    "knockout.qualifiers_too_many": _("%(name)s has only %(count)s players in its standings."),
    "knockout.qualifiers_tied": _(
        "%(name)s: the last place that qualifies is shared (%(players)s). Decide it first, for "
        "example by a play-off."
    ),
    "knockout.qualifiers_twice": _(
        "%(player)s qualifies from two tournaments. Take fewer from one."
    ),
    "qualifiers.not_here": _(
        "Qualifiers of this knock-out are taken over on the page of its plan."
    ),
    "qualifiers.nothing_to_take_back": _(
        "There are no qualifiers that can be taken back any more."
    ),
    "confirm.qualifiers.take": _("Take over the qualifiers?"),
    "qualifiers.effect": _("%(count)s come, in the order of their places: %(names)s"),
    "confirm.qualifiers.take_back": _("Take the qualifiers back?"),
    "qualifiers.take_back_effect": _(
        "%(count)s go again, with what belongs to them here: %(names)s"
    ),
    "qualifiers.under_way": _(
        "The tournament is under way: nobody qualifies for it any more. Add a late player instead."
    ),
    "knockout.unfinished": _("The knock-out is not decided yet. Enter the games that are due."),
    "playoff.not_final": _(
        "A play-off can be prepared when every round is finished and every game has its result."
    ),
    "playoff.not_tied": _(
        "Nobody is tied for place %(place)s any more. Look at the standings again."
    ),
    "playoff.exists": _("There is a play-off for place %(place)s already."),
    "playoff.not_for_knockouts": _("A knock-out needs no play-off: its games decide."),
    "playoff.unfinished": _(
        "The play-off for place %(place)s is not decided yet. Play it to the end or cancel it."
    ),
    "playoff.cancel_effect": _(
        "The play-off for place %(place)s does not count any more. Its games stay in the history."
    ),
    "playoff.break_too_short": _(
        "The plan leaves %(minutes)s minutes between the last game of the event and the first of "
        "the play-off; at least half an hour is needed (A.21)."
    ),
    "playoff.starts_too_early": _(
        "The first game at %(start)s begins less than half an hour after the last game of the "
        "event (%(end)s). Half an hour is needed (A.21), unless there is little time before the "
        "prize-giving and it is known who is tied (A.27)."
    ),
    "playoff.starts_before_round": _(
        "The first game at %(start)s begins before half an hour after the start of round "
        "%(round)s (%(end)s) is over. Half an hour after its last game is needed (A.21)."
    ),
    "playoff.otherwise_announced": _(
        "The times differ from those that were announced before the event (A.6)."
    ),
    "playoff.not_announced_before": _(
        "The regulations announced no play-off for this place before the event (A.3, A.6)."
    ),
    "playoff.conditions_late": _(
        "Round 1 was paired: conditions of play-offs are announced beforehand (A.3, A.6). Tell "
        "everybody who plays."
    ),
    # Questions
    "confirm.playoff.conditions": _("Change what was announced of play-offs?"),
    "confirm.knockout.announce": _("Announce the plan like this?"),
    "confirm.knockout.correct": _("Correct this result?"),
    "confirm.knockout.restore": _("Take the correction back?"),
    "confirm.playoff.cancel": _("Cancel the play-off?"),
    # For the history
    "act.knockout.planned": _("Plan of the knock-out changed"),
    "act.knockout.announced": _("Plan announced"),
    "act.knockout.taken_back": _("Announcement of the plan taken back"),
    "act.players.qualified": _("Qualifiers taken over"),
    "act.teams.qualified": _("Qualifiers taken over"),
    "act.qualifiers.planned": _("Noted how many qualify from where"),
    "act.qualifiers.taken_back": _("Qualifiers taken back"),
    "act.knockout.qualified": _("Qualifiers taken over"),
    "act.knockout.round": _("Matches of the next round made"),
    "act.knockout.drawn": _("Lots entered"),
    "act.knockout.lot_cleared": _("Lots taken out"),
    "act.knockout.corrected": _("Correction took games out"),
    "act.knockout.restored": _("Correction taken back"),
    "act.knockout.moves": _("Moves counted"),
    "act.game.entered": _("Result of a game entered"),
    "act.game.changed": _("Result of a game changed"),
    "act.game.cleared": _("Result of a game cleared"),
    "act.playoff.conditions": _("Conditions of play-offs changed"),
    "act.playoff.planned": _("Play-off prepared"),
    "act.playoff.cancelled": _("Play-off cancelled"),
}

#: what the recipes leave to the arbiter, by name and value (`pairing.handbook.playoff`)
ALTERNATIVES: dict[str, tuple[Any, dict[str, Any]]] = {
    "two": (
        _("two players"),
        {"games": _("two games, then the golden point"), "golden": _("golden point at once")},
    ),
    "three_tied": (
        _("all three level again"),
        {
            "golden": _("golden point games, each against each"),
            "eliminate": _("the last by tie-break is eliminated, the two others play on"),
        },
    ),
    "four": (
        _("four players"),
        {"games": _("knock-out with two games each"), "golden": _("knock-out by golden points")},
    ),
    "five": (
        _("five players"),
        {
            "best_four": _("the best four by tie-break enter"),
            "berger": _("all five play each against each"),
        },
    ),
    "seven": (
        _("seven players"),
        {
            "berger": _("golden point games, each against each"),
            "bracket": _("golden points between neighbours of the list"),
        },
    ),
    "seven_numbers": (
        _("numbers of the seven"),
        {"tie_break": _("by tie-break: 1, 5, 2, 6, 3, 7, 4"), "lot": _("by lot")},
    ),
    "ten_groups": (
        _("groups of the ten"),
        {"balanced": _("by tie-break, there and back"), "lot": _("by lot")},
    ),
    "admitted": (_("how many enter"), {str(number): str(number) for number in range(2, 10)}),
}

KINDS = {
    "match": _("match"),
    "golden": _("golden point"),
    "berger": _("each against each"),
    "golden_berger": _("golden points, each against each"),
    "knockout": _("knock-out matches"),
    "golden_knockout": _("golden point knock-out"),
}
ONLY_IF = {
    "tied": _("only if still level"),
    "two_tied": _("only if two are level"),
    "three_tied": _("only if three are level"),
    "four_tied": _("only if four are level"),
    "five_tied": _("only if all five are level"),
}
_STEPS = {
    "match": _("match"),
    "berger": _("each against each"),
    "golden": _("golden point"),
    "golden berger": _("golden points, each against each"),
    "last golden": _("last golden point"),
    "last two match": _("match of the last two"),
    "final": _("final"),
    "final berger": _("final group"),
    "final golden": _("golden point of the final group"),
    "final golden berger": _("golden points of the final group"),
    "final last golden": _("last golden point of the final group"),
    "final last two match": _("match of the last two of the final group"),
    "knockout": _("knock-out"),
    "ladder": _("golden points"),
    "places": _("places in the table"),
    "groups": _("groups"),
    "numbers of seven": _("numbers in the table"),
}
#: the end of a draw's name, behind that of its step
_LOT = re.compile(r" (?:golden|numbers|places)$")
_KEY = re.compile(r"(?:([ABC]) ?)?(tied )?([a-z ]*?) ?(\d+(?:\.\d+)?)?")


def step_name(key: str) -> str:
    """The key of a step or tie in words: "A golden berger", "knockout 1.2", "2.1"."""
    found = _KEY.fullmatch(key.strip())
    if found is None or key[:1].isdigit():
        return key  # a match of a knock-out is called by its number
    group, tied, name, number = found.groups()
    parts = []
    if group:
        parts.append(gettext("group %(letter)s") % {"letter": group})
    if tied:
        parts.append(gettext("those still level"))
    if name:
        parts.append(str(_STEPS.get(name, name)))
    if number and "." not in number and name not in ("knockout", "ladder"):
        parts.append(number)
    elif number:
        stage, _dot, tie = number.partition(".")
        words = gettext("stage %(stage)s, match %(tie)s") if tie else gettext("stage %(stage)s")
        parts.append(words % {"stage": stage, "tie": tie})
    return ", ".join(parts)


def name_of_draw(draw: str) -> str:
    """A lot by what it is for: "1.2 golden", "A berger numbers", "places"."""
    return step_name(_LOT.sub("", draw))


def phase_name(phase: int, number: int, *, phases: int, golden: bool) -> str:
    """A game within its tie: "game 2", "extension, game 1", "golden point"."""
    if golden:
        return (
            gettext("golden point")
            if number == 1
            else gettext("golden point %(no)s") % {"no": number}
        )
    if phase == 0:
        return gettext("game %(no)s") % {"no": number}
    if phases <= 2:
        return gettext("extension, game %(no)s") % {"no": number}
    return gettext("extension %(phase)s, game %(no)s") % {"phase": phase, "no": number}


def clock_text(white: int, black: int, increment: int) -> str:
    """20 min; 15 min + 10 s; White 5 min, Black 4 min."""
    if white == black:
        text = _minutes(white)
    else:
        text = gettext("White %(white)s, Black %(black)s") % {
            "white": _minutes(white),
            "black": _minutes(black),
        }
    if not increment:
        return text
    return gettext("%(time)s + %(seconds)s s") % {"time": text, "seconds": increment}


def _minutes(seconds: int) -> str:
    whole, rest = divmod(seconds, 60)
    if not rest:
        return gettext("%(minutes)s min") % {"minutes": whole}
    return gettext("%(minutes)s min %(seconds)s s") % {"minutes": whole, "seconds": rest}
