"""FIDE's forms for title norms, filled from the event: the certificate of a result (IT1), the
tournament report (IT3), the registration (IT4) and the reports on arbiters (FA1, IA1).

Each figure has its article. What is not known here is left blank to be written by hand, and what
the event does not meet is said. The layout is our own: where no public text of a form was at hand,
the sheet says so.
"""

from collections.abc import Iterable, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Text
from tournaments.models import RatingType, Role, StaffMember
from tournaments.queries.reports.incidents import all_is_played
from tournaments.queries.standings.norm_forms import (
    REGISTERED_BEFORE,
    CardLine,
    EventFigures,
    Met,
    NormCard,
    event_figures,
    norm_cards,
)
from tournaments.queries.standings.norm_prospects import has_norms
from tournaments.wording.norms import EXCLUDED, FAILS, article_of
from tournaments.wording.papers import FA1, IA1, IT1, IT3, IT4
from tournaments.wording.systems import name_of_format

#: to be written by hand
BLANK = "……………………………………"
ALL = _("Title norms are made in standard chess, where players are ranked one by one.")
NONE = _("No title norm has been made by the rounds that are complete.")
TITLED_ALREADY = _("This player has no title norm left to make.")
NO_TEXT = _(
    "No public text of this form was at hand: its lines follow the digest of FIDE's regulations. "
    "Compare it with FIDE's own sheet before it is sent."
)
CONFIRMED = _(
    "It counts once FIDE's Qualification Commission has confirmed it. Waivers 1.4.3 a to c "
    "(championships, zonals) are not looked at here."
)
FA_TEXT = _(
    "By FIDE B.06.1 art. 2.1.1. Articles 3 and 4, which events and duties count for a norm, were "
    "not at hand in whole: check them before the form is sent."
)
REQUIREMENTS = {
    "standard": _("Standard chess"),
    "registered": _("Registered with FIDE 30 days before it begins"),
    "rounds_a_day": _("At most two rounds a day"),
    "hours": _("At least two hours a player for 60 moves, the same for all games"),
    "chief": _("The chief arbiter is an IA or FA"),
    "no_playing_arbiter": _("No arbiter plays"),
    "format": _("Swiss, round robin, double round robin or knock-out"),
}
MET = {
    Met.YES: _("met"),
    Met.NO: _("NOT met: norms of this event do not count"),
    Met.OPEN: _("not known here: to be checked"),
}
Fact = tuple[Text, str, str]


def _facts(request: PaperRequest, facts: Iterable[Fact], key: str = "f", title: Text = "") -> Table:
    """A line for each figure: its name, its value, its article."""
    say = request.translator
    columns = [(say.html(_("Field")), "w55"), (say.html(_("Entry")), "b")]
    columns.append((say.html(_("Article")), "w20"))
    rows = [
        Row(f"{key}{number}", (say(what), value or BLANK, article))
        for number, (what, value, article) in enumerate(facts)
    ]
    return table(columns, rows, say(title) if title else "")


def _text(request: PaperRequest, key: str, text: Text) -> Fragment:
    return Fragment("documents/text.html", {"text": text}, {key: request.translator(text)})


def _hands(request: PaperRequest, *who: Text) -> Fragment:
    """Lines for signatures."""
    names = [request.translator(one) for one in who]
    return Fragment("documents/hands.html", {"names": names}, {"hands": " · ".join(names)})


def _day(request: PaperRequest, day: object) -> str:
    with override(request.translator.main):
        return date_format(day, "SHORT_DATE_FORMAT")  # type: ignore[arg-type]


def _kind(request: PaperRequest) -> str:
    return request.translator(RatingType(request.tournament.rating_type).label)


def _person(one: StaffMember) -> str:
    parts = [one.user.display_name, one.user.licence, one.user.fide_id]
    return ", ".join(part for part in parts if part)


def _about(request: PaperRequest) -> list[Fact]:
    tournament = request.tournament
    event = tournament.event
    rounds = (_("Rounds"), str(tournament.total_rounds), "1.4.1")
    return [
        (_("Event"), tournament.full_name, ""),
        (_("City"), ", ".join(filter(None, [event.city, event.venue])), ""),
        (_("Federation"), event.federation, ""),
        (_("Begins"), _day(request, event.starts_on), ""),
        (_("Ends"), _day(request, event.ends_on), ""),
        (_("FIDE event code"), "", ""),
        (_("Pairing system"), request.translator(name_of_format(tournament.format)), "1.4.2 e"),
        *([] if tournament.format.eliminates else [rounds]),
        (_("Time control"), tournament.time_control, "1.1.3"),
    ]


