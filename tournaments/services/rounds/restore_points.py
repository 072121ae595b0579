"""Restore points of a round: its rows as data, and back."""

from typing import Any

from tournaments.kernel.errors import Refused
from tournaments.models import Pairing, Round

_FIELDS = (
    "id",
    "board",
    "white_id",
    "black_id",
    "bye",
    "result",
    "first_game",
    "entered_by_id",
    "entered_at",
    "by_hand",
    "version",
)


def rows_as_data(round_: Round) -> list[dict[str, Any]]:
    rows = list(round_.pairings.order_by("id").values(*_FIELDS))
    for row in rows:
        row["entered_at"] = row["entered_at"] and row["entered_at"].isoformat()
    return rows


def point_of(round_: Round) -> dict[str, Any]:
    return {
        "status": round_.status,
        "imported": round_.imported,
        "trace": round_.trace,
        "rows": rows_as_data(round_),
    }


def restore_round(round_: Round, point: dict[str, Any]) -> None:
    """The rows as they were, with the ids by which pages know them. Results that people have
    entered since the round was published are never lost."""
    keep = round_.is_public
    then = {row["id"]: row for row in point["rows"]}
    now = {row.pk: row for row in round_.pairings.all()}
    for pk, row in now.items():
        if pk not in then:
            if keep and row.standing and not row.forfeited:
                raise Refused("hand.has_result", board=row.board)
            row.delete()
    for pk, values in then.items():
        row = now.get(pk) or Pairing(pk=pk, round=round_)
        same = (row.white_id, row.black_id) == (values["white_id"], values["black_id"])
        if keep and pk in now and not same and row.standing:
            raise Refused("hand.has_result", board=row.board)
        # An edit that empties a board leaves nobody who entered it; a person's clearing stays.
        spoken = keep and pk in now and same and (row.standing or row.entered_at)
        for name in ("board", "white_id", "black_id", "bye", "by_hand"):
            setattr(row, name, values[name])
        if not spoken:
            row.result = values["result"]
            row.first_game = values.get("first_game", "")
            row.entered_by_id = values.get("entered_by_id")
            row.entered_at = values.get("entered_at")
        row.version = max(row.version, values["version"]) + 1
        row.save(force_insert=pk not in now)
    round_.status = point["status"]
    round_.trace = point["trace"]
    round_.imported = point.get("imported", round_.imported)
    round_.save(update_fields=["status", "trace", "imported"])
