"""The assumptions that had to be made while a report was read."""

from dataclasses import dataclass

from pairing.sentences import Said
from pairing.state import format_score


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One default, guess or repair made while reading: a code of `pairing.sentences` with its
    values, and some that only programs want."""

    code: str
    line: int = 0
    values: tuple[tuple[str, int | str], ...] = ()

    @property
    def what(self) -> str:
        """The English sentence."""
        shown = dict(self.values)
        for name in TENTHS.get(self.code.removeprefix("trf."), ()):
            shown[name] = format_score(int(shown[name]))
        return str(Said(self.code, {n: "-" if v == "" else v for n, v in shown.items()}))


#: every code that an adjustment can have, without "trf.", and the names of its values
ADJUSTMENTS: dict[str, tuple[str, ...]] = {
    # the file and its lines
    "encoding": ("encoding",),  # such as utf-16, cp1254, cp437
    "unreadable": ("times",),
    "version": ("version",),  # TRF06 or TRF16
    "unknown_record": ("value", "times"),
    "no_blank_after_code": ("value", "times"),
    "repeated_record": ("record", "first"),  # first: its line
    "columns_by_byte": ("value", "times"),
    "columns_shifted": ("value", "times"),
    "empty_record": ("value", "times"),
    "ruler": ("value", "times"),  # the line, cut
    "record_without_players": ("value", "times"),
    # the tournament
    "missing_record": ("record", "assumed"),
    "rounds_assumed": ("rounds",),
    "rounds_disagree": ("rounds",),
    "rounds_raised": ("stated", "rounds"),
    "initial_colour": (),
    "type_code": ("code",),
    "type_unknown": ("code",),
    "count": ("record", "stated", "counted"),
    "count_unreadable": ("record",),
    "round_dates": (),
    "date_format": ("value", "times"),  # value: the spelling, such as DD.MM.YYYY
    "date_guess": ("value", "times"),  # value: as written = as read
    "date_kept": ("date",),
    "points_disagree": ("record", "first"),
    "points_inferred": ("win", "draw", "loss", "pairing_bye"),  # tenths
    "bonus_without_round": (),
    "strength": ("team",),
    # players
    "sex": ("value", "times"),
    "title": ("value", "times"),
    "title_kept": ("value", "times"),
    "points": ("player", "stated", "counted"),  # tenths
    "points_missing": ("player", "counted"),
    # rounds
    "mirror": ("round", "player", "opponent"),
    "colour": ("round", "player", "opponent", "white"),
    "colour_without_opponent": ("round", "player"),
    "lone_result": ("round", "player", "symbol", "bye"),
    "result_unknown": ("round", "player", "opponent", "symbols"),
    "result_one_sided": ("round", "player", "opponent", "symbols"),
    "result_missing": ("round", "player", "opponent"),
    "several_pairing_byes": ("round", "count"),
}

#: values that are points in tenths
TENTHS = {
    "points_inferred": ("win", "draw", "loss", "pairing_bye"),
    "points": ("stated", "counted"),
    "points_missing": ("counted",),
}
