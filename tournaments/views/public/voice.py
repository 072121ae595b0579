"""The player's voice on the phone: who is speaking, and what is said."""

from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.core.reported import words_of_code
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.models import (
    ArbiterCall,
    Case,
    Entry,
    Pairing,
    PlayerRequest,
    Tournament,
    Voice,
    VoiceMail,
)
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.voice.calls import own_call
from tournaments.queries.voice.cases import cases_of, claimable
from tournaments.queries.voice.codes import entry_of_code, mail_of_key
from tournaments.queries.voice.phones import phone_of, speaks_for, spoken_for
from tournaments.queries.voice.requests import kinds_asked, receipts_of, rounds_ahead
from tournaments.queries.voice.results import Game, Standing, begun, my_game
from tournaments.queries.voice.rules import voice_rules
from tournaments.queries.voice.slips import own_slips
from tournaments.services.accounts.door import Origin
from tournaments.services.voice import (
    calls,
    cases,
    mailing,
    proving,
    requests,
    results,
    slips,
)
from tournaments.views.public.frame import around, find, show
from tournaments.web import guesses
from tournaments.web.phones import (
    Spoken,
    device_of,
    give_key,
    guard_guesses,
    key_of,
    limits_of,
    spoken,
)
from tournaments.web.uploads import sent_picture
from tournaments.wording.results import printed_result
from tournaments.wording.voice import SAYINGS, STANDINGS

#: links that one address can have sent by mail in a quarter of an hour
MOST_MAILS = 30


