"""The reasons of the handbook's round robin."""

from django.utils.translation import gettext_lazy as _

_K = "round_robin"
FACTS = {
    f"{_K}.colour.table": _("Round %(round)s of the Berger table for %(table)s players."),
    f"{_K}.colour.reversed": _(
        "Round %(round)s of the schedule: the Berger table with colours reversed (cycle %(cycle)s)."
    ),
    f"{_K}.bye": _("%(one)s rests: number %(number)s is not taken."),
    f"{_K}.forfeit": _("Away, the game is lost by forfeit: %(players)s."),
    f"{_K}.rests_away": _("%(one)s has left and would rest: no bye and no point."),
    f"{_K}.rounds_moved": _("Round %(scheduled)s of the schedule is played in this round."),
    f"{_K}.completed": _(
        "A round made by hand is not one of the table. This round is one of those in which "
        "everybody still meets everybody."
    ),
    f"{_K}.violation.completion_impossible": _(
        "After this round the games that are left cannot be played in the rounds that are left."
    ),
    f"{_K}.violation.completion_open": _(
        "Whether the games that are left can be played in the rounds that are left could not be "
        "decided."
    ),
    f"{_K}.met": _("%(one)s and %(two)s met in round %(round)s."),
    f"{_K}.will_meet": _("%(one)s and %(two)s meet in round %(round)s."),
    f"{_K}.violation.missing": _("%(one)s is not paired."),
    f"{_K}.violation.no_game_left": _("%(one)s and %(two)s have no game left to play."),
    f"{_K}.violation.not_in_table": _("%(one)s – %(two)s is not a game of this round's table."),
    f"{_K}.number.lot": _("%(one)s drew number %(number)s (seed %(seed)s)."),
    f"{_K}.number.typed": _("%(one)s drew number %(number)s."),
    f"{_K}.redraw.as_printed": _("%(one)s left after the draw: numbers are drawn again."),
    f"{_K}.redraw.replaced": _("%(one)s is replaced; the numbers stay."),
    f"{_K}.redraw.last_even_number": _("%(one)s had the last number: it becomes the free one."),
    f"{_K}.redraw.number_left": _("%(one)s left a number: numbers are drawn again."),
    f"{_K}.final.qualified": _("%(one)s qualified: place %(place)s of group %(group)s."),
    f"{_K}.withdrawn.ranked": _(
        "%(one)s left after %(completed)s of %(games)s games: at least half, so the results count."
    ),
    f"{_K}.withdrawn.not_ranked": _(
        "%(one)s left after %(completed)s of %(games)s games: less than half, so not ranked, and "
        "these games count in nobody's points."
    ),
}
NOT_RANKED = FACTS[f"{_K}.withdrawn.not_ranked"]
