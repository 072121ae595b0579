"""The players of a tournament at the desk."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.text import fold, whole_number
from tournaments.forms import ByeForm, EntryForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import ByeKind, Consent, Entry, RegisteredPlayer, Role, Round, Tournament
from tournaments.queries.entries import ratings
from tournaments.queries.entries.away import byes_over_the_limit
from tournaments.queries.entries.listed import last_import, maybe_twice, removed_entries, was_paired
from tournaments.queries.entries.rating_check import differences
from tournaments.queries.rounds.coming import next_open_round
from tournaments.queries.rounds.sheets import CardLine, player_card
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.setup.qualifiers import has_sources
from tournaments.register.search import search_register
from tournaments.services.entries import byes, consents, leaving, listing, restoring, withdrawals
from tournaments.services.rounds.manual_edit import why_not_changed
from tournaments.views.desk import frame
from tournaments.views.several import bar
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn
from tournaments.wording.register import LIST_NAMES
from tournaments.wording.results import printed_result

#: what becomes of the game that a player who leaves has not played
LEAVING = ("forfeit", "back", "plays")


@login_required
@require_safe
def players(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    rows = list(tournament.entries.prefetch_related("bye_requests"))
    doubles = maybe_twice(rows)
    wanted = request.GET.get("q", "")[:80]
    if wanted:
        rows = [row for row in rows if fold(wanted) in fold(f"{row.name} {row.club} {row.fide_id}")]
    differing = differences(tournament) if tournament.checks_ratings else []
    shown = frame(tournament)
    context = {
        "entries": rows,
        "wanted": wanted,
        "differing": len(differing),
        "doubles": doubles,
        "imported": last_import(tournament),
        "removed": removed_entries(tournament),
        **bar(tournament, shown["rounds"]),
        **shown,
    }
    if tournament.format.ranks_players and not is_under_way(tournament):
        context["sources"] = has_sources(tournament)
    return render(request, "desk/players.html", context)


@login_required
@require_safe
def search(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Players of the register while the name is being typed."""
    tournament = tournament_for(request.user, event, slug)
    context = _found(request, tournament)
    return render(request, "desk/_register.html", {**context, **frame(tournament)})


def _found(request: SignedIn, tournament: Tournament) -> dict[str, Any]:
    find = request.GET.get("find", "")[:80]
    found = search_register(find, federation=tournament.event.federation) if find.strip() else []
    entered = set(
        tournament.entries.filter(player__in=[player.pk for player in found]).values_list(
            "player_id", flat=True
        )
    )
    said = ratings.listed(found)
    names = {**LIST_NAMES, **ratings.own_lists()}
    sequence = ratings.lists_of(tournament)
    return {
        "find": find,
        "found": [
            {
                "player": player,
                "rating": ratings.official(said[player.pk].ratings, sequence)[0],
                "lists": [
                    (name, names.get(name, name), rating)
                    for name, rating in said[player.pk].ratings.items()
                    if rating
                ],
                "entered": player.pk in entered,
            }
            for player in found
        ],
    }


