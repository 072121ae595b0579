"""Serializers of the files for other programs."""

import base64
from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from tournaments.api.requests import ConfirmedSerializer
from tournaments.models import Tournament
from tournaments.queries.reports.files import File


class FileSerializer(serializers.Serializer):
    key = serializers.CharField()
    title = serializers.CharField()
    name = serializers.CharField(help_text="of the file")
    type = serializers.CharField()
    address = serializers.URLField(help_text="where its content is")

    def to_representation(self, file: File) -> dict[str, Any]:
        return super().to_representation(self._said(file, self.context["tournament"]))

    def _said(self, file: File, tournament: Tournament) -> dict[str, Any]:
        return {
            "key": file.key,
            "title": f"{file.group}: {file.label}",
            "name": file.name(tournament),
            "type": file.kind,
            "address": reverse(
                "api:file", args=[tournament.pk, file.key], request=self.context.get("request")
            ),
        }


class FileContentSerializer(FileSerializer):
    content = serializers.CharField(help_text="the bytes of the file, in Base64")

    def _said(self, file: File, tournament: Tournament) -> dict[str, Any]:
        content = base64.b64encode(file.make(tournament)).decode()
        return super()._said(file, tournament) | {"content": content}


class SentRequestSerializer(ConfirmedSerializer):
    to = serializers.CharField(max_length=120, help_text="the rating office it was sent to")


class ReceiptSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="of the receipt, a line of the history")
