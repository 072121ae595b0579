"""The manual: its chapters in order, and which of them belongs to which page.

The text lies in `templates/manual/<language>/<chapter>.md`, Markdown whose first line is the title.
It is written in each language, not translated, and quotes the words of the pages by their names, so
that it says what the pages say. `templates/manual/README.md` tells how to edit a chapter.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path

from django.conf import settings
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.web.markdown import to_html

FOLDER = settings.BASE_DIR / "templates" / "manual"


@dataclass(frozen=True, slots=True)
class Chapter:
    """`pages`: the names of the addresses on which Help and F1 open it."""

    slug: str
    pages: tuple[str, ...] = ()

    def text(self, language: str) -> str:
        """Its Markdown."""
        return _read(*self._version(language))

    def title(self, language: str) -> str:
        first, _rest = self.text(language).split("\n", 1)
        return first.removeprefix("# ")

    def page(self, language: str) -> SafeString:
        """As the page of the chapter shows it."""
        return _html(*self._version(language), language, "")

    def section(self, language: str) -> SafeString:
        """As it stands among the others on paper."""
        return _html(*self._version(language), language, self.slug)

    def _version(self, language: str) -> tuple[Path, int]:
        """The file and when it was changed: what was read from it is kept until then."""
        path = FOLDER / language / f"{self.slug}.md"
        return path, path.stat().st_mtime_ns


@dataclass(frozen=True, slots=True)
class Part:
    label: Promise
    chapters: tuple[Chapter, ...]


def _desk(*names: str) -> tuple[str, ...]:
    return tuple(f"desk:{name}" for name in names)


def _public(*names: str) -> tuple[str, ...]:
    return tuple(f"public:{name}" for name in names)


def _federation(*names: str) -> tuple[str, ...]:
    return tuple(f"federation:{name}" for name in names)


PARTS = (
    Part(
        _("Before the first round"),
        (
            Chapter("overview", ("login", "logout", "help", *_desk("home"))),
            Chapter(
                "account",
                (
                    "sign_in_code", "password_reset", "password_sent", "password_reset_confirm",
                    "sign_in_passkey", "ask_passkey",
                    *_desk("account", "password", "end_sessions", "factor", "factor_codes"),
                    *_desk("new_passkey", "passkey_made", "remove_passkey"),
                    *_desk("people", "new_person", "person"),
                ),
            ),
            Chapter(
                "event",
                _desk(
                    "new_event", "copy_event", "event", "edit_event", "remove_event",
                    "restore_event", "remove_tournament", "restore_tournament",
                ),
            ),
            Chapter(
                "staff",
                ("invitation", *_desk("staff", "me", "my_rows")),
            ),
            Chapter(
                "tournament",
                _desk("new_tournament", "settings", "timetable", "ready"),
            ),
            Chapter(
                "players",
                _desk(
                    "players", "add_player", "search_players", "import_players",
                    "undo_import_players", "edit_player", "consent", "player_data",
                    "remove_player", "restore_player", "several_players", "undo_several_players",
                ),
            ),
            Chapter(
                "ratings",
                _desk(
                    "register", "register_columns", "registrar", "player_ratings",
                    "later_ratings",
                ),
            ),
            Chapter("numbers", _desk(
                    "player_numbers",
                    "exchange_player_numbers",
                    "draw_player_numbers",
                    "undo_player_numbers",
                )),
            Chapter("forbidden", _desk("forbidden_players")),
            Chapter(
                "check-in",
                _desk(
                    "players_checkin", "close_players_checkin", "reopen_players_checkin",
                    "mark_player", "mark_player_by_number",
                ),
            ),
            Chapter("byes", _desk("bye", "here")),
        ),
    ),
    Part(
        _("Entries"),
        (
            Chapter(
                "entering",
                _federation(
                    "enter", "my_entry", "tell_of_place", "pay_entry", "my_receipt", "entry_list",
                    "entry_csv", "entry_json",
                ),
            ),
            Chapter(
                "club-entries",
                _federation("club_entries", "club_event", "club_booking", "club_invoice"),
            ),
            Chapter(
                "entry-desk",
                _federation(
                    "organise", "take_over", "leave_tournament", "teams_csv", "withdraw_booking",
                    "money", "money_csv", "payments_csv", "remind", "charge", "receipt",
                    "paid_whole", "newcomers", "decide_newcomer",
                ),
            ),
        ),
    ),
    Part(
        _("Rounds"),
        (
            Chapter("pair", _desk("tournament", "pair", "job", "cancel_job")),
            Chapter("draft", _desk("reasons", "discard", "branch", "seal", "ask_seal")),
            Chapter("hand", _desk("manual_pairing", "manual_edit", "manual_end", "order_boards")),
            Chapter("publish", _desk("publish", "unpublish")),
            Chapter(
                "late-and-leaving",
                _desk("late", "withdraw_player", "expel_player", "return_player"),
            ),
            Chapter("another-program", _desk("import_round", "new_from_report", "report_import")),
        ),
    ),
    Part(
        _("Results"),
        (
            Chapter(
                "results",
                _desk(
                    "round", "enter_result", "enter_line", "live", "chairs", "undo_result",
                    "finish",
                ),
            ),
            Chapter("second-pass"),
            Chapter("correct", _desk("correct")),
            Chapter("adjourned", _desk("adjourn")),
            Chapter(
                "incidents", _desk("incidents", "incident", "board_incident", "arbiters_report")
            ),
            Chapter(
                "prizes",
                _desk("prizes", "payouts", "bank_list", "forget_accounts")
                + _public("prizes", "prizes_csv"),
            ),
            Chapter("end", _desk("finish_tournament")),
        ),
    ),
    Part(
        _("For the hall and everybody"),
        (
            Chapter(
                "standings",
                _public("pictures", "rating_changes", "rating_changes_csv")
                + _desk(
                    "standings", "pictures", "outcomes", "working", "decisions", "norms",
                    "rating_changes",
                ),
            ),
            Chapter(
                "documents",
                (
                    "sheet", "printout",
                    *_desk(
                        "documents", "new_document", "preview_document", "document",
                        "post_document", "take_down_document", "document_state", "files", "file",
                        "print_document", "papers_at_publication",
                    ),
                    *_public("sheet", "sheet_pdf"),
                ),
            ),
            Chapter("fallback", _desk("fallback", "fallback_file")),
            Chapter(
                "screens",
                _desk(
                    "screens", "announce", "screen", "remove_screen", "hall_plan", "emblems",
                    "remove_emblem",
                )
                + _public("screen", "screen_state"),
            ),
            Chapter("your-phone", _public(
                    "me", "prove", "prove_by_mail", "my_page", "silence", "say_result", "send_slip",
                    "ask", "take_back_ask", "call", "claim", "appeal",
                )),
            Chapter("phones", _desk(
                    "phones", "silence_phone", "renew_voice_code", "inbox", "inbox_count",
                    "grant_requests", "grant_request", "refuse_request", "take_call", "end_call",
                    "sector", "case", "case_evidence", "slips", "slip_picture", "remove_slip",
                    "messages",
                )),
            Chapter(
                "public-pages",
                (
                    *_federation("home", "event"),
                    *_public(
                        "home", "event", "event_calendar", "tournament", "about", "documents",
                        "document", "calendar", "report", "players", "player", "round", "names",
                        "news",
                        "board", "home_csv", "table_csv", "round_csv", "round_pgn", "standings",
                        "standings_after", "standings_category", "working", "standings_csv",
                        "crosstable", "crosstable_after", "embed_round", "embed_standings",
                        "preview", "round_preview",
                        "board_preview", "standings_preview", "player_preview", "knockout_preview",
                        "event_preview", "hall", "hall_picture", "players_csv",
                        "follow", "follow_by_mail", "follower", "player_calendar", "emblem",
                    ),
                ),
            ),
        ),
    ),
    Part(
        _("The federation"),
        (
            Chapter(
                "calendar-organiser",
                _federation(
                    "applications", "new_application", "application", "edit_application",
                    "check_application", "application_arbiters", "withdraw_application",
                    "set_up_application",
                ),
            ),
            Chapter(
                "calendar-office",
                _federation(
                    "desk", "calendar", "calendar_file", "embed_calendar", "other_events",
                    "regulations", "subscribe",
                    "confirm_subscription", "stop_subscription", "office_applications",
                    "office_application", "answer_application", "office_set_up", "move_event",
                    "cancel_event",
                ),
            ),
            Chapter(
                "your-page",
                _federation(
                    "search", "player", "player_games", "player_games_csv", "ask_privacy",
                    "own_privacy", "club", "provinces", "province", "arbiters",
                ),
            ),
            Chapter(
                "register-of-members",
                _federation(
                    "members", "new_member", "member", "enrol", "issue_licence",
                    "withdraw_licence", "set_privacy", "note_death", "transfer", "transfers",
                    "decide_transfer", "merge", "tell_apart", "undo_merge",
                    "members_import", "member_list",
                    "desk_clubs", "new_club", "desk_club", "desk_arbiters", "new_arbiter",
                    "desk_arbiter", "appoint", "withdraw_appointment", "my_appointments",
                ),
            ),
            Chapter(
                "cups",
                _federation(
                    "cups", "cup", "cup_section", "cup_pdf", "embed_cup", "cup_working",
                    "office_cups", "office_cup", "move_cup", "remove_cup", "add_cup_section",
                    "office_cup_section", "remove_cup_section", "add_cup_event",
                    "change_cup_event", "remove_cup_event", "add_cup_category",
                    "remove_cup_category", "qualifications", "qualification",
                    "qualification_pdf", "office_qualifications", "office_qualification",
                    "move_qualification", "answer_qualification", "add_quota", "remove_quota",
                    "name_player", "years", "year", "year_pdf",
                ),
            ),
        ),
    ),
    Part(
        _("Pairing systems"),
        (
            Chapter("swiss", _desk("averages") + _public("averages")),
            Chapter("round-robin", _desk("schedule") + _public("schedule")),
            Chapter(
                "teams",
                _desk(
                    "teams", "team_rules", "add_team", "import_teams", "undo_import_teams",
                    "draw_teams",
                    "undo_draw",
                    "team_standings", "team_working", "team_crosstable", "team_boards",
                    "team_round", "line_up", "match", "team", "pair_matches",
                    "discard_matches", "announce_matches", "exchange_teams", "team_bye",
                    "turn_match", "team_players", "remove_team",
                    "withdraw_team", "return_team", "team_links", "team_links_sheet",
                    "send_team_links", "renew_team_link", "close_team_link",
                )
                + _public(
                    "captain", "teams", "team", "team_round", "match", "team_standings",
                    "team_standings_after", "team_working", "team_crosstable", "team_boards",
                ),
            ),
            Chapter(
                "knock-out",
                _desk(
                    "knockout", "knockout_plan", "knockout_announce", "knockout_qualifiers",
                    "player_qualifiers", "take_back_qualifiers", "player_groups",
                    "knockout_lot", "knockout_enter", "knockout_game", "knockout_moves",
                    "knockout_undo", "knockout_restore", "knockout_round",
                    "knockout_cancel", "prepare_playoff", "playoffs",
                )
                + _public("knockout"),
            ),
        ),
    ),
    Part(
        _("Rules and records"),
        (
            Chapter("fide-mode", _desk("leave_fide_mode")),
            Chapter("history", _desk("history", "undo_act")),
            Chapter("reports", _desk("report", "preflight", "make_package", "send_package")),
            Chapter(
                "programs",
                (
                    "api:root", "api:reference", "api:guide",
                    *_desk(
                        "api_keys", "make_sandbox", "make_token", "withdraw_token", "make_webhook",
                            "webhook",
                        "withdraw_webhook", "resend", "ping_webhook", "own_programs",
                        "withdraw_own_token",
                    ),
                ),
            ),
            Chapter("keyboard"),
            Chapter("trouble"),
        ),
    ),
    Part(
        _("Ratings"),
        (
            Chapter("how-ratings", _federation(
                    "rating_lists", "rating_list", "embed_ratings", "rating_movers", "rating_why",
                    "rating_compare",
                )),
            Chapter("rating-officer", _federation(
                    "reports", "rating_desk", "rating_report", "rating_run", "run_why",
                    "rating_rules", "fide", "event_report",
                )),
        ),
    ),
    Part(
        _("Rules of the handbook's systems"),
        (
            Chapter("rules-handbook-dutch"),
            Chapter("rules-handbook-lim"),
            Chapter("rules-handbook-dubov"),
            Chapter("rules-handbook-burstein"),
        ),
    ),
)  # fmt: skip

CHAPTERS = {chapter.slug: chapter for part in PARTS for chapter in part.chapters}
CHAPTER_OF = {page: slug for slug, chapter in CHAPTERS.items() for page in chapter.pages}


def neighbours(slug: str) -> tuple[Chapter | None, Chapter | None]:
    """The chapters before and after."""
    chapters = list(CHAPTERS.values())
    place = chapters.index(CHAPTERS[slug])
    return (
        chapters[place - 1] if place else None,
        chapters[place + 1] if place + 1 < len(chapters) else None,
    )


@lru_cache(maxsize=256)
def _read(path: Path, changed: int) -> str:
    return path.read_text()


@lru_cache(maxsize=256)
def _html(path: Path, changed: int, language: str, place: str) -> SafeString:
    with override(language):
        return to_html(_read(path, changed), place=place)


@cache
def edition() -> str:
    """Changes with the text, its look and its words, so that a kept PDF is never an older one's."""
    styles = settings.BASE_DIR / "static" / "css"
    parts = sorted(FOLDER.glob("*/*.md"))
    parts += [styles / "manual-paper.css", styles / "document.css"]
    parts += [path for folder in settings.LOCALE_PATHS for path in sorted(folder.rglob("*.mo"))]
    digest = blake2b(digest_size=8)
    for path in parts:
        digest.update(path.read_bytes())
    return digest.hexdigest()
