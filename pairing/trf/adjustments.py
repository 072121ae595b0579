"""The assumptions that had to be made while a report was read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One default, guess or repair made while reading. `what` is a plain English sentence;
    `code` and `values` are for those who word it themselves."""

    code: str
    what: str
    line: int = 0
    values: tuple[tuple[str, int | str], ...] = ()


#: every code that an adjustment can have, without "trf.", and the names of its values
ADJUSTMENTS: dict[str, tuple[str, ...]] = {
    # the file and its lines
    "encoding": ("encoding",),  # utf-16, cp1254 or cp1252
    "unreadable": ("times",),
    "version": ("version",),  # TRF06 or TRF16
    "unknown_record": ("value", "times"),
    "no_blank_after_code": ("value", "times"),
    "repeated_record": ("record", "first"),  # first: its line
    "columns_by_byte": ("value", "times"),
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
