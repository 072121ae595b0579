"""The device of a session in few words, from what its browser says of itself."""

#: the first mark that is found counts: most browsers also name those they descend from
_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_words(agent: str) -> str:
    """ "Firefox, Android"; an unknown program is named as it names itself."""
    found = [
        next((name for mark, name in marks if mark in agent), "") for marks in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, found)) if found[0] else agent
