"""The notes of the TRF reader: what it had to assume, in the language of the reader."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.wording.numbers import points_text

#: by code, as in `pairing.trf.ADJUSTMENTS`
ADJUSTMENTS: dict[str, Any] = {
    # the file and its lines
    "trf.encoding": _("The file is not written in UTF-8; it is read as %(encoding)s."),
    "trf.unreadable": _("Letters that cannot be read: %(times)s."),
    "trf.version": _("The file is a %(version)s report; it becomes TRF26."),
    "trf.unknown_record": _("Records %(value)s are unknown; they are kept as they are."),
    "trf.no_blank_after_code": _("Record %(value)s has no blank after its code."),
    "trf.repeated_record": _("Record %(record)s comes more than once; the last one is taken."),
    "trf.record_without_players": _("Record %(value)s names too few players and has no effect."),
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
        given[name] = points_text(given[name])
    if "assumed" in given:
        given["assumed"] = given["assumed"] or "–"
    return str(ADJUSTMENTS[code]) % given