@login_required
def add(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Find in the register, pick, complete, enter; or type everything."""
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    picked = _picked(request.POST.get("picked") or request.GET.get("pick", ""))
    chosen = request.POST.get("chosen") or request.GET.get("list", "")
    known = ratings.values_for(picked, tournament, chosen) if picked else {}
    initial = {"federation": tournament.event.federation, **known}
    if picked:
        initial |= {"picked": picked.pk, "chosen": chosen}
    form = EntryForm(request.POST or None, initial=initial, method=tournament.rating_method)
    form.fit(tournament.format)
    if form.is_valid():
        values = form.values()
        if picked:
            values["player"] = picked
            values["k"] = known["k"]
            for rating, where in (
                ("fide_rating", "rating_source"),
                ("national_rating", "national_source"),
            ):
                if values[rating] == known[rating]:
                    values[where] = known[where]
        try:
            entry = listing.enter_player(
                tournament=tournament,
                by=request.user,
                values=values,
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            _tell(request, tournament, entry)
            return redirect("desk:add_player", event, slug)
    where = known.get("rating_source") or known.get("national_source", "")
    context = {"form": form, "picked": picked, "source": where, "k": known.get("k", 0)}
    return render(
        request,
        "desk/player_form.html",
        {**context, **_found(request, tournament), **frame(tournament)},
    )


def _picked(pk: str) -> RegisteredPlayer | None:
    return RegisteredPlayer.objects.filter(pk=whole_number(pk)).first()


def _tell(request: SignedIn, tournament: Tournament, entry: Entry) -> None:
    """The player's number and, of a late entry, whose numbers changed by it."""
    messages.success(
        request, _("%(name)s is No. %(tpn)s.") % {"name": entry.name, "tpn": entry.tpn}
    )
    if entry.first_round == 1:
        return
    line = tournament.log.filter(act="entry.added", target=f"entry:{entry.pk}").first()
    moved = (line.after or {}).get("moved", {}) if line else {}
    numbers = [new for pk, (_old, new) in moved.items() if int(pk) != entry.pk]
    values = {"round": entry.first_round, "first": min(numbers, default=0)}
    values["last"] = max(numbers, default=0)
    values["points"] = tournament.get_late_entry_bye_display()
    said = [_("Late entry from round %(round)s; for each round before it: %(points)s.") % values]
    if numbers:
        said.append(
            _(
                "The numbers of those below moved down by one: now %(first)s to %(last)s. "
                "Boards already played stay as they are."
            )
            % values
        )
    messages.info(request, " ".join(said))


@login_required
def edit(request: SignedIn, event: str, slug: str, entry: int) -> HttpResponse:
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    person = _entry(tournament, entry)
    version = person.version
    form = EntryForm(request.POST or None, instance=person, method=tournament.rating_method)
    form.fit(tournament.format)
    if not tournament.event.my_role.covers(Role.ARBITER):
        form.keep_private()
    if form.is_valid():
        try:
            listing.change_entry(
                entry=person,
                version=whole_number(request.POST.get("version")),
                values=form.values(),
                **press.given,
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": person.name})
            return redirect("desk:players", event, slug)
    lines = player_card(person, staff=True)
    today = next((line for line in reversed(lines) if line.round.is_paired), None)
    context = {
        "form": form,
        "entry": person,
        "version": version,
        "lines": lines,
        "today": today,
        "late_round": _may_still_play(tournament, person, today),
        "bye_form": ByeForm(
            tournament.format, initial={"round_number": next_open_round(tournament)}
        ),
        "byes": person.bye_requests.order_by("round_number"),
        "byes_over": {number for pk, number in byes_over_the_limit(tournament) if pk == entry},
        "was_paired": was_paired(person),
        "later_ratings": person.later_ratings.values_list("first_round", "rating"),
        "consents": _consents(person),
        "closed": tournament.checkin_closed_at is not None,
        **frame(tournament),
    }
    return render(request, "desk/player_form.html", context)


def _consents(person: Entry) -> list[tuple[str, str, Consent | None]]:
    """Each kind with its words, and the consent that stands."""
    open_ = {one.kind: one for one in person.consents.filter(withdrawn_at=None)}
    return [(kind.value, str(kind.label), open_.get(kind.value)) for kind in Consent.Kind]


@button(Role.ARBITER)
def consent(press: Press, entry: int) -> HttpResponse:
    """Given, or taken back; with its time."""
    consents.set_consent(
        entry=_entry(press.tournament, entry),
        kind=press.text("kind"),
        given=press.text("given") == "yes",
        **press.given,
    )
    return press.back("desk:edit_player", entry)


@button(Role.CHIEF)
def data(press: Press, entry: int) -> HttpResponse:
    """Everything about this person as one file, for them."""
    found = consents.hand_out_data(entry=_entry(press.tournament, entry), **press.given)
    text = json.dumps(found, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
    name = f"{press.tournament.slug}-player-{entry}.json"
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        },
    )


def _may_still_play(tournament: Tournament, person: Entry, today: CardLine | None) -> int | None:
    """The round that is out without a game of theirs, in which somebody waits with the bye."""
    if today is None or today.opponent or person.gone or not tournament.format.pairs_players:
        return None
    round_ = today.round
    if round_.status != Round.Status.PUBLISHED or why_not_changed(tournament, round_):
        return None
    waiting = round_.pairings.filter(bye=ByeKind.PAIRING_ALLOCATED).exclude(white=person)
    return round_.number if waiting.exists() else None


@button(Role.ARBITER)
def remove(press: Press, entry: int) -> HttpResponse:
    person = _entry(press.tournament, entry)
    withdrawals.remove_entry(entry=person, **press.answered)
    messages.success(press.request, _("%(name)s is removed.") % {"name": person.name})
    return press.back("desk:players")


@button(Role.ARBITER)
def restore(press: Press) -> HttpResponse:
    """Bring a removed player back into the list."""
    line = press.number("line")
    entry = restoring.restore_entry(line=line, **press.answered)
    messages.success(
        press.request,
        _("%(name)s is there again: No. %(tpn)s. A phone number is not kept; type it again.")
        % {"name": entry.name, "tpn": entry.tpn},
    )
    return press.back("desk:players")


@button(Role.ARBITER)
def withdraw(press: Press, entry: int) -> HttpResponse:
    """Leave the tournament; while the player's game is being played, ask what becomes of it."""
    tournament = press.tournament
    person = _entry(tournament, entry)
    how = press.text("how")
    game = leaving.open_game(tournament, person)
    if game and how not in LEAVING:
        context = {"entry": person, "game": game, **frame(tournament)}
        return render(press.request, "desk/withdraw.html", context)
    if game and how == "back":
        if not tournament.event.my_role.covers(Role.CHIEF):
            raise PermissionDenied
        round_ = leaving.leave_and_take_back(entry=person, reason=press.reason, **press.answered)
        return press.back("desk:round", round_.number)
    if game and how == "forfeit":
        pairing = leaving.leave_with_forfeit(entry=person, **press.answered)
        messages.success(
            press.request,
            _("Board %(board)s: %(result)s. Tell %(name)s. %(phone)s")
            % {
                "board": pairing.board,
                "result": printed_result(pairing.result),
                "name": game.opponent.name,
                "phone": game.opponent.phone,
            },
        )
    else:
        withdrawals.withdraw_player(entry=person, **press.answered)
    messages.success(press.request, _("%(name)s has withdrawn.") % {"name": person.name})
    return press.back("desk:edit_player", entry)


@button(Role.CHIEF)
def expel(press: Press, entry: int) -> HttpResponse:
    person = _entry(press.tournament, entry)
    withdrawals.expel_player(entry=person, reason=press.reason, **press.answered)
    messages.success(press.request, _("%(name)s is expelled.") % {"name": person.name})
    return press.back("desk:edit_player", entry)


@button(Role.ARBITER)
def bring_back(press: Press, entry: int) -> HttpResponse:
    person = _entry(press.tournament, entry)
    withdrawals.return_player(entry=person, **press.given)
    messages.success(press.request, _("%(name)s is back.") % {"name": person.name})
    return press.back("desk:edit_player", entry)


@button(Role.ARBITER)
def bye(press: Press, entry: int) -> HttpResponse:
    """Give a bye, or take one back (`cancel` names the round)."""
    person = _entry(press.tournament, entry)
    cancel = press.text("cancel")
    if cancel:
        byes.cancel_bye(entry=person, round_number=whole_number(cancel), **press.given)
        said = {"name": person.name, "round": whole_number(cancel)}
        messages.success(press.request, _("%(name)s plays in round %(round)s again.") % said)
        return press.back("desk:edit_player", entry)
    form = ByeForm(press.tournament.format, press.request.POST)
    if not form.is_valid():
        wrong_round = "round_number" in form.errors
        raise Refused("bye.no_such_round" if wrong_round else "bye.unknown_kind")
    byes.grant_bye(entry=person, **form.cleaned_data, **press.answered)
    said = {"name": person.name, "round": form.cleaned_data["round_number"]}
    messages.success(press.request, _("%(name)s is not paired in round %(round)s.") % said)
    return press.back("desk:edit_player", entry)


def _entry(tournament: Tournament, pk: int) -> Entry:
    entry = get_object_or_404(tournament.entries, pk=pk)
    return entry