def _staff(figures: EventFigures) -> list[Fact]:
    return [
        (_("Chief arbiter"), "; ".join(map(_person, figures.chiefs)), "1.1.5"),
        (_("Arbiters"), "; ".join(map(_person, figures.arbiters)), "1.1.6"),
    ]


# --- IT1 ------------------------------------------------------------------------------------------


def certificates(request: PaperRequest) -> Sheet:
    """IT1: a page for each norm; of a chosen player also why there is none."""
    if not has_norms(request.tournament):
        return _nothing(request, IT1, ALL)
    chosen = request.options.get("player", "")
    cards = norm_cards(request.tournament, int(chosen) if chosen.isdecimal() else None)
    if not cards:
        return _nothing(request, IT1, TITLED_ALREADY if chosen else NONE)
    return Sheet(tuple(_certificate(request, card) for card in cards))


def _nothing(request: PaperRequest, label: Text, why: Text) -> Sheet:
    return Sheet((Section(request.title(label), (_text(request, "none", why),)),))


def _certificate(request: PaperRequest, card: NormCard) -> Section:
    say, entry, verdict = request.translator, card.entry, card.verdict
    norm = verdict.is_norm
    words = _("Certificate of title result: %(title)s") if norm else _("No norm: %(title)s")
    blocks: list[Block] = []
    if not norm:
        blocks.append(_why_not(request, card))
    blocks.append(_facts(request, _of_player(request, card)))
    if card.lines:
        blocks.append(_games(request, card.lines))
        blocks.append(_facts(request, _reached(request, card), "r", _("Result")))
        blocks.append(_facts(request, _met(card), "o", _("Opponents")))
    if verdict.excluded:
        blocks.append(_left_out(request, card))
    if norm:
        blocks.append(_facts(request, _remarks(request, card), "s", _("Special remarks")))
        blocks.append(_text(request, "confirmed", CONFIRMED))
        blocks.append(_hands(request, _("Chief arbiter"), _("Federation: name, signature, date")))
    title = say.html(words, title=card.title)
    return Section(title, tuple(blocks), note=f"{entry.name} · FIDE B.01")


def _why_not(request: PaperRequest, card: NormCard) -> Table:
    say = request.translator
    columns = [(say.html(_("Why not")), ""), (say.html(_("Article")), "w20")]
    rows = [Row(f"why{code}", (say(FAILS[code]), article_of(code))) for code in card.verdict.fails]
    return table(columns, rows)


def _of_player(request: PaperRequest, card: NormCard) -> list[Fact]:
    entry = card.entry
    return [
        (_("Title sought"), card.title, "0.3"),
        (_("Name"), entry.name, ""),
        (_("FIDE ID"), entry.fide_id, ""),
        (_("Federation"), entry.federation, "1.4.3"),
        (_("Birth date"), entry.birth_date, ""),
        (_("Rating"), str(entry.fide_rating or "–"), ""),
        *_about(request),
        *_staff(event_figures(request.tournament))[:1],
    ]


def _games(request: PaperRequest, lines: Sequence[CardLine]) -> Table:
    say = request.translator
    columns: list[tuple[str, str]] = [(say.html(_("Round")), "w13 n")]
    columns += [(say.html(_("Opponent")), "")]
    columns += [("FIDE ID", "w20"), (say.html(_("Fed.")), "w11"), (say.html(_("Title")), "w11")]
    columns += [(say.html(_("Rating")), "w13 n"), (say.html(_("Counts as")), "w16 n")]
    columns += [(say.html(_("Result")), "w13 n b")]
    rows = [
        Row(
            f"g{line.round}",
            (
                str(line.round), line.opponent.name, line.opponent.fide_id,
                line.opponent.federation, line.opponent.title or "–",
                str(line.rating or "–"),
                str(line.counted) if line.counted != line.rating else "",
                say.points(5 * line.halves),
            ),
        )
        for line in lines
    ]  # fmt: skip
    return table(columns, rows, say(_("Games that count")))


