"""Results and corrections."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing.results import KNOWN, Outcome, Result
from pairing.state import PointSystem, format_score

_MARKS = {
    Outcome.WIN: "1",
    Outcome.DRAW: "½",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "−",
    Outcome.ADJOURNED: "?",
}


def result_parts(code: str) -> tuple[str, Promise | str]:
    """A code of the result table as it is printed, 1–0, ½–½, +–−, and the words behind it."""
    if not code:
        return "", ""
    entry = KNOWN[code]
    if entry.games:
        return _match(entry), ""
    text = f"{_MARKS[entry.white]}–{_MARKS[entry.black]}"
    return text, "" if entry.rated or not entry.played else _("(unrated)")


def _match(entry: Result) -> str:
    """The points of both games together, and each game: 1½–½ (1–0, ½–½)."""
    games = ", ".join(result_parts(game.code)[0] for game in entry.games)
    if not entry.final:
        return f"({games})"
    white, black = (format_score(points) for points in PointSystem().for_result(entry))
    return f"{white}–{black} ({games})"


def printed_result(code: str) -> str:
    """Both of them in the language of the reader."""
    return " ".join(str(part) for part in result_parts(code) if part)


#: the marks of a result that are no points, by their letter in the codes
MARK_WORDS = {"+": _("won by forfeit"), "-": _("lost by forfeit"), "?": _("adjourned")}


def marks_in(codes: Iterable[str]) -> list[tuple[str, Promise | str]]:
    """The marks that stand in these results or in one side of them, each with its words: a legend
    names what its table has, and nothing else."""
    letters = set("".join(codes).replace("−", "-"))
    signs = {"-": "−"}
    return [(signs.get(one, one), words) for one, words in MARK_WORDS.items() if one in letters]


def plain_result(code: str) -> str:
    """A code in the letters of the report: 1-0, =-=, +--."""
    return f"{code[::2]}-{code[1::2]}" if code else "none"


#: the effect that another result has, by `queries/results/window.effect`
EFFECTS = {
    "open": _(
        "Round %(following)s is not published: this is an ordinary entry, and a draft of round "
        "%(following)s has to be paired again."
    ),
    "adjourned": _(
        "An adjourned game: its result may be entered at any time. Unless it is a draw, it is "
        "noted in the report."
    ),
    "matches_stay": _(
        "Later rounds are played already. The matches are fixed by the draw: the correction counts "
        "for the match and for the standings."
    ),
    "correction": _(
        "Round %(following)s is published and still being played: the correction counts for the "
        "standings and for the pairing after it. The pairings of round %(following)s stand "
        "(C.04.2 art. 4.3)."
    ),
    "report_only": _(
        "Round %(following)s is over: standings and pairings stay. Only the rating report can be "
        "corrected (C.04.2 art. 4.3)."
    ),
    "closed": _("The tournament is finished."),
}

SENTENCES = {
    "chairs.not_being_played": _("Round %(round)s is not being played now."),
    "chairs.has_result": _("Board %(board)s already has a result."),
    "act.chairs.noted": _("Empty chair noted"),
    "act.chairs.taken": _("Everybody at the board"),
    "result.no_such_board": _("There is no such board. Reload the page."),
    "result.unknown_code": _("This result does not exist. Choose one of the results offered."),
    "result.changed_meanwhile": _(
        "Board %(board)s was changed by somebody else meanwhile: %(theirs_text)s stands there "
        "now, you sent %(yours_text)s. Enter yours again if it is right."
    ),
    "result.line_not_understood": _(
        "“%(line)s” is not a board with a result. Type for example 41 1, 41 0 or 41=."
    ),
    "result.no_board": _("Round %(round)s has no board %(board)s. Look at the number again."),
    "result.stands_already": _(
        "Board %(board)s already has %(theirs_text)s; you typed %(yours_text)s. Change it on the "
        "board itself if it is wrong."
    ),
    "result.check_differs": _(
        "Board %(board)s: %(theirs_text)s was entered first, %(yours_text)s now. Look at the slip, "
        "then change the result or check it again."
    ),
    "result.nothing_to_check": _(
        "Board %(board)s has no result yet. Enter it first, then check it."
    ),
    "result.tournament_over": _(
        "The tournament is finished. The chief arbiter can open it again in the standings."
    ),
    "result.not_closed_yet": _(
        "Round %(round)s can still be corrected itself; a correction of the report alone is for "
        "closed rounds."
    ),
    "result.report_effect": _(
        "Round %(round)s, board %(board)s: the standings keep %(used)s, the rating report will "
        "say %(reported)s."
    ),
    "result.adjourn_effect": _(
        "Round %(round)s: the games on these boards are marked as adjourned: %(boards)s. They "
        "count as draws for the pairing until their results are entered."
    ),
    "result.round_not_published": _(
        "Results of round %(round)s can be entered once the round is published."
    ),
    "result.report_only": _(
        "Round %(round)s is closed: round %(next)s is over. A mistake found now can only be "
        "corrected in the rating report."
    ),
    "result.reason_needed": _(
        "Round %(next)s is published. Correct the result of round %(round)s, board %(board)s, on "
        "the page of its board, where you see what it moves, and give the reason."
    ),
    "result.cannot_clear": _(
        "Round %(next)s is published: the result of board %(board)s can be corrected, but not "
        "removed, and the game can no longer be adjourned."
    ),
    "result.clear_effect": _(
        "Round %(round)s, board %(board)s: %(result)s is taken away, and the game is open again. "
        "It is noted in the tournament report as a correction."
    ),
    "result.correction_at_the_end": _(
        "Round %(next)s, the last one, is published and stays as it is. The corrected result of "
        "round %(round)s, board %(board)s, counts for the standings."
    ),
    "result.correction_taken_back": _(
        "Round %(next)s was published and taken back. The corrected result of round %(round)s, "
        "board %(board)s, counts for the standings and for what is paired from now on."
    ),
    "result.correction_effect": _(
        "Round %(next)s is published and stays as it is. The corrected result of round "
        "%(round)s, board %(board)s, counts for the standings and for the pairings after it."
    ),
    "result.correction_of_teams": _(
        "Later rounds are played already and stay as they are. The corrected result of round "
        "%(round)s, board %(board)s, counts for the match and for the standings."
    ),
    "result.adjournment_effect": _(
        "The adjourned game of round %(round)s, board %(board)s, counted as a draw in the "
        "pairings made since. The result now entered changes the standings and is noted."
    ),
    "result.nothing_to_undo": _("There is nothing to undo."),
    "result.undo_too_late": _(
        "Board %(board)s was changed again since. Enter the right result there."
    ),
    "result.no_correction": _(
        "The result of board %(board)s was not corrected: there is nothing to confirm."
    ),
    "result.second_arbiter": _(
        "Another arbiter than the one who corrected board %(board)s confirms the correction."
    ),
    # Questions
    "confirm.result.clear": _("Take this result away?"),
    "confirm.result.correct": _("Correct this result?"),
    "confirm.result.correct_report": _("Correct the rating report?"),
    "confirm.result.adjourn_missing": _("Mark the open games as adjourned?"),
    "confirm.result.adjournment": _("Enter the result of the adjourned game?"),
    # For the history
    "act.result.entered": _("Result entered"),
    "act.result.changed": _("Result changed"),
    "act.result.cleared": _("Result cleared"),
    "act.result.confirmed": _("Correction confirmed"),
    "act.result.report_corrected": _("Rating report corrected"),
}
