"""The reasons of the systems that pair teams; players are teams here."""

from django.utils.translation import gettext_lazy as _

FACTS = {
    "team_round_robin.table": _(
        "Round %(round)s of the Berger table for %(table)s: %(one)s is named first."
    ),
    "team_round_robin.reversed": _(
        "Round %(round)s of the Berger table for %(table)s, repeated with colours reversed "
        "(cycle %(cycle)s): %(one)s is named first."
    ),
    "team_round_robin.colours": _(
        "%(one)s has White on board 1 and every other board after it, %(two)s on the boards "
        "between."
    ),
    "team_round_robin.rests": _("%(one)s rests: number %(number)s is not taken."),
    "skalitzka.pattern": _(
        "All three teams play at the same time: round %(round)s of the printed pattern says who "
        "sits where and who has White."
    ),
    "skalitzka.rests": _("With an odd number of boards, board %(board)s of %(one)s rests here."),
    "skalitzka.third_game": _(
        "The boards are odd: board %(board)s of two teams plays its missing game by itself."
    ),
    "scheveningen.seated": _(
        "%(one)s has the higher average rating (%(average)s, %(two)s %(other)s) and stays at its "
        "tables."
    ),
    "scheveningen.seated_by_number": _(
        "No average rating is higher: %(one)s has the smaller number and stays at its tables."
    ),
    "scheveningen.moved": _(
        "%(two)s moves on by one place each round: its number %(seat)s sits at board 1 now."
    ),
    "scheveningen.colours.alternate": _(
        "A whole team has one colour, and the colours change every round."
    ),
    "scheveningen.colours.balanced": _(
        "As many Whites as Blacks in each team, as far as the boards allow: %(one)s has "
        "%(whites_1)s Whites, %(two)s %(whites_2)s."
    ),
}
