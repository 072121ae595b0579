from django.db import migrations

ONE_SEAT = """
CREATE FUNCTION hakem_one_seat_per_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Asked of the row as it stands now: it may have changed again, or be gone, by commit.
    IF EXISTS (
        SELECT 1 FROM tournaments_pairing me JOIN tournaments_pairing other
            ON other.round_id = me.round_id AND other.id <> me.id
        WHERE me.id = NEW.id
          AND (other.black_id = me.white_id OR other.white_id = me.black_id
               OR other.white_id = me.white_id OR other.black_id = me.black_id)
    ) THEN
        RAISE unique_violation USING
            MESSAGE = 'a player sits at two boards of one round',
            CONSTRAINT = 'pairing_player_once';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER pairing_player_once
    AFTER INSERT OR UPDATE OF round_id, white_id, black_id ON tournaments_pairing
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION hakem_one_seat_per_round();
"""

APPEND_ONLY = """
CREATE FUNCTION hakem_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER log_append_only
    BEFORE UPDATE OR DELETE ON tournaments_logentry
    FOR EACH ROW EXECUTE FUNCTION hakem_append_only();
"""


class Migration(migrations.Migration):
    """Constraints that a column cannot have: a player once per round whatever the colour, and a
    log in which nothing is changed or deleted."""

    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RunSQL(
            ONE_SEAT,
            "DROP TRIGGER pairing_player_once ON tournaments_pairing;"
            "DROP FUNCTION hakem_one_seat_per_round;",
        ),
        migrations.RunSQL(
            APPEND_ONLY,
            "DROP TRIGGER log_append_only ON tournaments_logentry;DROP FUNCTION hakem_append_only;",
        ),
    ]