def _reached(request: PaperRequest, card: NormCard) -> list[Fact]:
    say, result = request.translator, card.verdict.result
    if result is None:
        return []
    needed = "–" if result.required is None else say.points(5 * result.required)
    over = ""
    if result.required is not None:
        over = say.points(max(5 * (result.halves - result.required), 0))
    return [
        (_("Games"), str(result.games), "1.4.1"),
        (_("Average rating of the opponents"), str(result.average), "1.4.6, 1.4.7"),
        (_("Score"), f"{say.points(5 * result.halves)} ({say.percent(result.percent)})", "1.4.8 b"),
        (_("Score required"), needed, "1.4.8"),
        (_("Points above the norm"), over or "–", "1.4.1 d"),
        (_("Performance"), f"{result.average} + {result.difference} = {result.performance}",
         "1.4.8, 1.4.9"),
    ]  # fmt: skip


def _met(card: NormCard) -> list[Fact]:
    mix, counts = card.verdict.mix, card.counts
    if mix is None:
        return []
    titles = ", ".join(f"{title} {count}" for title, count in card.titles.items())
    of_needed = f"{mix.required} (≥ {mix.required_min})"
    return [
        (_("Federations"), str(counts["federations"]), "1.4.3"),
        (_("Not of the player's federation"), str(counts["not_own"]), "1.4.3, 1.4.4"),
        (_("Other federations"), str(mix.foreign_federations), "1.4.3"),
        (_("Most from one federation"), str(mix.one_federation), "1.4.4"),
        (_("Rated opponents"), str(counts["rated"]), "1.4.6"),
        (_("Players of the host federation"), str(counts["host"]), "1.4.3 d"),
        (_("Title-holders"), f"{mix.titled} ({titles})", "1.4.5 a"),
        (_("With the title needed, and the least"), of_needed, "1.4.5 b–e"),
    ]


def _left_out(request: PaperRequest, card: NormCard) -> Table:
    say = request.translator
    columns = [(say.html(_("Round")), "w13 n"), (say.html(_("Does not count")), "")]
    columns.append((say.html(_("Article")), "w20"))
    rows = [
        Row(f"x{one.round}", (str(one.round), say(EXCLUDED[one.why]), article_of(one.why)))
        for one in card.verdict.excluded
    ]
    return table(columns, rows)


def _remarks(request: PaperRequest, card: NormCard) -> list[Fact]:
    say, verdict = request.translator, card.verdict
    yes, no = say(_("yes")), say(_("no"))
    used = {line.round for line in card.lines}
    left = "–"
    if verdict.worth is not None:
        left = str(verdict.worth)
    return [
        (_("Eight games and one without play count as nine"),
         yes if verdict.eight_plus_one else no, "1.4.1 c"),
        (_("The walkover of the last round counts as a loss"),
         str(verdict.last_forfeit) if verdict.last_forfeit in used else no, "1.4.2 c"),
        (_("Federations waived"), verdict.waiver.value if verdict.waiver else no, "1.4.3 a–d"),
        (_("Worth so many games of the 27"), left, "1.4.1 d, 1.5.1"),
    ]  # fmt: skip


# --- IT3, IT4 -------------------------------------------------------------------------------------


def _conditions(request: PaperRequest, figures: EventFigures) -> Table:
    say = request.translator
    facts = [
        (REQUIREMENTS[one.code], say(MET[one.met]), one.article) for one in figures.requirements
    ]
    return _facts(request, facts, "m", _("What the event must meet"))


def report(request: PaperRequest) -> Sheet:
    """IT3: the event in figures and the norms made in it."""
    say, tournament = request.translator, request.tournament
    figures = event_figures(tournament)
    days = "; ".join(f"{_day(request, day)}: {count}" for day, count in figures.days.items())
    titles = ", ".join(f"{title} {count}" for title, count in figures.titles.items() if count)
    facts = [
        *_about(request),
        (_("Rounds by day"), days, "1.1.2"),
        (_("Organiser"), tournament.event.organiser, ""),
        *_staff(figures),
        (_("Players"), str(figures.players), ""),
        (_("Rated players"), str(figures.rated), ""),
        (_("Unrated players"), str(figures.unrated), ""),
        (_("Players of the host federation"), str(figures.host), "1.4.3 d"),
        (_("Players of other federations"), str(figures.foreign), "1.4.3"),
        (_("Federations"), str(figures.federations), "1.4.3"),
        (_("Average rating"), str(figures.average or "–"), ""),
        (_("Title-holders"), titles or "–", "1.4.5"),
    ]
    blocks: list[Block] = [_facts(request, facts), _norms(request), _conditions(request, figures)]
    blocks += [_text(request, "source", NO_TEXT), _hands(request, _("Chief arbiter"))]
    final = all_is_played(tournament)
    note = "" if final else say(_("not final"))
    title = request.title(IT3)
    return Sheet((Section(title, tuple(blocks), note=note),), final=final)


