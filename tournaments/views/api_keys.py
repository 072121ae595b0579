"""The page on which the chief arbiter lets programs in: tokens, webhooks, what was delivered."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.forms.api_keys import TokenForm, WebhookForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import event_for
from tournaments.models import Delivery, Event, Happening, Role, Scope, Webhook
from tournaments.services.programs import tokens, webhooks
from tournaments.web.requests import SignedIn
from tournaments.wording import sentence


@login_required
def index(request: SignedIn, event: str) -> HttpResponse:
    return _page(request, event_for(request.user, event, Role.CHIEF))


@login_required
@never_cache
@require_POST
def make_token(request: SignedIn, event: str) -> HttpResponse:
    """The answer itself shows the secret: it is stored nowhere, not even for a redirect."""
    found = event_for(request.user, event, Role.CHIEF)
    form = TokenForm(request.POST)
    if form.is_valid():
        try:
            token, secret = tokens.make_token(
                event=found, by=request.user, once=True, **form.cleaned_data
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return _page(request, found, made=token, secret=secret)
    return _page(request, found, token_form=form)


@login_required
@require_POST
def withdraw_token(request: SignedIn, event: str, token: int) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    tokens.withdraw_token(event=found, token_id=token, by=request.user)
    messages.success(request, _("The token is withdrawn. It opens nothing any more."))
    return redirect("desk:api_keys", event)


@login_required
@never_cache
@require_POST
def make_webhook(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook = webhooks.make_webhook(
                event=found, by=request.user, once=True, **form.cleaned_data
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return _page(request, found, made=webhook, secret=webhook.secret)
    return _page(request, found, webhook_form=form)


@login_required
def webhook(request: SignedIn, event: str, webhook: int) -> HttpResponse:
    """The messages to an address, and how it answered."""
    found = event_for(request.user, event, Role.CHIEF)
    shown = get_object_or_404(Webhook, event=found, pk=webhook)
    sent = shown.deliveries.select_related("tournament", "webhook").defer("body")
    page = Paginator(sent, 100).get_page(request.GET.get("page"))
    rows = [(delivery, _tries(delivery)) for delivery in page.object_list]
    context = {"event": found, "webhook": shown, "page": page, "rows": rows}
    return render(request, "desk/api_webhook.html", context)


@login_required
@require_POST
def withdraw_webhook(request: SignedIn, event: str, webhook: int) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    webhooks.withdraw_webhook(event=found, webhook_id=webhook, by=request.user)
    messages.success(request, _("The webhook is removed. Nothing more is sent to it."))
    return redirect("desk:api_keys", event)


@login_required
@require_POST
def resend(request: SignedIn, event: str, webhook: int, delivery: int) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    webhooks.resend(event=found, delivery_id=delivery)
    messages.success(request, _("The message is sent again."))
    return redirect("desk:webhook", event, webhook)


def _tries(delivery: Delivery) -> list[tuple[datetime, str, int]]:
    """The tries: time, answer and duration of each; the latest first."""
    return [
        (
            datetime.fromisoformat(one["at"]),
            sentence(one["problem"], {"host": urlsplit(delivery.webhook.url).hostname})
            if one["problem"]
            else _("answered with %(status)s") % {"status": one["status"]},
            one["ms"],
        )
        for one in reversed(delivery.tries)
    ]


def _page(request: SignedIn, event: Event, **shown: Any) -> HttpResponse:
    scopes, happenings = dict(Scope.choices), dict(Happening.choices)
    context = {
        "event": event,
        "tokens": [
            (token, [scopes[scope] for scope in token.scopes])
            for token in event.tokens.select_related("created_by")
        ],
        "webhooks": [
            (one, [happenings[happening] for happening in one.happenings])
            for one in event.webhooks.filter(withdrawn_at=None).select_related("created_by")
        ],
        "token_form": TokenForm(),
        "webhook_form": WebhookForm(),
        **shown,
    }
    return render(request, "desk/api_keys.html", context)
