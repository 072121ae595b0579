"""The list of the open data."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from federation.api.base import LISTS, OpenView, SparseQuery
from tournaments.api.documented import read


class OpenListSerializer(serializers.Serializer):
    name = serializers.CharField(help_text="what it is called in the reference")
    about = serializers.CharField(help_text="what stands in it, in English")
    url = serializers.URLField(help_text="its first page")
    csv = serializers.URLField(help_text="the whole list as a file for spreadsheets")


class OpenDataSerializer(serializers.Serializer):
    federation = serializers.CharField(help_text="whose data these are")
    lists = OpenListSerializer(many=True, help_text="those that need nothing more to be asked for")


class OpenData(OpenView):
    """The lists of the federation, each with its address."""

    shape = OpenDataSerializer

    @read("getFederation", OpenDataSerializer, SparseQuery)
    def get(self, request: Request) -> Response:
        found = {"federation": settings.FEDERATION, "lists": list(_lists(request))}
        return self.by_content(request, self.answer(request, found))


def _lists(request: Request) -> Iterator[dict[str, str]]:
    for name, view in LISTS.items():
        yield {
            "name": view.operation,
            "about": " ".join((view.__doc__ or "").split()),
            "url": request.build_absolute_uri(reverse(f"federation_api:{name}")),
            "csv": request.build_absolute_uri(reverse(f"federation_api:{name}_file")),
        }
