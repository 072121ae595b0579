"""The pages and states that show each step of the arbiter's day, by their names in the tour.

    python -m scripts.looks FOLDER --day --states

makes the pictures that `docs/arbiters-day.md` names, in both languages, two widths, two themes.
"""

#: steps without a picture: what they want is to be built yet, or is a file
DAY: dict[str, tuple[str, ...]] = {
    "A01": ("desk:copy_event", "desk:settings"),
    "A02": ("desk:ready", "desk:ready empty"),
    "A03": ("desk:player_ratings",),
    "A05": ("desk:players_checkin",),
    "A06": ("desk:close_players_checkin", "question: check-in"),
    "A07": ("desk:round not paired", "desk:job"),
    "A08": ("desk:round draft",),
    "A09": ("desk:branch",),
    "A10": ("question: publish", "public:round"),
    "A11": ("desk:new_document pairings", "desk:documents"),
    "A12": ("desk:late", "public:sheet"),
    "A13": ("desk:round ahead",),
    "A15": ("desk:round results", "desk:round second pass"),
    "A16": ("desk:add_player", "desk:player_numbers under way"),
    "A17": ("desk:round ahead",),
    "A18": ("desk:edit_player",),
    "A19": ("desk:round draft",),
    "A20": ("results: nobody at the board",),
    "A21": ("desk:edit_player withdrawn",),
    "A22": ("desk:edit_player",),
    "A23": ("desk:round results",),
    "A24": ("desk:edit_player", "desk:round results"),
    "A25": ("desk:round adjourned",),
    "A26": ("desk:correct",),
    "A27": ("desk:correct",),
    "A28": ("desk:correct simulated",),
    "A29": ("desk:correct", "desk:home"),
    "A30": ("desk:correct report only", "desk:preflight"),
    "A31": ("desk:round draft",),
    "A32": ("desk:reasons",),
    "A34": ("desk:reasons two players", "public:board"),
    "A38": ("desk:print_document", "public:names"),
    "A39": ("desk:print_document",),
    "A40": ("desk:screens", "public:screen"),
    "A41": ("public:sheet",),
    "A42": ("results: offline",),
    "A43": ("desk:round results",),
    "A44": ("results: changed by another",),
}
SHOWN = frozenset(name for names in DAY.values() for name in names)