def _page(
    request: HttpRequest, template: str, tournament: Tournament, context: dict[str, Any]
) -> HttpResponse:
    """Of this phone alone: no search engine and no store between keeps it."""
    mine = spoken_for(phone_of(key_of(request)), tournament)
    context = {"mine": mine, "rules": voice_rules(tournament), **around(tournament), **context}
    context["by_mail"] = VoiceMail.objects.filter(entry__tournament=tournament).exists()
    response = show(request, template, tournament.event, context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@never_cache
def me(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Type the code of a badge or a letter; or birth date and licence number."""
    found = find(request, event, slug)
    if request.method == "POST":
        if request.POST.get("email"):
            return _mail_a_link(request, found)
        return _prove(request, found, None)
    return _page(request, "voice/me.html", found, {})


@never_cache
def prove(request: HttpRequest, event: str, slug: str, key: str) -> HttpResponse:
    """The link of a QR code: it names the player, and one press gives them this phone."""
    found = find(request, event, slug)
    limits = limits_of(request, f"link:{found.pk}")
    guard_guesses(limits)
    entry = entry_of_code(found, key)
    if entry is None:
        guesses.note_wrong(limits)
        messages.error(request, str(Refused("voice.wrong_code")))
        return redirect("public:me", event, slug)
    if request.method == "POST":
        return _prove(request, found, None, code=key)
    if speaks_for(phone_of(key_of(request)), entry):
        return redirect("public:my_page", event, slug, entry.pk)
    response = _page(request, "voice/prove.html", found, {"entry": entry})
    response["Referrer-Policy"] = "no-referrer"
    return response


@never_cache
def prove_by_mail(request: HttpRequest, event: str, slug: str, key: str) -> HttpResponse:
    """The link of a mail: it names the player, and one press gives them this phone, once."""
    found = find(request, event, slug)
    mail = mail_of_key(found, key[:200])
    if mail is None:
        messages.error(request, str(Refused("voice.old_link")))
        return redirect("public:me", event, slug)
    if speaks_for(phone_of(key_of(request)), mail.entry):
        return redirect("public:my_page", event, slug, mail.entry_id)
    if request.method == "POST":
        phone = key_of(request) or proving.new_key()
        given: dict[str, Any] = {"tournament": found, "key": phone, "device": device_of(request)}
        try:
            voice = proving.prove_by_mail(link=key[:200], **given)
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("public:me", event, slug)
        return _proved(request, voice, phone)
    response = _page(request, "voice/prove.html", found, {"entry": mail.entry})
    response["Referrer-Policy"] = "no-referrer"
    return response


def _mail_a_link(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The answer is the same for every address, known here or not."""
    limits = {f"voice:mail:{Origin.of(request).address}": MOST_MAILS}
    try:
        guard_guesses(limits)
        guesses.note_wrong(limits)
        email = request.POST["email"][: mailing.LONGEST]
        mailing.ask_link(tournament=tournament, email=email, language=get_language() or "tr")
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request,
            _("If the arbiters know this address, a link is on its way. It holds for three days."),
        )
    return redirect("public:me", tournament.event.slug, tournament.slug)


def _proved(request: HttpRequest, voice: Voice, key: str) -> HttpResponse:
    tournament = voice.entry.tournament
    messages.success(request, _("This phone now speaks for %(name)s.") % {"name": voice.entry.name})
    place = (tournament.event.slug, tournament.slug, voice.entry_id)
    return give_key(redirect("public:my_page", *place), key)


def _prove(
    request: HttpRequest, tournament: Tournament, entry: Entry | None, code: str = ""
) -> HttpResponse:
    place = (tournament.event.slug, tournament.slug)
    code = code or request.POST.get("code", "")[:40]
    born, licence = request.POST.get("born", "")[:20], request.POST.get("licence", "")[:20]
    by_birth = not code and bool(born or licence)
    name = f"{tournament.pk}:{licence.strip() if by_birth else (entry.pk if entry else '')}"
    limits = limits_of(request, name)
    key = key_of(request) or proving.new_key()
    given: dict[str, Any] = {"tournament": tournament, "key": key, "device": device_of(request)}
    try:
        guard_guesses(limits)
        voice: Voice = (
            proving.prove_by_birth(born=born, licence=licence, **given)
            if by_birth
            else proving.prove_by_code(code=code, **given)
        )
    except Refused as refused:
        if refused.field:
            guesses.note_wrong(limits)
        messages.error(request, str(refused))
        if entry is not None:
            return redirect("public:my_page", *place, entry.pk)
        return redirect("public:me", *place)
    return _proved(request, voice, key)


@never_cache
def my_page(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    """All that a player can say; where the phone does not speak for them yet, how it may."""
    found = find(request, event, slug)
    person = get_object_or_404(found.entries.exclude(status=Entry.Status.EXPELLED), pk=entry)
    person.tournament = found
    if not speaks_for(phone_of(key_of(request)), person):
        if request.method == "POST":
            return _prove(request, found, person)
        shorten_names(found.event, [person])
        return _page(request, "voice/me.html", found, {"entry": person})
    context = {
        "entry": person,
        "receipts": receipts_of(person),
        "ahead": rounds_ahead(person),
        "kinds": kinds_asked(found),
        "late_minutes": requests.MINUTES,
        "called": own_call(person),
        "call_reasons": ArbiterCall.Reason.choices,
        "claimable": claimable(person),
        "cases": cases_of(person),
        "sayings": SAYINGS,
        **_result(person),
    }
    return _page(request, "voice/my_page.html", found, context)


def _result(entry: Entry) -> dict[str, Any]:
    game = my_game(entry)
    if game is None:
        return {}
    said = words_of_code(game.own.code, first=game.white) if game.own else []
    of_other = game.other.code if game.other else ""
    values = {
        "opponent": game.opponent.name,
        "theirs": printed_result(of_other),
        "time": date_format(localtime(game.due), "TIME_FORMAT") if game.due else "",
    }
    titles = (_("Game 1"), _("Game 2"))[: game.games]
    return {
        "game": game,
        "said": said,
        "sayings": SAYINGS,
        "each_game": list(zip_longest(titles, said)),
        "standing": _standing(game, values),
        "slips": own_slips(entry, game.pairing.round.number),
    }


def _standing(game: Game, values: dict[str, Any]) -> str:
    """How far the result has come; before the round begins nothing can be reported."""
    quiet = game.standing is Standing.NOTHING
    if quiet and not game.may_say:
        starts = game.pairing.round.starts_at
        if starts is None or begun(game.pairing.round):
            return ""
        time = date_format(localtime(starts), "TIME_FORMAT")
        return _("The result can be reported from %(time)s on.") % {"time": time}
    return str(STANDINGS[game.standing]) % values


@spoken
def say_result(said: Spoken) -> HttpResponse:
    """A win, a draw, a loss; of a match each game."""
    words = [said.text(name) for name in ("said", "said1", "said2") if said.text(name)]
    row = results.report_result(
        tournament=said.tournament,
        entry=said.entry,
        pairing_id=whole_number(said.text("pairing")),
        said=words,
    )
    if row.result:
        messages.success(said.request, _("Both of you say the same: the result is in."))
    elif (game := my_game(said.entry)) is not None and game.other is not None:
        messages.success(said.request, _("Reported. Below is how it stands."))
    else:
        messages.success(said.request, _("Reported. Now your opponent, on their phone."))
    return said.back()


@spoken
def send_slip(said: Spoken) -> HttpResponse:
    """A picture of the slip that both have signed. It may come late, from a phone without a line:
    it belongs to the game at which it was taken."""
    games = Pairing.objects.games().filter(Q(white=said.entry) | Q(black=said.entry))
    row = games.select_related("round").filter(pk=whole_number(said.text("pairing"))).first()
    if row is None:
        raise Refused("call.no_game")
    slips.add_slip(
        tournament=said.tournament,
        number=row.round.number,
        board=row.board or 0,
        picture=sent_picture(said.request, slips.MOST_BYTES),
        said=[said.text(name) for name in ("said1", "said2") if said.text(name)],
        entry=said.entry,
        by=None,
    )
    messages.success(said.request, _("The picture is with the arbiters."))
    return said.back()


@spoken
def silence(said: Spoken) -> HttpResponse:
    """This phone gives the player up."""
    proving.silence_here(tournament=said.tournament, entry=said.entry, key=key_of(said.request))
    messages.success(
        said.request, _("This phone no longer speaks for %(name)s.") % {"name": said.entry.name}
    )
    return redirect("public:me", said.tournament.event.slug, said.tournament.slug)


@spoken
def ask(said: Spoken) -> HttpResponse:
    """A bye, a withdrawal, a late arrival; the receipt stands on the player's page."""
    made = requests.ask(
        tournament=said.tournament,
        entry=said.entry,
        kind=said.text("kind"),
        round_number=whole_number(said.text("round")),
        minutes=whole_number(said.text("minutes")),
    )
    if made.state == PlayerRequest.State.REFUSED:
        messages.error(said.request, _("The regulations do not allow it; the reason is below."))
    elif made.state == PlayerRequest.State.NOTED:
        messages.success(said.request, _("Noted: the arbiters see it beside your board."))
    else:
        messages.success(
            said.request, _("The regulations allow it; the chief arbiter has the last word.")
        )
    return said.back()


@spoken
def take_back_ask(said: Spoken, asked: int) -> HttpResponse:
    found = get_object_or_404(PlayerRequest, entry=said.entry, pk=asked)
    requests.take_back(tournament=said.tournament, entry=said.entry, request=found)
    messages.success(said.request, _("Taken back."))
    return said.back()


@spoken
def call(said: Spoken) -> HttpResponse:
    calls.call(tournament=said.tournament, entry=said.entry, reason=said.text("reason"))
    messages.success(said.request, _("The arbiters are called to your board."))
    return said.back()


@spoken
def claim(said: Spoken) -> HttpResponse:
    case = cases.claim(
        tournament=said.tournament,
        entry=said.entry,
        pairing_id=whole_number(said.text("pairing")),
        about=said.text("about"),
        words=said.text("words", cases.LONGEST_CLAIM),
        said=[said.text("said")] if said.text("said") else [],
    )
    messages.success(
        said.request,
        _("Your claim has the number %(number)s. The chief arbiter has it.")
        % {"number": case.number},
    )
    return said.back()


@spoken
def appeal(said: Spoken, number: int) -> HttpResponse:
    found = get_object_or_404(Case, tournament=said.tournament, number=number)
    cases.appeal(
        tournament=said.tournament,
        entry=said.entry,
        case=found,
        words=said.text("words", cases.LONGEST_CLAIM),
    )
    messages.success(said.request, _("The appeal is with the committee."))
    return said.back()