def _norms(request: PaperRequest) -> Block:
    say = request.translator
    cards = norm_cards(request.tournament) if has_norms(request.tournament) else ()
    if not cards:
        none = NONE if has_norms(request.tournament) else ALL
        return _text(request, "norms", none)
    columns = [(say.html(_("Name")), ""), ("FIDE ID", "w20"), (say.html(_("Fed.")), "w11")]
    columns.append((say.html(pgettext_lazy("title", "Norm")), "w13 b"))
    columns.append((say.html(_("Games")), "w13 n"))
    columns += [(say.html(_("Points")), "w13 n"), (say.html(_("Needed")), "w16 n")]
    columns += [(say.html(_("Performance")), "w20 n")]
    rows = []
    for card in cards:
        result = card.verdict.result
        assert result is not None  # a norm has one
        made = (
            str(result.games), say.points(5 * result.halves),
            say.points(5 * (result.required or 0)), str(result.performance),
        )  # fmt: skip
        who = (card.entry.name, card.entry.fide_id, card.entry.federation, card.title)
        rows.append(Row(f"n{card.entry.pk}{card.title}", (*who, *made)))
    return table(columns, rows, say(_("Norms made")))


def registration(request: PaperRequest) -> Sheet:
    """IT4: what is told before the event, with the day by which."""
    event = request.tournament.event
    figures = event_figures(request.tournament)
    facts = [
        *_about(request),
        (_("To be registered until"), _day(request, event.starts_on - REGISTERED_BEFORE), "1.1.1"),
        (_("Kind of event"), _kind(request), "0.1"),
        (_("Organiser"), event.organiser, ""),
        *_staff(figures),
        (_("Players entered"), str(figures.players), ""),
        (_("Title norms are possible"), "", "1.4"),
        (_("E-mail of the organiser"), "", ""),
    ]
    blocks = (
        _facts(request, facts),
        _conditions(request, figures),
        _text(request, "source", NO_TEXT),
        _hands(request, _("Federation: name, signature, date")),
    )
    return Sheet((Section(request.title(IT4), blocks),))


# --- FA1, IA1 -------------------------------------------------------------------------------------


def fide_arbiters(request: PaperRequest) -> Sheet:
    return _arbiters(request, FA1, _("FIDE Arbiter"), {"FA", "IA"})


def international_arbiters(request: PaperRequest) -> Sheet:
    return _arbiters(request, IA1, _("International Arbiter"), {"IA"})


def _arbiters(request: PaperRequest, label: Text, title: Text, have: set[str]) -> Sheet:
    """A page for each arbiter who has not the title yet."""
    figures = event_figures(request.tournament)
    staff = (*figures.chiefs, *figures.arbiters)
    asked = [one for one in staff if not have & set(one.user.licence.upper().split())]
    if not asked:
        return _nothing(request, label, _("Every arbiter of this event has the title already."))
    return Sheet(tuple(_of_arbiter(request, label, title, one, figures) for one in asked))


def _of_arbiter(
    request: PaperRequest, label: Text, title: Text, one: StaffMember, figures: EventFigures
) -> Section:
    say = request.translator
    rated = "" if figures.rated else say(_("no rated player: the event does not count"))
    facts = [
        (_("Arbiter"), one.user.display_name, ""),
        (_("FIDE ID"), one.user.fide_id, ""),
        (_("Birth date and place"), "", ""),
        (_("Duty"), say(Role(one.role).label), ""),
        *_about(request),
        (_("Kind of event"), _kind(request), "2.3"),
        (_("Players"), str(figures.players), ""),
        (_("Rated players"), rated or str(figures.rated), ""),
        (_("Federations"), str(figures.federations), ""),
        (_("Report: knowledge of the Laws and pairings, fairness, incidents"), "", ""),
    ]
    standard_of = _("Was of the required standard for: %(title)s  □      Needs more experience  □")
    verdict = say(standard_of, title=say(title))
    blocks = (
        _facts(request, facts),
        Fragment("documents/text.html", {"text": verdict}, {"verdict": verdict}),
        _text(request, "source", FA_TEXT),
        _hands(request, _("Chief arbiter or organiser"), _("Federation: name, signature, date")),
    )
    return Section(request.title(label), blocks, note=one.user.display_name)
