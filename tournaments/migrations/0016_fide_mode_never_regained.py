from django.db import migrations

CREATE = """
CREATE FUNCTION tournament_fide_mode_is_left_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'FIDE mode, once left, cannot be regained';
END
$$;
CREATE TRIGGER tournament_fide_mode_is_left_once
    BEFORE UPDATE OF fide_mode ON tournaments_tournament
    FOR EACH ROW WHEN (NEW.fide_mode AND NOT OLD.fide_mode)
    EXECUTE FUNCTION tournament_fide_mode_is_left_once();
"""
DROP = """
DROP TRIGGER tournament_fide_mode_is_left_once ON tournaments_tournament;
DROP FUNCTION tournament_fide_mode_is_left_once();
"""


class Migration(migrations.Migration):
    """FIDE's checklist 45: nothing, no restore and no import, brings FIDE mode back."""

    dependencies = [
        ("tournaments", "0015_captains_links_by_mail"),
    ]

    operations = [migrations.RunSQL(CREATE, DROP)]
