"""Webhooks, what was sent to them, and papers for programs."""

import base64

from rest_framework import serializers

from tournaments.documents.posted import document_label
from tournaments.documents.translator import LANGUAGES
from tournaments.models import Delivery, Document, Happening, Webhook
from tournaments.services.papers.storing import content_of
from tournaments.web.paper_links import HOURS

# --- Webhooks -------------------------------------------------------------------------------------


class WebhookRequestSerializer(serializers.Serializer):
    url = serializers.CharField(max_length=500, help_text="https, on the internet")
    happenings = serializers.ListField(
        child=serializers.ChoiceField(choices=Happening.values),
        min_length=1,
        max_length=len(Happening.values),
    )


class WebhookSerializer(serializers.ModelSerializer):
    happenings = serializers.ListField(child=serializers.ChoiceField(choices=Happening.values))

    class Meta:
        model = Webhook
        fields = ["id", "url", "happenings", "created_at"]


class NewWebhookSerializer(WebhookSerializer):
    secret = serializers.CharField(help_text="signs its messages; shown this once")

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]


class TrySerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    status = serializers.IntegerField(help_text="that the address answered; 0: none")
    problem = serializers.CharField(help_text="a code; empty where it answered")
    ms = serializers.IntegerField(help_text="so long it took")


class DeliverySerializer(serializers.ModelSerializer):
    """A message to a webhook, and how it was taken."""

    kind = serializers.CharField(source="happening")
    status = serializers.ChoiceField(choices=Delivery.Status.choices)
    tries = TrySerializer(many=True, help_text="the earliest first")

    class Meta:
        model = Delivery
        fields = ["id", "message", "kind", "status", "created_at", "due_at", "tries"]
        extra_kwargs = {"due_at": {"help_text": "the next try, while it waits"}}


# --- Papers ---------------------------------------------------------------------------------------


class PaperRequestSerializer(serializers.Serializer):
    kind = serializers.CharField(max_length=30, help_text="a paper of the format, see `/formats/`")
    round = serializers.IntegerField(
        min_value=1, max_value=99, required=False, help_text="of a paper about one round"
    )
    language = serializers.ChoiceField(choices=list(LANGUAGES))
    options = serializers.DictField(
        child=serializers.CharField(max_length=40),
        required=False,
        help_text="as on the page of the paper; what is not named is as usual",
    )


class MadePaperSerializer(serializers.ModelSerializer):
    """A paper as the staff has it."""

    title = serializers.SerializerMethodField()
    round = serializers.IntegerField(source="round_number", allow_null=True)
    posted = serializers.SerializerMethodField(help_text="everybody can read it")
    content = serializers.SerializerMethodField(
        help_text="the bytes in Base64: a PDF, or a ZIP of several; empty while it is made"
    )

    class Meta:
        model = Document
        fields = [
            "id", "kind", "title", "round", "language", "version", "draft", "posted", "made_at",
            "content",
        ]  # fmt: skip
        extra_kwargs = {"draft": {"help_text": "marked as such, and for the staff only"}}

    def get_title(self, paper: Document) -> str:
        return document_label(paper)

    def get_posted(self, paper: Document) -> bool:
        return paper.posted_at is not None

    def get_content(self, paper: Document) -> str:
        return base64.b64encode(content_of(paper) or b"").decode()


class PrinterLinkRequestSerializer(serializers.Serializer):
    hours = serializers.ChoiceField(choices=list(HOURS), help_text="that the link lives")
    first = serializers.IntegerField(
        min_value=1, max_value=9999, required=False, help_text="begin with this page"
    )
    two_up = serializers.BooleanField(required=False, help_text="two pages on a sheet")


class PrinterLinkSerializer(serializers.Serializer):
    url = serializers.URLField(help_text="opens the paper to whoever has it")
    until = serializers.DateTimeField(help_text="when it opens nothing any more")


class AtPublicationSerializer(serializers.Serializer):
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=30),
        max_length=40,
        help_text="papers that each publication makes by itself, as in `/formats/`; empty: none",
    )
