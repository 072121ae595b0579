"""The regulations in words, from the settings: for the desk, the public and the poster."""

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from pairing.handbook.knockout import Bracket, TieFormat
from pairing.handbook.playoff import ALTERNATIVES
from pairing.handbook.playoff import Settings as PlayoffSettings
from pairing.results import ByeKind
from tiebreaks import registry
from tournaments.core.text import capital
from tournaments.models import Acceleration, Knockout, Tournament
from tournaments.models.tournament import MissedRounds
from tournaments.queries.entries.numbering import has_own_order
from tournaments.queries.entries.ratings import is_local, lists_of, own_lists
from tournaments.queries.knockout.bracket import public_courses
from tournaments.queries.knockout.bracket_words import plain_amount, words_of_clock
from tournaments.queries.knockout.conditions import conditions_of
from tournaments.queries.standings.table import usable_codes
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.tie_break_codes import codes_of
from tournaments.wording.knockout import ALTERNATIVES as ALTERNATIVE_WORDS
from tournaments.wording.knockout import FACTS as KNOCKOUT_FACTS
from tournaments.wording.numbers import decimal, points_text
from tournaments.wording.register import LIST_NAMES
from tournaments.wording.systems import (
    OPTION_VALUES,
    help_of_format,
    name_of_format,
    words_of_option,
)
from tournaments.wording.tiebreaks import meaning_of_code, name_of_code


