"""The page on which the chief arbiter lets programs in: tokens, webhooks, what was delivered."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.forms.api_keys import TokenForm, WebhookForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import event_for
from tournaments.models import PING, ApiToken, Delivery, Event, Happening, Role, Scope, Webhook
from tournaments.services.programs import tokens, webhooks
from tournaments.services.setup import sandbox
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
@never_cache
def own(request: SignedIn) -> HttpResponse:
    """The tokens that serve all events of a user; the answer to a new one shows its secret."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    shown: dict[str, Any] = {"token_form": form}
    if form.is_valid():
        try:
            token, secret = tokens.make_token(
                event=None, by=request.user, once=True, **form.cleaned_data
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            shown = {"made": token, "secret": secret, "token_form": TokenForm()}
    context = {"tokens": _described(tokens.tokens_of(None, request.user)), **shown}
    return render(request, "account/programs.html", context)


@login_required
@require_POST
def withdraw_own_token(request: SignedIn, token: int) -> HttpResponse:
    tokens.withdraw_token(event=None, token_id=token, by=request.user)
    messages.success(request, _("The token is withdrawn. It opens nothing any more."))
    return redirect("desk:own_programs")


@login_required
@never_cache
@require_POST
def make_sandbox(request: SignedIn, event: str) -> HttpResponse:
    """The answer shows the secret of its token, this once."""
    found = event_for(request.user, event, Role.CHIEF)
    try:
        made, secret = sandbox.make_sandbox(source=found, by=request.user)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk:api_keys", event)
    return _page(request, found, sandbox=made, sandbox_secret=secret)


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
    kinds = {**dict(Happening.choices), PING: _("a test message")}
    rows = [
        (delivery, kinds[delivery.happening], _tries(delivery)) for delivery in page.object_list
    ]
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
def ping(request: SignedIn, event: str, webhook: int) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    if webhooks.ping(event=found, webhook_id=webhook) is None:
        raise Http404
    messages.success(request, _("A test message is on its way. Its answer appears below."))
    return redirect("desk:webhook", event, webhook)


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


def _described(found: QuerySet[ApiToken]) -> list[tuple[ApiToken, list[Any]]]:
    """Each token with what it may do, in words."""
    scopes = dict(Scope.choices)
    return [
        (token, [scopes[Scope(scope)] for scope in token.scopes])
        for token in found.select_related("created_by")
    ]


def _page(request: SignedIn, event: Event, **shown: Any) -> HttpResponse:
    happenings = dict(Happening.choices)
    context = {
        "event": event,
        "tokens": _described(tokens.tokens_of(event, request.user)),
        "webhooks": [
            (one, [happenings[happening] for happening in one.happenings])
            for one in event.webhooks.filter(withdrawn_at=None).select_related("created_by")
        ],
        "token_form": TokenForm(),
        "webhook_form": WebhookForm(),
        **shown,
    }
    return render(request, "desk/api_keys.html", context)
