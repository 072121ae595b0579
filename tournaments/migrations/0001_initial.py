"""Everything that one event needs, and the rules that the database itself keeps: a player once
per round whatever the colour, a log in which nothing is changed or deleted, FIDE mode that nothing
brings back (FIDE's checklist, 45)."""

import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tournaments.models.document
import tournaments.models.team

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

FIDE_MODE = """
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


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="RegisterWord",
            fields=[
                (
                    "word",
                    models.CharField(
                        db_collation="C", max_length=120, primary_key=True, serialize=False
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("club", models.CharField(blank=True, max_length=120, verbose_name="club")),
                (
                    "federation",
                    models.CharField(blank=True, max_length=3, verbose_name="federation"),
                ),
                ("captain", models.CharField(blank=True, max_length=120, verbose_name="captain")),
                (
                    "captain_email",
                    models.EmailField(blank=True, max_length=254, verbose_name="captain's e-mail"),
                ),
                (
                    "link_key",
                    models.CharField(
                        default=tournaments.models.team.new_key, editable=False, max_length=24
                    ),
                ),
                (
                    "withdrawn_after",
                    models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": [models.OrderBy(models.F("number"), nulls_last=True), "name"],
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                ("language", models.CharField(blank=True, max_length=5, verbose_name="language")),
                ("fide_id", models.CharField(blank=True, max_length=11, verbose_name="FIDE ID")),
                (
                    "licence",
                    models.CharField(
                        blank=True,
                        help_text="For example IA",
                        max_length=30,
                        verbose_name="arbiter's title or licence",
                    ),
                ),
                ("registrar", models.BooleanField(default=False)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                ("city", models.CharField(blank=True, max_length=80, verbose_name="city")),
                ("venue", models.CharField(blank=True, max_length=160, verbose_name="venue")),
                (
                    "federation",
                    models.CharField(default="TUR", max_length=3, verbose_name="federation"),
                ),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                (
                    "time_zone",
                    models.CharField(max_length=40, verbose_name="time zone of the venue"),
                ),
                (
                    "organiser",
                    models.CharField(blank=True, max_length=120, verbose_name="organiser"),
                ),
                (
                    "public",
                    models.BooleanField(
                        default=True,
                        help_text="When off, only the staff can open the event's pages.",
                        verbose_name="shown to the public",
                    ),
                ),
                (
                    "noindex",
                    models.BooleanField(
                        default=False,
                        help_text="The pages stay open to everybody who has the address.",
                        verbose_name="kept out of search engines",
                    ),
                ),
                (
                    "shorten_minors",
                    models.BooleanField(
                        default=False,
                        help_text="Players under 18 appear on public pages as “Kaya, D.”",
                        verbose_name="names of minors shortened",
                    ),
                ),
                ("removed", models.BooleanField(default=False, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-starts_on", "name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                        name="event_ends_after_start",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HallPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "words",
                    models.TextField(
                        blank=True, max_length=2000, verbose_name="directions in words"
                    ),
                ),
                ("picture", models.BinaryField(blank=True, default=bytes)),
                ("width", models.PositiveSmallIntegerField(default=0)),
                ("height", models.PositiveSmallIntegerField(default=0)),
                ("digest", models.CharField(blank=True, max_length=24)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hall_plan",
                        to="tournaments.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sender", models.CharField(max_length=32)),
                ("key", models.CharField(max_length=200)),
                ("request", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("body", models.JSONField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="kept_answer_by_age")],
                "constraints": [
                    models.UniqueConstraint(fields=("sender", "key"), name="kept_answer_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("fide", "FIDE"), ("national", "national"), ("own", "own")],
                        max_length=8,
                    ),
                ),
                (
                    "federation",
                    models.CharField(blank=True, max_length=3, verbose_name="federation"),
                ),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="name")),
                ("month", models.DateField(null=True, verbose_name="month")),
                ("players", models.PositiveIntegerField(default=0)),
                ("loaded_at", models.DateTimeField(null=True)),
                ("mapping", models.JSONField(blank=True, default=dict)),
                ("asked_at", models.DateTimeField(null=True)),
                ("etag", models.CharField(blank=True, max_length=200)),
                ("last_modified", models.CharField(blank=True, max_length=60)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("silent_since", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["kind", "federation", "name"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "federation", "name"), name="rating_list_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind", "own"), ("name", ""), _connector="XOR"),
                        name="rating_list_own_has_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ListImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField(verbose_name="month")),
                ("file_name", models.CharField(max_length=120)),
                ("size", models.PositiveBigIntegerField(default=0)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("received", "received"),
                            ("read", "read"),
                            ("merged", "merged"),
                            ("unchanged", "nothing newer"),
                            ("taken_back", "taken back"),
                        ],
                        default="received",
                        max_length=10,
                    ),
                ),
                ("fetched", models.BooleanField(default=False)),
                ("quiet", models.BooleanField(default=False)),
                ("mapping", models.JSONField(blank=True, default=dict)),
                ("rows", models.PositiveIntegerField(default=0)),
                ("added", models.PositiveIntegerField(default=0)),
                ("changed", models.PositiveIntegerField(default=0)),
                ("unreadable", models.PositiveIntegerField(default=0)),
                ("reading", models.JSONField(blank=True, default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="tournaments.ratinglist",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="RegisteredPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Surname first: Yıldız, Ayşe", max_length=120, verbose_name="name"
                    ),
                ),
                (
                    "title",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "–"),
                            ("GM", "GM"),
                            ("IM", "IM"),
                            ("WGM", "WGM"),
                            ("FM", "FM"),
                            ("WIM", "WIM"),
                            ("CM", "CM"),
                            ("WFM", "WFM"),
                            ("WCM", "WCM"),
                        ],
                        max_length=3,
                        verbose_name="title",
                    ),
                ),
                (
                    "sex",
                    models.CharField(
                        blank=True,
                        choices=[("", "not given"), ("m", "male"), ("w", "female")],
                        max_length=1,
                        verbose_name="sex",
                    ),
                ),
                (
                    "birth_date",
                    models.CharField(
                        blank=True,
                        help_text="2009-05-31, or only the year",
                        max_length=10,
                        verbose_name="birth date",
                    ),
                ),
                (
                    "federation",
                    models.CharField(blank=True, max_length=3, verbose_name="federation"),
                ),
                ("club", models.CharField(blank=True, max_length=120, verbose_name="club")),
                ("fide_id", models.CharField(blank=True, max_length=11, verbose_name="FIDE ID")),
                (
                    "national_id",
                    models.CharField(blank=True, max_length=20, verbose_name="national ID"),
                ),
                ("standard", models.PositiveSmallIntegerField(default=0)),
                ("rapid", models.PositiveSmallIntegerField(default=0)),
                ("blitz", models.PositiveSmallIntegerField(default=0)),
                ("national", models.PositiveSmallIntegerField(default=0)),
                ("k_standard", models.PositiveSmallIntegerField(default=0)),
                ("k_rapid", models.PositiveSmallIntegerField(default=0)),
                ("k_blitz", models.PositiveSmallIntegerField(default=0)),
                ("list_month", models.DateField(blank=True, null=True)),
                ("national_month", models.DateField(blank=True, null=True)),
                ("inactive", models.BooleanField(default=False)),
                ("search_key", models.CharField(editable=False, max_length=120)),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(
                        models.Func(
                            models.Func(
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("search_key"), "||", models.Value(" @")
                                    ),
                                    "||",
                                    models.Func(models.F("federation"), function="lower"),
                                    output_field=models.TextField(),
                                ),
                                models.Value(" "),
                                function="string_to_array",
                            ),
                            function="array_to_tsvector",
                        ),
                        fastupdate=False,
                        name="register_words",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("fide_id", ""), _negated=True),
                        fields=("fide_id",),
                        name="register_fide_id_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("national_id", ""), _negated=True),
                        fields=("federation", "national_id"),
                        name="register_national_id_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Surname first: Yıldız, Ayşe", max_length=120, verbose_name="name"
                    ),
                ),
                (
                    "title",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "–"),
                            ("GM", "GM"),
                            ("IM", "IM"),
                            ("WGM", "WGM"),
                            ("FM", "FM"),
                            ("WIM", "WIM"),
                            ("CM", "CM"),
                            ("WFM", "WFM"),
                            ("WCM", "WCM"),
                        ],
                        max_length=3,
                        verbose_name="title",
                    ),
                ),
                (
                    "sex",
                    models.CharField(
                        blank=True,
                        choices=[("", "not given"), ("m", "male"), ("w", "female")],
                        max_length=1,
                        verbose_name="sex",
                    ),
                ),
                (
                    "birth_date",
                    models.CharField(
                        blank=True,
                        help_text="2009-05-31, or only the year",
                        max_length=10,
                        verbose_name="birth date",
                    ),
                ),
                (
                    "federation",
                    models.CharField(blank=True, max_length=3, verbose_name="federation"),
                ),
                ("club", models.CharField(blank=True, max_length=120, verbose_name="club")),
                ("fide_id", models.CharField(blank=True, max_length=11, verbose_name="FIDE ID")),
                (
                    "national_id",
                    models.CharField(blank=True, max_length=20, verbose_name="national ID"),
                ),
                (
                    "tpn",
                    models.PositiveSmallIntegerField(
                        blank=True, editable=False, null=True, verbose_name="No."
                    ),
                ),
                (
                    "drawn_number",
                    models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
                ),
                ("rating", models.PositiveSmallIntegerField(default=0, verbose_name="rating")),
                (
                    "fide_rating",
                    models.PositiveSmallIntegerField(default=0, verbose_name="FIDE rating"),
                ),
                (
                    "national_rating",
                    models.PositiveSmallIntegerField(default=0, verbose_name="national rating"),
                ),
                ("rating_source", models.CharField(blank=True, max_length=40)),
                ("national_source", models.CharField(blank=True, max_length=40)),
                ("k", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("entered", "entered"),
                            ("present", "present"),
                            ("absent", "absent"),
                            ("withdrawn", "withdrawn"),
                            ("expelled", "expelled"),
                        ],
                        default="entered",
                        max_length=10,
                    ),
                ),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(default=1, verbose_name="plays from round"),
                ),
                ("checked_in_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("withdrawn_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "bye_entitled",
                    models.BooleanField(default=True, verbose_name="may ask for half-point byes"),
                ),
                (
                    "fixed_board",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="fixed table"
                    ),
                ),
                (
                    "hand_place",
                    models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
                ),
                ("outside_values", models.JSONField(blank=True, default=dict, editable=False)),
                ("phone", models.CharField(blank=True, max_length=30, verbose_name="phone")),
                (
                    "note",
                    models.CharField(blank=True, max_length=200, verbose_name="note for the staff"),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="tournaments.registeredplayer",
                    ),
                ),
            ],
            options={
                "ordering": ["tpn", "id"],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("planned", "not paired"),
                            ("pairing", "being paired"),
                            ("draft", "draft"),
                            ("published", "published"),
                            ("finished", "finished"),
                        ],
                        default="planned",
                        max_length=10,
                    ),
                ),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="starts at"),
                ),
                ("paired_at", models.DateTimeField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("start_position", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("under_revision", models.BooleanField(default=False)),
                ("imported", models.BooleanField(default=False)),
                ("trace", models.JSONField(blank=True, null=True)),
                (
                    "published_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("meeting", models.PositiveSmallIntegerField()),
                (
                    "forfeit",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "played"),
                            ("+-", "won by forfeit by the first team"),
                            ("-+", "won by forfeit by the second team"),
                            ("--", "lost by forfeit by both teams"),
                        ],
                        max_length=2,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="tournaments.round",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="tournaments.team",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("by_rule", models.BooleanField(default=False)),
                ("handed_in_at", models.DateTimeField(auto_now=True)),
                (
                    "handed_in_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_ups",
                        to="tournaments.round",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_ups",
                        to="tournaments.team",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CaptainMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("to", models.EmailField(max_length=254)),
                ("language", models.CharField(max_length=5)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("failed", models.BooleanField(default=False)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="membership",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("slug", models.SlugField(max_length=60, verbose_name="address")),
                ("position", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "system",
                    models.CharField(
                        default="fide2026.dutch", max_length=40, verbose_name="pairing system"
                    ),
                ),
                ("options", models.JSONField(blank=True, default=dict)),
                (
                    "total_rounds",
                    models.PositiveSmallIntegerField(default=7, verbose_name="rounds"),
                ),
                (
                    "acceleration",
                    models.CharField(
                        blank=True,
                        choices=[("", "none"), ("baku", "Baku (C.04.7)")],
                        max_length=8,
                        verbose_name="acceleration",
                    ),
                ),
                (
                    "initial_colour",
                    models.CharField(
                        blank=True,
                        choices=[("", "drawn by lot with round 1"), ("w", "White"), ("b", "Black")],
                        max_length=1,
                        verbose_name="initial colour",
                    ),
                ),
                ("seed", models.BigIntegerField(editable=False)),
                ("win_points", models.PositiveSmallIntegerField(default=10)),
                ("draw_points", models.PositiveSmallIntegerField(default=5)),
                ("loss_points", models.PositiveSmallIntegerField(default=0)),
                ("bye_points", models.PositiveSmallIntegerField(default=10)),
                ("tie_break_edition", models.CharField(default="fide2026", max_length=12)),
                (
                    "tie_breaks",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=24),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "unrated",
                    models.CharField(
                        choices=[
                            ("dropped", "no rule: such tie-breaks have no values"),
                            ("fixed", "a fixed rating"),
                            ("lowest", "the lowest rating in the tournament"),
                            ("average", "the average rating of the tournament"),
                        ],
                        default="dropped",
                        max_length=8,
                        verbose_name="unrated players in tie-breaks by ratings",
                    ),
                ),
                (
                    "unrated_rating",
                    models.PositiveSmallIntegerField(default=1400, verbose_name="fixed rating"),
                ),
                (
                    "rating_of_round",
                    models.CharField(
                        choices=[
                            ("first", "the first one"),
                            ("round", "the one of a certain round"),
                            ("each", "the one of each game's round"),
                        ],
                        default="first",
                        max_length=5,
                        verbose_name="where a player's rating changed during the event",
                    ),
                ),
                (
                    "rating_round",
                    models.PositiveSmallIntegerField(default=1, verbose_name="that round"),
                ),
                (
                    "long_event",
                    models.BooleanField(
                        blank=True, null=True, verbose_name="lasts longer than 30 days"
                    ),
                ),
                (
                    "rating_type",
                    models.CharField(
                        choices=[("standard", "standard"), ("rapid", "rapid"), ("blitz", "blitz")],
                        default="standard",
                        max_length=8,
                        verbose_name="kind of event",
                    ),
                ),
                (
                    "rating_method",
                    models.CharField(
                        choices=[
                            ("FIDE", "FIDE rating"),
                            ("NRO", "national rating only"),
                            ("FIDON", "FIDE rating, else national"),
                            ("NIDOF", "national rating, else FIDE"),
                            ("HBFN", "the higher of both"),
                            ("OTHER", "typed by the arbiter"),
                        ],
                        default="FIDON",
                        max_length=6,
                        verbose_name="rating used for the order",
                    ),
                ),
                (
                    "rating_lists",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=16),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "equals_by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "name"),
                            ("fide_id", "FIDE ID, the lower first"),
                            ("age", "age, the older first"),
                            ("lot", "lot, by the recorded seed"),
                        ],
                        default="",
                        max_length=8,
                        verbose_name="equal in rating and title: ordered by",
                    ),
                ),
                (
                    "checks_ratings",
                    models.BooleanField(
                        default=True, verbose_name="compare the ratings after each new list"
                    ),
                ),
                ("ratings_checked_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("ratings_differing", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "time_control",
                    models.CharField(blank=True, max_length=80, verbose_name="time control"),
                ),
                (
                    "chess960",
                    models.BooleanField(
                        default=False,
                        help_text="The starting position of each round is drawn when it is published.",
                        verbose_name="Chess960",
                    ),
                ),
                (
                    "default_minutes",
                    models.PositiveSmallIntegerField(
                        default=30, verbose_name="default time, minutes"
                    ),
                ),
                (
                    "late_entries_until",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="0: no late entries",
                        verbose_name="late entries admitted until round",
                    ),
                ),
                (
                    "late_entry_bye",
                    models.CharField(
                        choices=[("Z", "no points"), ("H", "half a point")],
                        db_default="Z",
                        default="Z",
                        max_length=1,
                        verbose_name="late entries score in a round that they miss",
                    ),
                ),
                (
                    "half_byes_allowed",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="half-point byes per player"
                    ),
                ),
                (
                    "no_byes_in_last",
                    models.PositiveSmallIntegerField(
                        default=2, verbose_name="no half-point byes in the last … rounds"
                    ),
                ),
                (
                    "live_url",
                    models.URLField(
                        blank=True,
                        help_text="Address of the page that relays the games, with its delay.",
                        validators=[django.core.validators.URLValidator(["http", "https"])],
                        verbose_name="live games",
                    ),
                ),
                (
                    "regulations",
                    models.TextField(
                        blank=True,
                        help_text="Shown to everybody below what follows from the settings.",
                        verbose_name="further regulations",
                    ),
                ),
                (
                    "prizes",
                    models.TextField(
                        blank=True,
                        help_text="One prize on each line. Shown to everybody with the regulations.",
                        max_length=4000,
                        verbose_name="prizes",
                    ),
                ),
                (
                    "prize_currency",
                    models.CharField(blank=True, max_length=8, verbose_name="currency"),
                ),
                (
                    "prize_sharing",
                    models.CharField(
                        choices=[
                            ("place", "by place"),
                            ("equal", "equally among those with the same points"),
                            ("hort", "half by place, half equally (Hort)"),
                        ],
                        default="place",
                        max_length=8,
                        verbose_name="money prizes are shared",
                    ),
                ),
                (
                    "one_prize",
                    models.BooleanField(
                        default=True, verbose_name="one prize for each player, the higher one"
                    ),
                ),
                ("papers", models.JSONField(blank=True, default=dict, editable=False)),
                ("undone_at", models.DateTimeField(editable=False, null=True)),
                ("checkin_closed_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("schedule_public", models.BooleanField(default=False, editable=False)),
                (
                    "fide_mode",
                    models.BooleanField(default=True, editable=False, verbose_name="FIDE mode"),
                ),
                ("finished_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("revision", models.PositiveIntegerField(default=1, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="tournaments.event",
                    ),
                ),
                (
                    "last_of_first_group",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="TeamRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("boards", models.PositiveSmallIntegerField(default=4, verbose_name="boards")),
                (
                    "reserves",
                    models.PositiveSmallIntegerField(default=2, verbose_name="reserves at most"),
                ),
                (
                    "primary",
                    models.CharField(
                        choices=[("MP", "match points"), ("GP", "board points")],
                        default="MP",
                        max_length=2,
                        verbose_name="teams are ranked by",
                    ),
                ),
                ("match_win", models.PositiveSmallIntegerField(default=20)),
                ("match_draw", models.PositiveSmallIntegerField(default=10)),
                ("match_loss", models.PositiveSmallIntegerField(default=0)),
                ("match_bye", models.PositiveSmallIntegerField(default=0)),
                ("bye_board_points", models.PositiveSmallIntegerField(default=0)),
                ("edition", models.CharField(default="handbook", max_length=12)),
                (
                    "tie_breaks",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=24),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "order",
                    models.CharField(
                        choices=[
                            (
                                "move_up",
                                "in the order of the list; everybody moves up for a missing player",
                            ),
                            (
                                "own_board",
                                "everybody at the own board; a reserve fills an empty one",
                            ),
                            ("free", "any order"),
                        ],
                        default="move_up",
                        max_length=10,
                        verbose_name="order of the boards",
                    ),
                ),
                (
                    "gaps",
                    models.CharField(
                        choices=[
                            ("refuse", "every board must be named"),
                            ("forfeit", "a board left empty is lost by forfeit"),
                        ],
                        default="refuse",
                        max_length=8,
                        verbose_name="empty boards",
                    ),
                ),
                (
                    "deadline_minutes",
                    models.PositiveSmallIntegerField(
                        default=60, verbose_name="line-ups close … minutes before the round"
                    ),
                ),
                (
                    "ranks_by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no"),
                            ("team", "by the lists of the teams"),
                            ("club", "by club"),
                            ("federation", "by federation"),
                        ],
                        max_length=10,
                        verbose_name="ranks teams too",
                    ),
                ),
                (
                    "best_of",
                    models.PositiveSmallIntegerField(default=4, verbose_name="players who count"),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_rules",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="team",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="ReportImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("reading", "reading"),
                            ("seen", "seen"),
                            ("making", "making"),
                            ("made", "made"),
                            ("undone", "undone"),
                        ],
                        default="reading",
                        max_length=8,
                    ),
                ),
                ("data", models.BinaryField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("summary", models.JSONField(null=True)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("made_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="report_imports",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="made_from",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("category", models.CharField(blank=True, max_length=80, verbose_name="category")),
                ("first", models.PositiveSmallIntegerField(verbose_name="from place")),
                ("last", models.PositiveSmallIntegerField(verbose_name="to place")),
                (
                    "amount",
                    models.DecimalField(
                        decimal_places=2,
                        default=0,
                        max_digits=11,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="amount",
                    ),
                ),
                ("thing", models.CharField(blank=True, max_length=80, verbose_name="thing")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_rows",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("via", models.CharField(blank=True, max_length=60)),
                ("round_number", models.PositiveSmallIntegerField(null=True)),
                ("act", models.CharField(max_length=40)),
                ("target", models.CharField(max_length=80)),
                ("label", models.CharField(blank=True, max_length=160)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                ("reason", models.TextField(blank=True)),
                (
                    "irregular",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", ""),
                            ("MPA", "manual pairing alteration"),
                            ("Import", "import"),
                            ("Correction", "correction"),
                            ("Renumbering", "renumbering"),
                            ("Adjournment", "adjournment"),
                            ("Configuration", "configuration"),
                            ("FPB", "full-point bye"),
                        ],
                        max_length=16,
                    ),
                ),
                ("request", models.CharField(blank=True, max_length=32)),
                ("key", models.CharField(blank=True, max_length=36)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Knockout",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("knockout", "knock-out"), ("playoff", "play-off")], max_length=8
                    ),
                ),
                ("settings", models.JSONField(blank=True, default=dict)),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="first game at"),
                ),
                (
                    "winners",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="players to be chosen"
                    ),
                ),
                (
                    "order",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), blank=True, default=list, size=None
                    ),
                ),
                (
                    "prizes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveIntegerField(),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                ("currency", models.CharField(blank=True, max_length=8, verbose_name="currency")),
                ("place", models.PositiveSmallIntegerField(default=1)),
                (
                    "level",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=24),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                ("announced_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="knockouts",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["place", "id"],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pair", "pairing"),
                            ("document", "document"),
                            ("register", "rating list"),
                            ("captains", "captains' links by e-mail"),
                            ("import", "import of a tournament"),
                            ("seal", "check by the second engine"),
                        ],
                        max_length=10,
                    ),
                ),
                ("target", models.PositiveBigIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("progress", models.PositiveSmallIntegerField(default=0)),
                ("error", models.JSONField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("queued_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="HallScreen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("key", models.CharField(editable=False, max_length=24, unique=True)),
                (
                    "shows",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("boards", "pairings by board"),
                                ("names", "pairings by name"),
                                ("standings", "standings"),
                                ("results", "latest results"),
                            ],
                            max_length=10,
                        ),
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "seconds",
                    models.PositiveSmallIntegerField(default=12, verbose_name="seconds per page"),
                ),
                (
                    "rows",
                    models.PositiveSmallIntegerField(default=14, verbose_name="lines per page"),
                ),
                (
                    "announcement",
                    models.CharField(blank=True, max_length=200, verbose_name="announcement"),
                ),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="screens",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.tournament",
                        verbose_name="tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "id"],
            },
        ),
        migrations.CreateModel(
            name="ForbiddenPairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "sharing",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "the players named"),
                            ("club", "players of the same club"),
                            ("federation", "players of the same federation"),
                            ("family", "players of the same family name"),
                        ],
                        max_length=10,
                    ),
                ),
                ("value", models.CharField(blank=True, max_length=120)),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("last_round", models.PositiveSmallIntegerField(default=0)),
                ("reason", models.CharField(blank=True, max_length=160)),
                (
                    "entries",
                    models.ManyToManyField(
                        blank=True, related_name="forbidden_groups", to="tournaments.entry"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forbidden_pairings",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="entry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="Document",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(null=True)),
                ("kind", models.CharField(max_length=30)),
                ("language", models.CharField(max_length=5)),
                ("options", models.JSONField(default=dict)),
                ("version", models.PositiveSmallIntegerField(default=1)),
                ("draft", models.BooleanField(default=False)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("content", models.BinaryField(null=True)),
                ("pages", models.PositiveSmallIntegerField(default=0)),
                ("rows", models.JSONField(default=dict)),
                (
                    "code",
                    models.CharField(
                        default=tournaments.models.document.new_code,
                        editable=False,
                        max_length=12,
                        unique=True,
                    ),
                ),
                ("posted_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("made_at", models.DateTimeField(null=True)),
                (
                    "bundle",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="papers",
                        to="tournaments.document",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="documents",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.URLField(max_length=500, verbose_name="address")),
                ("secret", models.CharField(editable=False, max_length=64)),
                (
                    "happenings",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("round.published", "a round is published"),
                                ("result.changed", "a result is entered, changed or cleared"),
                                ("result.corrected", "a result of an earlier round is corrected"),
                                ("standings.changed", "the standings change"),
                                ("tournament.finished", "a tournament is finished"),
                            ],
                            max_length=20,
                        ),
                        size=None,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn_at", models.DateTimeField(editable=False, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("message", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "happening",
                    models.CharField(
                        choices=[
                            ("round.published", "a round is published"),
                            ("result.changed", "a result is entered, changed or cleared"),
                            ("result.corrected", "a result of an earlier round is corrected"),
                            ("standings.changed", "the standings change"),
                            ("tournament.finished", "a tournament is finished"),
                        ],
                        max_length=20,
                    ),
                ),
                ("body", models.TextField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("done", "delivered"),
                            ("failed", "given up"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("tries", models.JSONField(default=list)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ByeRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("U", "bye"),
                            ("F", "full-point bye"),
                            ("H", "half-point bye"),
                            ("Z", "zero-point bye"),
                        ],
                        max_length=1,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bye_requests",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "round_number"), name="bye_request_once_per_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["F", "H", "Z"])), name="bye_request_kind"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("start", models.CharField(editable=False, max_length=12)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("entries", "enter, change and withdraw players"),
                                ("check-in", "check players in"),
                                ("byes", "give and cancel byes"),
                                ("results", "enter results"),
                                ("pair", "pair rounds"),
                                ("publish", "publish rounds"),
                                ("teams", "enter, change and withdraw teams"),
                                ("line-ups", "hand in line-ups"),
                                (
                                    "setup",
                                    "make tournaments from reports, plan knock-outs, decide places",
                                ),
                            ],
                            max_length=10,
                        ),
                        size=None,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "expires_on",
                    models.DateField(blank=True, null=True, verbose_name="last day of use"),
                ),
                ("used_at", models.DateTimeField(editable=False, null=True)),
                ("withdrawn_at", models.DateTimeField(editable=False, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "scopes__contained_by",
                                [
                                    "entries",
                                    "check-in",
                                    "byes",
                                    "results",
                                    "pair",
                                    "publish",
                                    "teams",
                                    "line-ups",
                                    "setup",
                                ],
                            )
                        ),
                        name="token_scopes_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(max_length=254, verbose_name="e-mail")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("chief", "chief arbiter"),
                            ("arbiter", "arbiter"),
                            ("clerk", "results clerk"),
                            ("reader", "read-only"),
                        ],
                        max_length=8,
                        verbose_name="duty",
                    ),
                ),
                ("language", models.CharField(default="tr", max_length=5)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("accepted_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("accepted_at", None), ("withdrawn_at", None)),
                        fields=("event", "email"),
                        name="invitation_open_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["chief", "arbiter", "clerk", "reader"])),
                        name="invitation_role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="KnockoutGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tie", models.CharField(max_length=40)),
                ("phase", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("board", models.PositiveSmallIntegerField(default=1)),
                ("golden", models.BooleanField(default=False)),
                ("result", models.CharField(blank=True, max_length=2)),
                ("later_flag", models.CharField(blank=True, max_length=1)),
                ("moves", models.PositiveSmallIntegerField(default=0)),
                ("entered_at", models.DateTimeField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "black",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "knockout",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.knockout",
                    ),
                ),
                (
                    "white",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["tie", "phase", "number", "board"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("knockout", "tie", "phase", "number", "board"),
                        name="knockout_game_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("white", models.F("black")), _negated=True),
                        name="knockout_game_not_self",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "result__in",
                                [
                                    "",
                                    "10",
                                    "==",
                                    "01",
                                    "=0",
                                    "0=",
                                    "00",
                                    "WL",
                                    "DD",
                                    "LW",
                                    "+-",
                                    "-+",
                                    "--",
                                    "??",
                                ],
                            ),
                            models.Q(("result", "??"), _negated=True),
                        ),
                        name="knockout_game_result_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("later_flag", ""),
                            models.Q(("golden", True), ("later_flag", "w"), ("result", "10")),
                            models.Q(("golden", True), ("later_flag", "b"), ("result", "01")),
                            _connector="OR",
                        ),
                        name="knockout_game_later_flag_wins",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="KnockoutLot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("draw", models.CharField(max_length=60)),
                (
                    "order",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), size=None
                    ),
                ),
                ("entered_at", models.DateTimeField(auto_now=True)),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "knockout",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="tournaments.knockout",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("knockout", "draw"), name="knockout_lot_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="KnockoutSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="knockout_seats",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "knockout",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.knockout",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("knockout", "number"), name="knockout_seat_number_once"
                    ),
                    models.UniqueConstraint(
                        fields=("knockout", "entry"), name="knockout_seat_entry_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="knockout_seat_number_sane"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LaterRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_round", models.PositiveSmallIntegerField()),
                ("rating", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="later_ratings",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["first_round"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "first_round"), name="later_rating_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__gte", 2)),
                        name="later_rating_after_the_first",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LineUpSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "line_up",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.lineup",
                    ),
                ),
            ],
            options={
                "ordering": ["board"],
                "constraints": [
                    models.UniqueConstraint(fields=("line_up", "board"), name="line_up_board_once"),
                    models.UniqueConstraint(fields=("line_up", "entry"), name="line_up_entry_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ListChunk",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "list_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chunks",
                        to="tournaments.listimport",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("list_import", "position"), name="list_chunk_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ListBefore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.PositiveBigIntegerField()),
                ("added", models.BooleanField(default=False)),
                ("rating", models.PositiveSmallIntegerField(default=0)),
                ("month", models.DateField(null=True)),
                ("club", models.CharField(blank=True, max_length=120)),
                ("national_id", models.CharField(blank=True, max_length=20)),
                (
                    "list_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="before",
                        to="tournaments.listimport",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("list_import", "player"), name="list_before_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PastRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(default="fide", max_length=8)),
                ("month", models.DateField()),
                ("until", models.DateField()),
                ("standard", models.PositiveSmallIntegerField(default=0)),
                ("rapid", models.PositiveSmallIntegerField(default=0)),
                ("blitz", models.PositiveSmallIntegerField(default=0)),
                ("national", models.PositiveSmallIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past",
                        to="tournaments.registeredplayer",
                    ),
                ),
            ],
            options={
                "ordering": ["until"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "kind", "until"), name="past_rating_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OwnRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rating", models.PositiveSmallIntegerField()),
                ("month", models.DateField()),
                ("until", models.DateField(null=True)),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="tournaments.ratinglist",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own",
                        to="tournaments.registeredplayer",
                    ),
                ),
            ],
            options={
                "ordering": ["list", "player", "month"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "list", "until"),
                        name="own_rating_once",
                        nulls_distinct=False,
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PairingSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("", "open"), ("kept", "kept"), ("abandoned", "abandoned")],
                        max_length=10,
                    ),
                ),
                ("before", models.JSONField(default=dict)),
                (
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("outcome", "")),
                        fields=("round",),
                        name="pairing_session_open_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("result", models.CharField(blank=True, max_length=2)),
                ("empty_chairs", models.CharField(blank=True, max_length=2)),
                (
                    "bye",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("U", "bye"),
                            ("F", "full-point bye"),
                            ("H", "half-point bye"),
                            ("Z", "zero-point bye"),
                        ],
                        max_length=1,
                    ),
                ),
                ("reported_result", models.CharField(blank=True, max_length=2)),
                ("by_hand", models.BooleanField(default=False)),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                ("checked_at", models.DateTimeField(blank=True, null=True)),
                ("read_differently", models.CharField(blank=True, max_length=2)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "black",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "checked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="pairings",
                        to="tournaments.match",
                    ),
                ),
                (
                    "white",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "ordering": [models.OrderBy(models.F("board"), nulls_last=True), "id"],
                "constraints": [
                    models.UniqueConstraint(
                        deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                        fields=("round", "board"),
                        name="pairing_board_once",
                    ),
                    models.UniqueConstraint(
                        deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                        fields=("round", "white"),
                        name="pairing_white_once",
                    ),
                    models.UniqueConstraint(
                        deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                        fields=("round", "black"),
                        name="pairing_black_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("black__isnull", True),
                            models.Q(("white", models.F("black")), _negated=True),
                            _connector="OR",
                        ),
                        name="pairing_not_self",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("black__isnull", False), ("board__isnull", False), ("bye", "")
                            ),
                            models.Q(
                                ("black__isnull", True),
                                ("board__isnull", True),
                                ("bye__in", ["U", "F", "H", "Z"]),
                                ("result", ""),
                            ),
                            _connector="OR",
                        ),
                        name="pairing_game_or_bye",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "result__in",
                                [
                                    "",
                                    "10",
                                    "==",
                                    "01",
                                    "=0",
                                    "0=",
                                    "00",
                                    "WL",
                                    "DD",
                                    "LW",
                                    "+-",
                                    "-+",
                                    "--",
                                    "??",
                                ],
                            ),
                            (
                                "reported_result__in",
                                [
                                    "",
                                    "10",
                                    "==",
                                    "01",
                                    "=0",
                                    "0=",
                                    "00",
                                    "WL",
                                    "DD",
                                    "LW",
                                    "+-",
                                    "-+",
                                    "--",
                                    "??",
                                ],
                            ),
                        ),
                        name="pairing_result_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("empty_chairs__in", ["", "w", "b", "wb"])),
                        name="pairing_chairs_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StaffMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("chief", "chief arbiter"),
                            ("arbiter", "arbiter"),
                            ("clerk", "results clerk"),
                            ("reader", "read-only"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duties",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user"), name="staff_once_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["chief", "arbiter", "clerk", "reader"])),
                        name="staff_role_known",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("round", "number"), name="match_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("round", "first", "second"), name="match_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("first", models.F("second")), _negated=True),
                name="match_not_self",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("forfeit__in", ["", "+-", "-+", "--"])),
                name="match_forfeit_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="lineup",
            constraint=models.UniqueConstraint(fields=("round", "team"), name="line_up_once"),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("team", "place"),
                name="team_member_place_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(
                fields=("event", "slug"), name="tournament_slug_per_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("total_rounds__gte", 1), ("total_rounds__lte", 99)),
                name="tournament_rounds_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("draw_points__gte", models.F("loss_points")),
                    ("win_points__gte", models.F("draw_points")),
                ),
                name="tournament_points_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("win_points__gte", models.F("bye_points"))),
                name="tournament_bye_at_most_a_win",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rating_of_round__in", ["first", "round", "each"]),
                    ("unrated__in", ["dropped", "fixed", "lowest", "average"]),
                ),
                name="tournament_rating_rules_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("prize_sharing__in", ["place", "equal", "hort"])),
                name="tournament_prize_sharing_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="teamrules",
            constraint=models.CheckConstraint(
                condition=models.Q(("boards__gte", 1), ("boards__lte", 40)),
                name="team_rules_boards_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="teamrules",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("match_draw__gte", models.F("match_loss")),
                    ("match_win__gte", models.F("match_draw")),
                ),
                name="team_rules_points_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="teamrules",
            constraint=models.CheckConstraint(
                condition=models.Q(("primary__in", ["MP", "GP"])), name="team_rules_primary_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                fields=("tournament", "name"), name="team_name_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("tournament", "number"),
                name="team_number_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="round_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["planned", "pairing", "draft", "published", "finished"])
                ),
                name="round_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("start_position__isnull", True), ("start_position__lt", 960), _connector="OR"
                ),
                name="round_start_position_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="reportimport",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("stage__in", ["made", "undone"]), ("tournament__isnull", False)),
                    models.Q(
                        ("stage__in", ["reading", "seen", "making"]), ("tournament__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="report_import_made_has_tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.UniqueConstraint(
                fields=("tournament", "position"), name="prize_position_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))),
                name="prize_places_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("amount__gt", 0),
                    models.Q(("amount", 0), models.Q(("thing", ""), _negated=True)),
                    _connector="OR",
                ),
                name="prize_is_something",
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["tournament", "-id"], name="log_by_tournament"),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["target", "-id"], name="log_by_target"),
        ),
        migrations.AddConstraint(
            model_name="logentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("tournament", "key"),
                name="log_key_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="knockout",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["knockout", "playoff"])),
                name="knockout_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="knockout",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("winners__gte", 1)),
                name="knockout_numbers_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="knockout",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "knockout")),
                fields=("tournament",),
                name="knockout_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="knockout",
            constraint=models.UniqueConstraint(
                condition=models.Q(("cancelled_at", None), ("kind", "playoff")),
                fields=("tournament", "place"),
                name="playoff_once_per_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["waiting", "running"])),
                fields=("kind", "target"),
                name="job_once_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="hallscreen",
            constraint=models.CheckConstraint(
                condition=models.Q(("seconds__gte", 3), ("seconds__lte", 120)),
                name="screen_seconds_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="hallscreen",
            constraint=models.CheckConstraint(
                condition=models.Q(("rows__gte", 4), ("rows__lte", 40)), name="screen_rows_sane"
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["tournament", "status"], name="entry_by_status"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("tournament", "tpn"),
                name="entry_tpn_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("tournament", "drawn_number"),
                name="entry_drawn_number_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("fide_id", ""), _negated=True),
                fields=("tournament", "fide_id"),
                name="entry_fide_id_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["entered", "present", "absent", "withdrawn", "expelled"])
                ),
                name="entry_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_round__gte", 1)), name="entry_first_round_sane"
            ),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(
                fields=("tournament", "kind", "round_number", "language", "version"),
                name="document_version_once",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("posted_at__isnull", True),
                    models.Q(("content__isnull", False), ("draft", False)),
                    _connector="OR",
                ),
                name="document_draft_never_posted",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "happenings__contained_by",
                        [
                            "round.published",
                            "result.changed",
                            "result.corrected",
                            "standings.changed",
                            "tournament.finished",
                        ],
                    )
                ),
                name="webhook_happenings_known",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("status", "waiting")),
                fields=["due_at"],
                name="delivery_to_be_sent",
            ),
        ),
        migrations.RunSQL(
            ONE_SEAT,
            "DROP TRIGGER pairing_player_once ON tournaments_pairing;"
            "DROP FUNCTION hakem_one_seat_per_round;",
        ),
        migrations.RunSQL(
            APPEND_ONLY,
            "DROP TRIGGER log_append_only ON tournaments_logentry;DROP FUNCTION hakem_append_only;",
        ),
        migrations.RunSQL(
            FIDE_MODE,
            "DROP TRIGGER tournament_fide_mode_is_left_once ON tournaments_tournament;"
            "DROP FUNCTION tournament_fide_mode_is_left_once;",
        ),
        # Room on each page for the next month: a changed rating then touches no index.
        migrations.RunSQL(
            "ALTER TABLE tournaments_registeredplayer SET (fillfactor = 90)",
            "ALTER TABLE tournaments_registeredplayer RESET (fillfactor)",
        ),
    ]
