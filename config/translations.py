"""Compiles the translations without gettext tools: before Django reads them, wherever it starts."""

from pathlib import Path

import polib

FOLDER = Path(__file__).resolve().parent.parent / "locale"


def compile_translations(folder: Path = FOLDER) -> None:
    """Bring every .mo up to date with its .po."""
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= path.stat().st_mtime:
            continue
        partial = target.with_suffix(".part")
        polib.pofile(str(path)).save_as_mofile(str(partial))
        partial.replace(target)  # never half a catalogue, even for somebody reading it now