def regulations_in_words(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """Heading and sentences, in the order in which people look for them."""
    parts = [
        (_("System"), _system(tournament)),
        (_("Time"), _time(tournament)),
        (_("Points"), _points(tournament)),
        (_("Teams"), _teams(tournament)),
        (_("Matches and play-offs"), _matches(tournament)),
        (_("Who qualifies"), _qualifiers(tournament)),
        (_("Byes and late entries"), _byes(tournament)),
        (_("Absence and leaving"), _absence(tournament)),
        (_("Ratings and numbers"), _ratings(tournament)),
        (_("Forbidden pairings"), _forbidden(tournament)),
    ]
    return [(heading, sentences) for heading, sentences in parts if sentences]


def public_regulations(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """The regulations; without forbidden pairings, which show full names, where names are short."""
    parts = regulations_in_words(tournament)
    if tournament.event.shorten_minors:
        parts = [part for part in parts if part[0] != _("Forbidden pairings")]
    return parts


def tie_breaks_in_words(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Code, name, and what it counts, of those that are ranked; nothing where the plan of a
    knock-out decides."""
    found: list[tuple[str, str, str]] = []
    if not tournament.format.has_standings:
        return found
    if tournament.format.pairs_teams:
        rules = rules_of(tournament)
        for text in codes_of(rules, 0)[0]:
            code = registry.parse(text, edition=rules.edition)
            meaning = meaning_of_code(code, rules.edition, of_teams=True)
            found.append((str(code), name_of_code(code, rules.edition), meaning))
        return found
    for text in usable_codes(tournament)[0]:
        edition = tournament.tie_break_edition
        code = registry.parse(text, edition=edition)
        found.append((str(code), name_of_code(code, edition), meaning_of_code(code, edition)))
    return found


def _system(tournament: Tournament) -> list[str]:
    name = name_of_format(tournament.format)
    sentences = [
        ngettext("%(system)s, %(count)s round.", "%(system)s, %(count)s rounds.",
                 tournament.total_rounds)
        % {"system": name, "count": tournament.total_rounds}
        if not tournament.format.eliminates
        else f"{name}."
    ]  # fmt: skip
    if help_text := help_of_format(tournament.format):
        # Its first sentence says how it is played; what follows, when to choose it.
        sentences.append(str(help_text).partition(". ")[0].removesuffix(".") + ".")
    sentences += _options(tournament)
    if tournament.acceleration == Acceleration.BAKU:
        sentences.append(_("The first rounds are accelerated by the Baku method (C.04.7)."))
    if tournament.format.draws_first_colour and not tournament.initial_colour:
        sentences.append(_("The colour of the first board is drawn by lot with round 1."))
    return sentences


def _qualifiers(tournament: Tournament) -> list[str]:
    """How many come here from the other tournaments of the event, as announced."""
    planned = list(tournament.qualifications.select_related("source"))
    if not planned:
        return []
    parts = ", ".join(f"{one.source.name} {one.count}" for one in planned)
    sentences = [
        _("The best teams of these tournaments play here: %(parts)s.") % {"parts": parts}
        if tournament.format.pairs_teams
        else _("The best players of these tournaments play here: %(parts)s.") % {"parts": parts}
    ]
    if tournament.format.eliminates and tournament.format.pairs_players:
        sentences.append(
            _("They are seeded by their places: first all winners, then the seconds, and so on.")
        )
    return sentences


def _options(tournament: Tournament) -> list[str]:
    """The options that this system leaves to the regulations, as they are set here."""
    language = get_language() or "en"
    sentences = []
    for option in tournament.format.options:
        value = tournament.format.value(option.name, tournament.options)
        if option.again and tournament.format.value("cycles", tournament.options) == 1:
            continue
        if isinstance(value, bool):
            said = _("yes") if value else _("no")
        else:
            said = OPTION_VALUES.get(str(value), value)
        label = capital(str(words_of_option(tournament.format, option)[0]), language)
        sentences.append(f"{label}: {said}.")
    return sentences


def _time(tournament: Tournament) -> list[str]:
    sentences = []
    if tournament.time_control:
        sentences.append(_("Time control: %(time)s.") % {"time": tournament.time_control})
    minutes = tournament.default_minutes
    text = ngettext(
        "Who is not at the board %(count)s minute after the start loses the game.",
        "Who is not at the board %(count)s minutes after the start loses the game.",
        minutes,
    )
    return [*sentences, text % {"count": minutes}]


def _points(tournament: Tournament) -> list[str]:
    values = {
        "win": points_text(tournament.win_points),
        "draw": points_text(tournament.draw_points),
        "loss": points_text(tournament.loss_points) or "0",
        "bye": points_text(tournament.bye_points),
    }
    if tournament.format.eliminates or tournament.format.pairs_teams:
        return [_("A game: win %(win)s, draw %(draw)s, loss %(loss)s.") % values]
    if tournament.format.games_a_round == 2:
        return [
            _(
                "Two opponents play a match of two games; whoever has White in game 1 has Black in "
                "game 2. Points are given for each game."
            ),
            _("A game: win %(win)s, draw %(draw)s, loss %(loss)s.") % values,
            _("The bye is worth %(bye)s, a half-point bye as much as two draws.") % values,
        ]
    return [_("Win %(win)s, draw %(draw)s, loss %(loss)s; the bye is worth %(bye)s.") % values]


def _teams(tournament: Tournament) -> list[str]:
    """The rules that only an event of teams has."""
    if not tournament.format.pairs_teams:
        return []
    rules = rules_of(tournament)
    sentences = []
    if tournament.format.has_standings:
        sentences = [
            _("Match points: won %(win)s, drawn %(draw)s, lost %(loss)s.")
            % {
                "win": points_text(rules.match_win),
                "draw": points_text(rules.match_draw),
                "loss": points_text(rules.match_loss) or "0",
            },
            _("Teams are ranked by %(score)s.") % {"score": rules.get_primary_display()},
        ]
        if ByeKind.PAIRING_ALLOCATED in tournament.format.byes:
            sentences.append(
                _("A round without an opponent: match points %(match)s, board points %(board)s.")
                % {
                    "match": points_text(rules.match_bye) or "0",
                    "board": points_text(rules.bye_board_points) or "0",
                }
            )
    values = {"boards": rules.boards, "reserves": rules.reserves}
    return [
        *sentences,
        _("Boards: %(boards)s; reserves at most: %(reserves)s.") % values,
        _("Order of the boards: %(order)s.") % {"order": rules.get_order_display()},
        _("Empty boards: %(gaps)s.") % {"gaps": rules.get_gaps_display()},
        *_colours_of_teams(tournament),
        _closing(tournament, rules.deadline_minutes),
        _("Once the line-ups of both teams are in, both captains see them and neither changes."),
    ]


def _colours_of_teams(tournament: Tournament) -> list[str]:
    chosen = tournament.format
    if chosen.eliminates:
        return [
            _("The captains draw the colours; all players of a team have the colour drawn (A.30).")
        ]
    if chosen.meets_once and chosen.fixed_schedule:
        return [_("The team named first has White on the boards with odd numbers.")]
    if chosen.fixed_schedule and chosen.boards_by_match:
        return [_("More than two teams meet one after the other, by the Berger tables.")]
    return []


def _closing(tournament: Tournament, minutes: int) -> str:
    """Without a time of the round nothing closes before the boards are made."""
    if not tournament.rounds.exclude(starts_at=None).exists():
        return _("Line-ups close when the arbiter makes the boards.")
    text = ngettext(
        "Line-ups close %(minutes)s minute before the round.",
        "Line-ups close %(minutes)s minutes before the round.",
        minutes,
    )
    return text % {"minutes": minutes}


def _matches(tournament: Tournament) -> list[str]:
    """How matches of a knock-out and play-offs are decided, once they are announced."""
    sentences = [*_playoffs_announced(tournament), *_seeds(tournament)]
    for course in public_courses(tournament, public=True):
        if course.knockout.is_playoff:
            sentences.append(
                _("Play-off for place %(place)s") % {"place": course.knockout.place} + "."
            )
        sentences += [f"{fact.text} ({fact.article})" for fact in course.facts if fact.article]
        formats: dict[tuple[str, tuple[str, ...], str], list[int]] = {}
        for stage in course.stages:
            key = (stage.match, stage.extensions, stage.golden)
            formats.setdefault(key, []).append(stage.number)
        for (match, extensions, golden), stages in formats.items():
            then = "; ".join([*extensions, f"{_('golden point')} {golden}"])
            text = _("Stages %(stages)s: a match is %(match)s; while it is level: %(then)s.")
            values = {"stages": _run(stages), "match": match, "then": then}
            sentences.append(text % values)
        for step in course.steps:
            only = f" ({step.only_if})" if step.only_if else ""
            sentences.append(f"{step.name}: {step.games} × {step.clock}{only}.")
        sentences.append(_breaks(course.breaks))
    return sentences


def _seeds(tournament: Tournament) -> list[str]:
    """The meetings of a knock-out (handbook, knock-out A.4, A.8, A.29)."""
    found = tournament.knockouts.filter(kind=Knockout.Kind.KNOCKOUT).first()
    if found is None or found.announced_at is None:
        return []
    if found.order:
        seeds = _("The seeds are the places in the tournaments from which the players come (A.8).")
    elif tournament.format.pairs_teams:
        seeds = _(
            "Teams are seeded by the average rating of their boards, those without by lot (A.4)."
        )
    else:
        seeds = _("Players are seeded by rating, those without by lot (A.4).")
    if found.settings.get("by_lot"):
        meet = _("Who meets whom is drawn by lot.")
    elif found.settings.get("bracket") == Bracket.RESEED:
        meet = _("The first seed meets the last; after each stage those left are seeded again.")
    else:
        meet = _("The first seed meets the last; then the bracket stands (A.8).")
    if tournament.format.pairs_teams:
        return [seeds, meet]
    return [seeds, meet, f"{KNOCKOUT_FACTS['knockout.rule.higher_rated_first']} (A.29)"]


def _playoffs_announced(tournament: Tournament) -> list[str]:
    """Say what was announced beforehand of play-offs (handbook, knock-out A.3, A.6)."""
    found = conditions_of(tournament) if tournament.format.ranks_players else None
    if found is None:
        return []
    settings = found.settings
    if found.after_tie_breaks:
        text = _(
            "Players still level after the tie-breaks for one of the places %(places)s play off "
            "for it (A.3, A.6)."
        )
    else:
        text = _(
            "Players level on points for one of the places %(places)s play off for it (A.3, A.6)."
        )
    chosen = "; ".join(
        f"{label}: {words[settings.choice(one)]}"
        for one in ALTERNATIVES
        for label, words in (ALTERNATIVE_WORDS[one.name],)
    )
    sentences = [
        text % {"places": _run([1, found.places])},
        _("Play-off games: %(time)s. Golden point: %(golden)s; a draw eliminates White.")
        % {"time": words_of_clock(settings.clock), "golden": words_of_clock(settings.golden)},
        f"{capital(chosen, get_language() or 'en')}.",
        _breaks(settings),
        f"{KNOCKOUT_FACTS['knockout.rule.higher_rated_first']} (A.29)",
    ]
    if found.cash:
        total = decimal(plain_amount(found.cash))
        money = " ".join(filter(None, [total, tournament.prize_currency]))
        sentences.append(
            _(
                "Cash agreed beforehand: %(money)s, shared equally by all who are tied if they are "
                "eleven or more (C.10)."
            )
            % {"money": money}
        )
    return sentences


def _breaks(breaks: TieFormat | PlayoffSettings) -> str:
    return _(
        "Breaks: %(games)s minutes between games, %(stages)s between stages, "
        "%(start)s before the first game."
    ) % {
        "games": breaks.break_between_games,
        "stages": breaks.break_between_stages,
        "start": breaks.break_before_start,
    }


def _run(numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}–{last}"


def _byes(tournament: Tournament) -> list[str]:
    sentences: list[str] = []
    if ByeKind.HALF_POINT in tournament.format.byes:
        sentences += _half_byes(tournament)
    if tournament.format.admits_late:
        sentences += _late_entries(tournament)
    return sentences


def _absence(tournament: Tournament) -> list[str]:
    """Say what the table of a round robin does with who is away (handbook, round robin 3)."""
    if not tournament.format.table_of_players:
        return []
    return [
        _("Who is away in a round loses the game by forfeit."),
        _(
            "Who leaves before half of the games are completed is not ranked, and the results "
            "count for nobody; later all results count, and the games left are lost by forfeit."
        ),
    ]


def _half_byes(tournament: Tournament) -> list[str]:
    allowed = tournament.half_byes_allowed
    if allowed:
        sentences = [_asked_half_byes(tournament, allowed) % {"count": allowed}]
        if last := tournament.no_byes_in_last:
            sentences.append(
                ngettext(
                    "None is given in the last round.",
                    "None is given in the last %(count)s rounds.",
                    last,
                )
                % {"count": last}
            )
    else:
        sentences = [_("There are no half-point byes.")]
    return sentences


def _asked_half_byes(tournament: Tournament, allowed: int) -> str:
    if tournament.format.pairs_teams:
        return ngettext(
            "A team may ask for %(count)s half-point bye, before the round is paired.",
            "A team may ask for %(count)s half-point byes, before the round is paired.",
            allowed,
        )
    return ngettext(
        "A player may ask for %(count)s half-point bye, before the round is paired.",
        "A player may ask for %(count)s half-point byes, before the round is paired.",
        allowed,
    )


def _for_a_missed_round(tournament: Tournament) -> str:
    if tournament.format.games_a_round == 2 and tournament.late_entry_bye == MissedRounds.HALF:
        return _("as much as two draws")
    return str(tournament.get_late_entry_bye_display())


def _late_entries(tournament: Tournament) -> list[str]:
    until = tournament.late_entries_until
    return [
        _(
            "Late entries are admitted until round %(round)s. "
            "For each round that they miss: %(points)s."
        )
        % {"round": until, "points": _for_a_missed_round(tournament)}
        if until
        else _("There are no late entries.")
    ]


def _ratings(tournament: Tournament) -> list[str]:
    sequence = lists_of(tournament)
    own = own_lists() if any(map(is_local, sequence)) else {}
    said = {**LIST_NAMES, **own}
    names = ", ".join(str(said[name]) for name in sequence if name in said)
    lists = _("Ratings are looked for in these lists: %(lists)s.") % {"lists": names}
    if tournament.format.fixed_schedule:
        return [_("The numbers are drawn by lot."), lists]
    equals = (
        _(
            "Equal players are ordered by title, then by national rating, then by: %(by)s. Those "
            "without a rating come last, by national rating."
        )
        if has_own_order(tournament)
        else _("Equal players are ordered by title, then by: %(by)s.")
    )
    method = _("Order of the list: %(method)s.") % {
        "method": tournament.get_rating_method_display()
    }
    if tournament.format.pairs_teams:
        return [method, lists]
    return [
        method,
        lists,
        equals % {"by": tournament.get_equals_by_display()},
    ]


def _forbidden(tournament: Tournament) -> list[str]:
    sentences = []
    rules = tournament.forbidden_pairings.prefetch_related("entries", "teams").order_by("pk")
    for rule in rules.select_related("tournament"):
        if rule.sharing:
            who = f"{rule.shared} ({rule.value})" if rule.value else str(rule.shared)
        else:
            who = ", ".join(one.name for one in rule.named)
        if rule.last_round:
            text = _("These do not meet until round %(round)s is over: %(who)s.")
        else:
            text = _("These do not meet: %(who)s.")
        sentences.append(text % {"who": who, "round": rule.last_round})
    return sentences
