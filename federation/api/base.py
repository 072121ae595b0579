"""Open data of the federation: lists in pages and single things, read without a key.

A list names the rows, how one of them is shown and in which order they stand; pages, ETag, CSV
and the words of the OpenAPI document come from here.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.pages import PageQuery, page, page_of, page_of_list
from tournaments.core.pieces import pieces
from tournaments.queries.hall.published import lines_as_csv

#: a file is read, whatever else is done at the address of its list
_READING = ["get", "head", "options"]
#: rows of a file at most: whoever wants more asks for pages
LONGEST_FILE = 100_000
#: of these so many at once
PIECE = 500


#: lists that need nothing more to be asked for, by the names of their addresses
LISTS: dict[str, type["OpenList"]] = {}


class OpenView(ReadView):
    """Not there where there is no federation, in the document neither."""

    tag = "federation"
    operation: ClassVar[str] = ""
    item: ClassVar[type[serializers.BaseSerializer]]
    #: what stands in the address, with its words
    of_address: ClassVar[dict[str, str]] = {}

    @classmethod
    def is_there(cls) -> bool:
        return bool(settings.FEDERATION)


class OpenList(OpenView):
    """Rows in pages. A subclass names `operation`, `item` and `order`, and gives the `rows`."""

    #: the last field is unique, and none of them may be null
    order: ClassVar[tuple[str, ...]] = ("pk",)
    query: type[PageQuery] = PageQuery
    #: the address of the same list as a file
    as_file = False

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cls.operation:
            cls.shape = page_of(cls.item)
            cls.get = _described(cls, _list())  # type: ignore[attr-defined]

    def rows(self) -> QuerySet | Sequence[Any]:
        """All that is public, chosen by `self.params` and the address (`self.kwargs`). A list that
        was worked out comes as it is, and needs no `order`."""
        raise NotImplementedError

    def context(self, rows: Sequence[Any]) -> dict[str, Any]:
        """All that the serializer is told besides these rows: a page, or a piece of a file."""
        return {}

    def in_cells(self) -> Iterator[list[Any]]:
        """All rows as cells below their heads; a field within a field is `a.b`."""
        rows: Any = self.rows()
        if isinstance(rows, QuerySet):
            rows = rows.order_by(*self.order)[:LONGEST_FILE].iterator(PIECE)
        names = list(_names(self._shape([])))
        yield names
        for some in pieces(rows, PIECE):
            shape = self._shape(some)
            for row in some:
                data = shape.to_representation(row)
                yield [_cell(data, name) for name in names]

    def _shape(self, rows: Sequence[Any]) -> Any:
        return self.item(context={"request": self.request, **self.context(rows)})

    def file(self) -> HttpResponseBase:
        """The whole list as CSV."""
        lines = self.in_cells()
        head = next(lines)  # now, while "not found" can still be told
        answer = StreamingHttpResponse(
            lines_as_csv(chain([head], lines)), content_type="text/csv; charset=utf-8"
        )
        name = self.request.path.rstrip("/").rpartition("/")[2]
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        answer["Cache-Control"] = "public, no-cache"
        return answer


class OpenItem(OpenView):
    """One thing. A subclass names `operation` and `item`, and gives what is `found`."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cls.operation:
            cls.shape = cls.item
            cls.get = _described(cls, _item())  # type: ignore[attr-defined]

    def found(self) -> Any:
        """The row, or what a query gives; Http404 where there is nothing public."""
        raise NotImplementedError


def _described(view: type[OpenView], get: Any) -> Any:
    words = [
        OpenApiParameter(name, location=OpenApiParameter.PATH, description=text)
        for name, text in view.of_address.items()
    ]
    return extend_schema(parameters=words)(read(view.operation, view.shape, view.query)(get))


def _list() -> Any:
    def get(self: OpenList, request: Request, **place: Any) -> HttpResponseBase:
        if self.as_file:
            return self.file()
        rows = self.rows()
        if isinstance(rows, QuerySet):
            found = page(request, self.params, rows, self.order)
        else:
            found = page_of_list(request, self.params, rows)
        told = self.context(found["results"])
        return self.by_content(request, self.answer(request, found, **told))

    return get


def _item() -> Any:
    def get(self: OpenItem, request: Request, **place: Any) -> Response:
        return self.by_content(request, self.answer(request, self.found()))

    return get


def open_list(address: str, view: type[OpenList], name: str) -> list[URLPattern]:
    """The addresses of a list: in pages (`clubs/`), and as a file (`clubs.csv`)."""
    if "<" not in address:
        LISTS[name] = view
    return [
        path(f"{address}/", view.as_view(), name=name),
        path(
            f"{address}.csv",
            view.as_view(as_file=True, schema=None, http_method_names=_READING),
            name=f"{name}_file",
        ),
    ]


def open_item(address: str, view: type[OpenItem], name: str) -> list[URLPattern]:
    return [path(f"{address}/", view.as_view(), name=name)]


def _names(shape: serializers.Serializer, prefix: str = "") -> Iterator[str]:
    for name, field in shape.fields.items():
        if isinstance(field, serializers.Serializer):
            yield from _names(field, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def _cell(row: Any, name: str) -> Any:
    for part in name.split("."):
        row = row.get(part) if row is not None else None
    if isinstance(row, list | tuple):
        return "; ".join(str(one) for one in row)
    return "" if row is None else row


__all__ = ["OpenItem", "OpenList", "PageQuery", "SparseQuery", "open_item", "open_list"]
