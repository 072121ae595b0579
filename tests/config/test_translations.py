"""Translations are compiled on a machine without gettext tools."""

import gettext

from django.utils.translation import gettext as translated
from django.utils.translation import override

from config.translations import FOLDER, compile_translations


def test_a_catalogue_is_compiled_and_read(tmp_path):
    folder = tmp_path / "tr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    (folder / "django.po").write_text(f'{header}msgid "board"\nmsgstr "masa"\n')
    compile_translations(tmp_path)
    with (folder / "django.mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("board") == "masa"


def test_the_tests_themselves_speak_turkish():
    assert (FOLDER / "tr/LC_MESSAGES/django.mo").exists()
    with override("tr"):
        assert translated("Standings") == "Sıralama"
