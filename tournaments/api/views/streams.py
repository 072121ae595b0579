"""The event stream's address among the pages: it leads to the process that holds the listeners."""

from django.conf import settings
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable
from tournaments.api.base import ApiView, Query
from tournaments.api.documented import problems

_LAST = OpenApiParameter(
    "Last-Event-ID",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="the `id` heard last: what came since is told first",
)


class EventStream(ApiView):
    """Every happening of a tournament, at once and for as long as somebody listens (server-sent
    events). Each `event` is one of the kinds of webhooks, each `data` the same JSON. Where no proxy
    leads to the listening process, the answer leads there (307)."""

    tag = "webhooks"

    @extend_schema(
        operation_id="listen",
        parameters=[Query, _LAST],
        responses={
            (200, "text/event-stream"): OpenApiTypes.STR,
            307: OpenApiResponse(description="The stream is at `Location`."),
            **problems(400, 401, 404, 429),
        },
    )
    def get(self, request: Request, pk: int) -> Response:
        readable(request, pk)
        if not settings.STREAMS_PORT:
            raise Http404  # the proxy should have led to it
        host = request.get_host().rpartition("]")
        name = f"{host[0]}]" if host[1] else host[2].partition(":")[0]
        address = f"{request.scheme}://{name}:{settings.STREAMS_PORT}{request.path}"
        return Response(status=307, headers={"Location": address})
