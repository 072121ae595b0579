"""The names of the papers."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

START_LIST = _("Start list")
CHECK_IN = _("Check-in list")
ABSENTEES = _("Byes and absent players")
RECORD = _("Player's record")
PAIRING_CARDS = _("Pairing cards")
SCORE_CARDS = _("Pairing cards with tie-breaks")
ADJUSTED_SCORES = _("Adjusted scores")
PLATES = _("Name plates")
BADGES = _("Badges")
PHONE_LETTERS = _("Letters with the codes for phones")
PHONE_POSTER = _("Your phone at this event")
CASE = _("Case %(number)s")
POSTER = _("Regulations")
STANDINGS = _("Standings")
CROSS_TABLE = _("Cross table")
SCHEDULE = _("Schedule")
PAIRINGS = _("Pairings")
BY_NAME = _("Pairings by name")
BY_FEDERATION = _("Pairings by federation")
RESULTS = _("Results")
SLIPS = _("Result slips")
BLANK_SLIPS = _("Blank result slips")
CHECKLIST = _("Pairing checklist")
REASONS = _("Why this pairing")
CORRECTIONS = _("Corrections")
KNOCKOUT = _("Knock-out and play-offs")
KNOCKOUT_SHEET = _("Knock-out sheet")
PRIZES = _("Prizes")
RATING_CHANGES = _("Rating changes")
TEAMS = _("Teams")
BEST_BY_BOARD = _("Best players by board")
MATCH_SHEETS = _("Match sheets")
MATCHES = _("Matches")
ANNOUNCED_MATCHES = _("Announced matches")
MEETING_SHEETS = _("Sheets of the meeting")
LINE_UPS = _("Line-up sheets")
TEAM_STANDINGS = _("Standings of teams")
TEAM_CROSS_TABLE = _("Cross table of teams")
CERTIFICATES = _("Certificates")
RECEIPTS = _("Receipts for prizes")
ARBITERS_REPORT = _("Arbiter's report")
IT1 = _("Title norms: certificates (IT1)")
IT3 = _("Title norms: tournament report (IT3)")
IT4 = _("Registration of the event (IT4)")
FA1 = _("Arbiters' norms: FIDE Arbiter (FA1)")
IA1 = _("Arbiters' norms: International Arbiter (IA1)")
ROUND_BULLETIN = _("Round bulletin")
PICTURES = _("Pictures")
BULLETIN = _("Final bulletin")
#: the same while rounds or results are still to come (FIDE's checklist 161)
INTERIM_BULLETIN = _("Interim bulletin, not final")

#: by kind, as they stand in the catalogue
NAMES: dict[str, Promise] = {
    "players": START_LIST,
    "check_in": CHECK_IN,
    "poster": POSTER,
    "berger": SCHEDULE,
    "pairings": PAIRINGS,
    "pairings_by_name": BY_NAME,
    "pairings_by_federation": BY_FEDERATION,
    "absentees": ABSENTEES,
    "slips": SLIPS,
    "blank_slips": BLANK_SLIPS,
    "results": RESULTS,
    "corrections": CORRECTIONS,
    "standings": STANDINGS,
    "crosstable": CROSS_TABLE,
    "score_cards": SCORE_CARDS,
    "adjusted_scores": ADJUSTED_SCORES,
    "knockout": KNOCKOUT,
    "knockout_sheet": KNOCKOUT_SHEET,
    "pictures": PICTURES,
    "prizes": PRIZES,
    "rating_changes": RATING_CHANGES,
    "record": RECORD,
    "team_list": TEAMS,
    "announced_matches": ANNOUNCED_MATCHES,
    "matches": MATCHES,
    "match_sheets": MATCH_SHEETS,
    "line_ups": LINE_UPS,
    "meeting_sheets": MEETING_SHEETS,
    "team_standings": TEAM_STANDINGS,
    "team_crosstable": TEAM_CROSS_TABLE,
    "team_boards": BEST_BY_BOARD,
    "pairing_cards": PAIRING_CARDS,
    "checklist": CHECKLIST,
    "reasons": REASONS,
    "plates": PLATES,
    "badges": BADGES,
    "phone_letters": PHONE_LETTERS,
    "phone_poster": PHONE_POSTER,
    "certificates": CERTIFICATES,
    "receipts": RECEIPTS,
    "arbiters_report": ARBITERS_REPORT,
    "it1": IT1,
    "it3": IT3,
    "it4": IT4,
    "fa1": FA1,
    "ia1": IA1,
    "round_bulletin": ROUND_BULLETIN,
    "bulletin": BULLETIN,
    "round_bundle": _("All papers of a round (ZIP)"),
    "report_package": _("Package of the report: record, forms, bulletin, history (ZIP)"),
    "fallback": _("When everything fails: all that is needed to go on (ZIP)"),
}
