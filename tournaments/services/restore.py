"""Restore points of a round: its rows as data, and back."""

from typing import Any

from tournaments.errors import Refused
from tournaments.models import Pairing, Round

_FIELDS = ("id", "board", "white_id", "black_id", "bye", "result", "by_hand", "version")


def rows_as_data(round_: Round) -> list[dict[str, Any]]:
    return list(round_.pairings.order_by("id").values(*_FIELDS))


def point_of(round_: Round) -> dict[str, Any]:
    return {
        "status": round_.status,
        "imported": round_.imported,
        "trace": round_.trace,
        "rows": rows_as_data(round_),
    }


def restore(round_: Round, point: dict[str, Any]) -> None:
    """The rows as they were, with the ids by which pages know them. Results that people have
    entered since the round was published are never lost."""
    keep = round_.is_public
    then = {row["id"]: row for row in point["rows"]}
    now = {row.pk: row for row in round_.pairings.all()}
    for pk, row in now.items():
        if pk not in then:
            if keep and row.result and row.result not in ("+-", "-+", "--"):
                raise Refused("hand.has_result", board=row.board)
            row.delete()
    for pk, values in then.items():
        row = now.get(pk) or Pairing(pk=pk, round=round_)
        same = (row.white_id, row.black_id) == (values["white_id"], values["black_id"])
        if keep and pk in now and not same and row.result:
            raise Refused("hand.has_result", board=row.board)
        result = row.result if keep and pk in now and same else values["result"]
        for name in ("board", "white_id", "black_id", "bye", "by_hand"):
            setattr(row, name, values[name])
        row.result = result
        row.version += 1
        row.save(force_insert=pk not in now)
    round_.status = point["status"]
    round_.trace = point["trace"]
    round_.imported = point.get("imported", round_.imported)
    round_.save(update_fields=["status", "trace", "imported"])
