"""People decide about their own page, by a link that is mailed to them."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from federation.duties import public
from federation.forms.people import PrivacyForm
from federation.queries.people_page import registered
from federation.services import people_links
from tournaments.kernel.errors import Refused
from tournaments.services.accounts.door import Origin
from tournaments.web.guesses import note, too_many

#: links that one address on the net, or one person, may be asked for within a window
MOST_OF_ADDRESS, MOST_OF_PERSON = 20, 5


class AskForm(forms.Form):
    email = forms.EmailField(
        label=_lazy("E-mail"),
        help_text=_lazy("The one that the federation has of you, or of a parent."),
    )


@public
def ask(request: HttpRequest, player: int) -> HttpResponse:
    """Ask for the link; the answer is the same whatever was typed. Of a person who hides, too."""
    found = registered(player) if player < 2**63 else None
    form = AskForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limits = {
            f"privacy:address:{Origin.of(request).address}": MOST_OF_ADDRESS,
            f"privacy:person:{player}": MOST_OF_PERSON,
        }
        if too_many(limits):
            form.add_error(None, _("Too many attempts. Wait a quarter of an hour, then try again."))
        else:
            for key in limits:
                note(key)
            member = getattr(found, "member", None)
            if member is not None:
                people_links.ask_for_link(
                    member=member,
                    email=form.cleaned_data["email"],
                    language=get_language() or "tr",
                )
            messages.success(
                request,
                _("If this is an address that the federation has of this person, a link is on its "
                  "way to it."),
            )  # fmt: skip
            return redirect("federation:ask_privacy", player)
    answer = render(request, "federation/people/privacy_ask.html", {"form": form, "number": player})
    answer["X-Robots-Tag"] = "noindex"
    return answer


@public
def own(request: HttpRequest, token: str) -> HttpResponse:
    """Behind the link: what is shown now, and what should be."""
    try:
        member = people_links.member_behind(token)
    except Refused as error:
        answer = render(
            request, "federation/people/privacy_gone.html", {"problem": str(error)}, status=404
        )
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer
    initial = {"privacy": member.privacy, "noindex": member.noindex}
    form = PrivacyForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        people_links.decide_by_link(token=token, **form.cleaned_data)
        messages.success(request, _("Saved. It counts from now on."))
        return redirect("federation:own_privacy", token)
    answer = render(request, "federation/people/privacy_own.html", {"form": form, "member": member})
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "same-origin"  # without any the form itself would be refused
    return answer
