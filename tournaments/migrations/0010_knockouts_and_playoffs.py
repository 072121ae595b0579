import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_register_words_and_federation"),
    ]

    operations = [
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
            },
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
            model_name="knockoutgame",
            constraint=models.UniqueConstraint(
                fields=("knockout", "tie", "phase", "number", "board"), name="knockout_game_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="knockoutgame",
            constraint=models.CheckConstraint(
                condition=models.Q(("white", models.F("black")), _negated=True),
                name="knockout_game_not_self",
            ),
        ),
        migrations.AddConstraint(
            model_name="knockoutgame",
            constraint=models.CheckConstraint(
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
        ),
        migrations.AddConstraint(
            model_name="knockoutgame",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("later_flag", ""),
                    models.Q(("golden", True), ("later_flag", "w"), ("result", "10")),
                    models.Q(("golden", True), ("later_flag", "b"), ("result", "01")),
                    _connector="OR",
                ),
                name="knockout_game_later_flag_wins",
            ),
        ),
        migrations.AddConstraint(
            model_name="knockoutlot",
            constraint=models.UniqueConstraint(
                fields=("knockout", "draw"), name="knockout_lot_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="knockoutseat",
            constraint=models.UniqueConstraint(
                fields=("knockout", "number"), name="knockout_seat_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="knockoutseat",
            constraint=models.UniqueConstraint(
                fields=("knockout", "entry"), name="knockout_seat_entry_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="knockoutseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="knockout_seat_number_sane"
            ),
        ),
    ]
