"""The voice of players at the desk: their phones and codes, and the one inbox of all that waits."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.voice import grouped
from tournaments.documents.evidence import evidence_pdf, evidence_zip, sheets_of
from tournaments.forms.voice import VoiceRulesForm
from tournaments.kernel.permissions import tournament_for
from tournaments.models import ArbiterCall, Case, Entry, PlayerRequest, Role, Voice, VoiceMail
from tournaments.queries.entries.names import in_alphabet
from tournaments.queries.voice.cases import game_of
from tournaments.queries.voice.codes import codes_of
from tournaments.queries.voice.inbox import inbox as waiting
from tournaments.queries.voice.phones import phones_of
from tournaments.queries.voice.rules import voice_rules
from tournaments.queries.voice.slips import slips_of_case
from tournaments.services.papers.storing import content_of
from tournaments.services.voice import calls, cases, mailing, proving, requests
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn


@never_cache
@login_required
def phones(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Which phone speaks for whom; what phones may say."""
    tournament = tournament_for(request.user, event, slug, Role.CHIEF)
    rules = voice_rules(tournament)
    form = VoiceRulesForm(
        request.POST if request.method == "POST" and "addresses" not in request.POST else None,
        instance=rules,
    )
    if request.method == "POST" and "addresses" in request.POST:
        sent = mailing.send_links(
            tournament=tournament,
            text=request.POST["addresses"],
            language=get_language() or "tr",
            by=request.user,
        )
        messages.success(request, _("Links on their way: %(count)s.") % {"count": sent})
        return redirect("desk:phones", event, slug)
    if request.method == "POST" and form.is_valid():
        proving.set_rules(tournament=tournament, values=form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("desk:phones", event, slug)
    entries = in_alphabet(tournament.entries.exclude(status=Entry.Status.EXPELLED))
    mails = VoiceMail.objects.filter(entry__tournament=tournament).select_related("entry")
    mail_of = {mail.entry: mail for mail in mails}
    codes = codes_of(entries)
    context = {
        "form": form,
        "players": phones_of(tournament),
        "mails": [mail_of[entry] for entry in in_alphabet(mail_of)],
        "codes": [(entry, grouped(codes[entry.pk])) for entry in entries],
        **frame(tournament),
    }
    return render(request, "desk/phones.html", context)


@button(Role.CHIEF)
def silence(press: Press, voice: int) -> HttpResponse:
    """Withdraw one phone."""
    found = get_object_or_404(Voice, entry__tournament=press.tournament, pk=voice)
    proving.silence(voice=found, **press.given)
    messages.success(press.request, _("The phone no longer speaks for the player."))
    return press.back("desk:phones")


@button(Role.CHIEF)
def renew_code(press: Press, entry: int) -> HttpResponse:
    found = get_object_or_404(Entry, tournament=press.tournament, pk=entry)
    proving.renew_code(entry=found, **press.given)
    messages.success(
        press.request, _("The player has a new code; print it. The old one opens nothing any more.")
    )
    return press.back("desk:phones")


# --- The inbox ------------------------------------------------------------------------------------


@never_cache
@login_required
@require_safe
def inbox(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """All that waits, what is due first on top; a part of it is asked for every few seconds."""
    tournament = tournament_for(request.user, event, slug)
    items = waiting(tournament, request.user)
    context = {
        "items": items,
        "requests_wait": any(item.kind == "request" for item in items),
        "sector": tournament.sectors.filter(user=request.user).first(),
        "decided": tournament.cases.exclude(verdict="").select_related("entry")[:50],
        **frame(tournament),
    }
    template = "desk/_inbox.html" if "part" in request.GET else "desk/inbox.html"
    return render(request, template, context)


@never_cache
@login_required
@require_safe
def inbox_count(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """The number in the head of every page."""
    tournament = tournament_for(request.user, event, slug)
    count = len(waiting(tournament, request.user))
    return render(request, "desk/_inbox_count.html", {"count": count})


@button(Role.CHIEF)
def grant_request(press: Press, asked: int) -> HttpResponse:
    found = get_object_or_404(PlayerRequest, tournament=press.tournament, pk=asked)
    requests.grant(request=found, **press.answered)
    messages.success(press.request, _("Granted; the player reads it."))
    return press.back("desk:inbox")


@button(Role.CHIEF)
def grant_requests(press: Press) -> HttpResponse:
    granted, left = requests.grant_all(**press.given)
    messages.success(
        press.request,
        _("Granted: %(granted)s. To be answered one by one: %(left)s.")
        % {"granted": granted, "left": left},
    )
    return press.back("desk:inbox")


@button(Role.CHIEF)
def refuse_request(press: Press, asked: int) -> HttpResponse:
    found = get_object_or_404(PlayerRequest, tournament=press.tournament, pk=asked)
    requests.refuse(request=found, words=press.text("words"), **press.given)
    messages.success(press.request, _("Refused; the player reads it."))
    return press.back("desk:inbox")


@button(Role.ARBITER)
def take_call(press: Press, call: int) -> HttpResponse:
    calls.take_call(call=_call(press, call), **press.given)
    return press.back("desk:inbox")


@button(Role.ARBITER)
def end_call(press: Press, call: int) -> HttpResponse:
    calls.end_call(call=_call(press, call), **press.given)
    return press.back("desk:inbox")


def _call(press: Press, call: int) -> ArbiterCall:
    return get_object_or_404(ArbiterCall, tournament=press.tournament, pk=call)


@button(Role.ARBITER)
def sector(press: Press) -> HttpResponse:
    """The boards that I walk."""
    calls.set_sector(
        user=press.by, first=press.number("first"), last=press.number("last"), **press.given
    )
    messages.success(press.request, _("Saved."))
    return press.back("desk:inbox")


# --- Cases ----------------------------------------------------------------------------------------


@never_cache
@login_required
def case(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """A player's claim, with the way to the reasons and to the correction; the decision."""
    press = open_page(request, event, slug, Role.CHIEF)
    tournament = press.tournament
    if not tournament.event.my_role.covers(Role.ARBITER):
        raise PermissionDenied
    found = get_object_or_404(Case, tournament=tournament, number=number)
    if request.method == "POST":
        decided = cases.decide_appeal if found.verdict else cases.decide
        words = press.text("words")[: cases.LONGEST_DECISION]
        decided(case=found, verdict=press.text("verdict"), words=words, **press.given)
        messages.success(request, _("Both players read the decision."))
        return redirect("desk:case", event, slug, number)
    context = {
        "case": found,
        "pairing": game_of(found),
        "rules": voice_rules(tournament),
        "slips": slips_of_case(found),
        **frame(tournament),
    }
    return render(request, "desk/case.html", context)


@never_cache
@login_required
@require_safe
def evidence(request: SignedIn, event: str, slug: str, number: int, ending: str) -> HttpResponse:
    """All that a committee asks for, in one press: as one PDF, or as a ZIP with the record, the
    engines' words, the history and the sheets."""
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    found = get_object_or_404(Case, tournament=tournament, number=number)
    found.tournament = tournament
    language = get_language() or "en"
    if ending == "pdf":
        content, kind = evidence_pdf(found, language), "application/pdf"
    elif ending == "zip":
        sheets = [(one, content_of(one) or b"") for one in sheets_of(found)]
        content, kind = evidence_zip(found, language, sheets), "application/zip"
    else:
        raise Http404
    name = f"{tournament.event.slug}-{tournament.slug}-case-{number}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)
