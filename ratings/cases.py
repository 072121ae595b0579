"""Case files: JSON objects whose values are asked for by key, with the place in every error."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from ratings.errors import CaseError
from ratings.exact import Exact

#: a case is the games of a federation's month at most
LARGEST = 256 * 2**20
#: no rating, number or round has more digits
MOST = 10**9


def load(path: Path) -> "Case":
    if path.stat().st_size > LARGEST:
        raise CaseError("", f"at most {LARGEST // 2**20} MB")
    try:
        found = json.loads(path.read_text("utf-8-sig"), parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise CaseError("", f"JSON in UTF-8 ({error})") from error
    return Case(found)


class Case:
    """One JSON object of a case; `where` names it in errors: "events[0].games[3]"."""

    __slots__ = ("_values", "where")

    def __init__(self, values: object, where: str = "") -> None:
        if not isinstance(values, Mapping):
            raise CaseError(where, "an object")
        self._values: Mapping[str, Any] = values
        self.where = where

    def at(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def keys(self) -> Iterator[str]:
        return iter(self._values)

    def raw(self, key: str) -> Any:
        return self._values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        found = self._values.get(key, default)
        if not isinstance(found, str):
            raise CaseError(self.at(key), "a text")
        return found

    def one_of(self, key: str, known: Mapping[Any, Any], default: str | None = None) -> Any:
        found = self._values.get(key, default)
        if isinstance(found, (list, dict)) or found not in known:
            names = ", ".join(str(one) for one in known if one is not None)
            raise CaseError(self.at(key), f"one of {names}")
        return known[found]

    def number(self, key: str) -> int:
        found = self.number_or_none(key)
        if found is None:
            raise CaseError(self.at(key), "a whole number")
        return found

    def number_or_none(self, key: str) -> int | None:
        found = self._values.get(key)
        return None if found is None else whole(found, self.at(key))

    def number_or(self, key: str, default: int) -> int:
        found = self.number_or_none(key)
        return default if found is None else found

    def exact_or_none(self, key: str) -> Exact | None:
        """A whole number, or decimals ("12.5")."""
        found = self._values.get(key)
        if isinstance(found, (Decimal, str)):
            try:
                return Fraction(found)
            except (ValueError, ZeroDivisionError, OverflowError):
                raise CaseError(self.at(key), "a number") from None
        return None if found is None else whole(found, self.at(key))

    def truth(self, key: str, *, default: bool) -> bool:
        found = self._values.get(key, default)
        if not isinstance(found, bool):
            raise CaseError(self.at(key), "true or false")
        return found

    def day(self, key: str) -> date:
        try:
            return date.fromisoformat(self.text(key))
        except ValueError:
            raise CaseError(self.at(key), "a date YYYY-MM-DD") from None

    def list(self, key: str) -> list[Any]:
        found = self._values.get(key)
        if found is None:
            return []
        if not isinstance(found, list):
            raise CaseError(self.at(key), "a list")
        return found

    def inner(self, key: str) -> "Case":
        return Case(self._values.get(key), self.at(key))

    def inner_or_none(self, key: str) -> "Case | None":
        return None if self._values.get(key) is None else self.inner(key)

    def each(self, key: str) -> "Iterator[Case]":
        for index, found in enumerate(self.list(key)):
            yield Case(found, f"{self.at(key)}[{index}]")


def whole(found: object, where: str) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > MOST:
        raise CaseError(where, "a whole number")
    return found
