"""Compiles the translations without gettext tools: before Django reads them, wherever it starts."""

from pathlib import Path

import polib

FOLDER = Path(__file__).resolve().parent.parent / "locale"


def compile_translations(folder: Path = FOLDER) -> list[polib.POFile]:
    """Bring every .mo up to date with its .po; the catalogues as read."""
    catalogues = []
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        catalogue = polib.pofile(str(path))
        target = path.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < path.stat().st_mtime:
            partial = target.with_suffix(".part")
            catalogue.save_as_mofile(str(partial))
            partial.replace(target)  # never half a catalogue, even for somebody reading it now
        catalogues.append(catalogue)
    return catalogues
