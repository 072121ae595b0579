"""The views behind the desk's buttons: find the tournament, call the act, come back.

@button(Role.ARBITER)
def publish(press: Press, number: int) -> HttpResponse:
    publication.publish_round(number=number, **press.answered)
    return press.back("desk:round", number)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypedDict

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.core.text import whole_number
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role, Tournament, User
from tournaments.web.requests import SignedIn

#: so much of a typed reason is kept
REASON = 500
More = ParamSpec("More")


class Given(TypedDict):
    """The arguments that every act on a tournament takes."""

    tournament: Tournament
    by: User


class Answered(Given):
    """With the answer to its question, where the page has one."""

    confirmed: str


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed by somebody who may; or the look at its page before."""

    request: SignedIn
    tournament: Tournament

    @property
    def by(self) -> User:
        return self.request.user

    @property
    def confirmed(self) -> str:
        return self.text("confirmed")

    @property
    def reason(self) -> str:
        return self.text("reason")[:REASON]

    @property
    def given(self) -> Given:
        return {"tournament": self.tournament, "by": self.by}

    @property
    def answered(self) -> Answered:
        return {**self.given, "confirmed": self.confirmed}

    def text(self, name: str) -> str:
        """A field of the form, as it was sent; "" without it."""
        return self.request.POST.get(name, "")

    def number(self, name: str) -> int:
        """A field as a whole number; 0 where it is none."""
        return whole_number(self.text(name))

    def back(self, page: str, *place: object) -> HttpResponse:
        """To a page of the tournament's desk."""
        return redirect(page, self.tournament.event.slug, self.tournament.slug, *place)


def button(
    needed: Role,
) -> Callable[[Callable[Concatenate[Press, More], HttpResponse]], Callable[..., HttpResponse]]:
    """A view that only a POST reaches, of a member of the staff with the role needed."""

    def of_view(
        view: Callable[Concatenate[Press, More], HttpResponse],
    ) -> Callable[..., HttpResponse]:
        @login_required
        @require_POST
        @wraps(view)
        def pressed(
            request: SignedIn, event: str, slug: str, *place: More.args, **named: More.kwargs
        ) -> HttpResponse:
            tournament = tournament_for(request.user, event, slug, needed)
            return view(Press(request, tournament), *place, **named)

        return pressed

    return of_view


def open_page(request: SignedIn, event: str, slug: str, to_change: Role) -> Press:
    """A page that all the staff may read; what it sends needs the role."""
    needed = to_change if request.method == "POST" else Role.READER
    return Press(request, tournament_for(request.user, event, slug, needed))
