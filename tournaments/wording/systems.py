"""The formats in words: names, when one takes which, and their options."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.formats import Format, Option

SYSTEM_NAMES = {
    "fide2026.dutch": _("Swiss: FIDE (Dutch), 2026"),
    "fide2026.dubov": _("Swiss: FIDE (Dubov), 2026"),
    "fide2026.burstein": _("Swiss: FIDE (Burstein), 2026"),
    "fide2026.lim": _("Swiss: FIDE (Lim), 2026"),
    "fide2026.double": _("Swiss: FIDE (Double-Swiss), two games a match, 2026"),
    "fide2026.team": _("Teams: Swiss (FIDE), 2026"),
    "handbook.dutch": _("Swiss: Dutch, handbook"),
    "handbook.lim": _("Swiss: Lim, handbook"),
    "handbook.dubov": _("Swiss: Dubov, handbook"),
    "handbook.burstein": _("Swiss: Burstein, handbook"),
    "handbook.round_robin": _("Round robin (Berger), handbook"),
    "handbook.team_swiss": _("Teams: Swiss, handbook"),
    "handbook.team_round_robin": _("Teams: round robin (Berger), handbook"),
    "handbook.skalitzka": _("Teams: Skalitzka, three teams, handbook"),
    "handbook.scheveningen": _("Teams: Scheveningen, handbook"),
    "handbook.team_knockout": _("Teams: knock-out, handbook"),
    "handbook.knockout": _("Knock-out, handbook"),
}

#: what a system does and when to use it
SYSTEM_HELP = {
    "fide2026.dutch": _(
        "Equal points meet; within a score group the upper half meets the lower. The usual system "
        "for open events, and FIDE's own. Choose it when the event is rated by FIDE."
    ),
    "fide2026.dubov": _(
        "Within a score group, players whose opponents were weak so far meet strong ones, so that "
        "all had equal opponents on average. For strong fields; every player needs a rating."
    ),
    "fide2026.burstein": _(
        "The first rounds are paired by the Dutch system; afterwards, within a score group, "
        "players whose opponents were strong so far meet those whose opponents were weak. Suits "
        "fields with few or doubtful ratings."
    ),
    "fide2026.lim": _(
        "Pairs from the top and the bottom score group towards the middle, step by step, and keeps "
        "colours even. For events whose regulations name the Lim system of FIDE."
    ),
    "fide2026.double": _(
        "Two opponents play two games in a round, one with each colour, so that no colour is an "
        "advantage. For rapid and blitz events, and wherever there is time for two games a round."
    ),
    "fide2026.team": _(
        "Teams with equal points meet, round after round, board against board. For more teams "
        "than can all meet, such as Olympiads and leagues in one hall."
    ),
    "handbook.dutch": _(
        "The Dutch system in the wording of the arbiters' handbook, group by group. For events "
        "whose regulations name the handbook."
    ),
    "handbook.lim": _(
        "Pairs from the top and the bottom score group towards the middle and keeps colours even. "
        "Suits events in which colours matter more than ratings."
    ),
    "handbook.dubov": _(
        "Gives players of a score group opponents of equal average strength. Suits strong fields "
        "with reliable ratings and few rounds."
    ),
    "handbook.burstein": _(
        "From round to round opponents are chosen by the strength of earlier opponents. Suits "
        "many players with few or no ratings."
    ),
    "handbook.round_robin": _(
        "Everybody meets everybody, by the Berger tables. For up to about sixteen players; the "
        "whole schedule is known before round 1."
    ),
    "handbook.team_swiss": _(
        "Teams with equal points meet, round after round, by the handbook's general rules and its "
        "Dutch method, in score groups of board points or match points. For events whose "
        "regulations name the handbook; its lists of tie-breaks for teams go with it."
    ),
    "handbook.team_round_robin": _(
        "Every team meets every other, board against board, by the Berger tables. For leagues "
        "and finals of up to about twelve teams."
    ),
    "handbook.skalitzka": _(
        "For exactly three teams: all play at the same time, each round against players of both "
        "other teams, so that no team waits."
    ),
    "handbook.scheveningen": _(
        "Two teams: every player of one meets every player of the other. For friendly matches and "
        "for events in which titles are played for."
    ),
    "handbook.team_knockout": _(
        "Teams that win a match go on, the others leave. For cups; who meets whom is announced "
        "before the first match."
    ),
    "handbook.knockout": _(
        "Who wins a match goes on, who loses leaves. For cups and championships; the plan is "
        "announced before the first game."
    ),
}
#: options that only some formats have: label and what it does
OPTIONS: dict[str, tuple[Any, Any]] = {
    "parity_numbering": (
        _("order for choosing colours in round 1"),
        _("Whether players who have not arrived count when odd and even numbers get colours."),
    ),
    "accelerated_seeding": (
        _("virtual points count in the seeding rounds"),
        _("If accelerated: also in the first rounds, which the Dutch system pairs."),
    ),
    "accelerated_first_round": (
        _("virtual points count in round 1"),
        _("If accelerated: otherwise everybody is one group in round 1, as without acceleration."),
    ),
    "title_order": (
        _("order of titles for the numbers"),
        _("The handbook's editions differ: FM before WIM, or WIM before FM."),
    ),
    "absent_without_notice_withdraws": (
        _("whoever forfeited without notice is withdrawn"),
        _("A player who lost by forfeit is left out of the next round until they are back."),
    ),
    "postponed_is_draw": (
        _("an adjourned game counts as a draw for the pairing"),
        _("Otherwise it counts what the points for an adjourned game say."),
    ),
    "maxi": (
        _("maxi-tournament"),
        _("Exchanges are limited to players whose ratings differ by at most 100 points."),
    ),
    "protect_bye": (
        _("protect who has had the bye"),
        _("A player who had the bye is not moved down if it can be helped."),
    ),
    "bye_colour_priority": (
        _("colour priority for the bye"),
        _("Among equal lowest ratings: first those due the colour that most of the group are due."),
    ),
    "top_member": (
        _("first of the two opponents in the order of pairings"),
        _("The text of C.04.5 art. 3.6.1 says the smaller number."),
    ),
    "cycles": (_("cycles"), _("How often everybody meets everybody.")),
    "third_game": (_("odd boards: the missing game is played after the second round"), ""),
    "double": (_("everybody meets everybody twice"), ""),
    "colours": (_("colours"), ""),
    "swap_last_two": (
        _("reverse the last two rounds of cycle one"),
        _("In a double round robin this avoids three games with the same colour in a row."),
    ),
}
#: the same where teams are paired
OPTIONS_OF_TEAMS: dict[str, tuple[Any, Any]] = {
    "cycles": (_("how often teams meet"), ""),
    "preferences": (
        _("colour preferences of teams"),
        _("Of board 1. Type A is meant where the regulations say nothing (C.04.6 art. 1.7)."),
    ),
    "second_score": (
        _("the other points decide about colours too"),
        _("Of two teams level on the points that rank, the one with more of the others is first."),
    ),
    "top_member": (
        _("first of the two teams in the order of pairings"),
        _("The text of C.04.6 art. 3.6.1 says the smaller number."),
    ),
    "parity_numbering": (
        _("order for choosing colours in round 1"),
        _("Whether teams that have not come yet count when odd and even numbers get colours."),
    ),
}
OPTION_VALUES = {
    "arrived": _("only those who have arrived"),
    "tpn": _("everybody in the list"),
    "fm_before_wim": _("FM before WIM"),
    "wim_before_fm": _("WIM before FM"),
    "majority": _("the colour due most often"),
    "type_a": _("type A"),
    "type_b": _("type B, mild and strong"),
    "no_preferences": _("no preferences"),
    "smaller_number": _("the smaller number"),
    "higher_score": _("the higher score"),
    "none": _("no priority"),
    "alternate": _("a whole team has one colour, changing every round"),
    "balanced": _("as many Whites as Blacks in each team, every round"),
}


def name_of_format(chosen: Format) -> Any:
    return SYSTEM_NAMES.get(chosen.key, chosen.key)


def help_of_format(chosen: Format) -> Any:
    return SYSTEM_HELP.get(chosen.key, "")


def words_of_option(chosen: Format, option: Option) -> tuple[Any, Any]:
    """Label and what it does."""
    own: dict[str, tuple[Any, Any]] = OPTIONS_OF_TEAMS if chosen.pairs_teams else {}
    return own.get(option.name) or OPTIONS.get(option.name, (option.name, ""))
