import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_at_a_federations_size"),
    ]

    operations = [
        migrations.AlterField(
            model_name="doorrecord",
            name="what",
            field=models.CharField(
                choices=[
                    ("signed_in", "signed in"),
                    ("wrong_password", "wrong password"),
                    ("wrong_code", "wrong code"),
                    ("shut", "too many attempts"),
                    ("signed_out", "signed out"),
                    ("ended", "sessions ended"),
                    ("password", "new password"),
                    ("reset_asked", "link for a new password asked for"),
                    ("factor_on", "second factor turned on"),
                    ("factor_off", "second factor turned off"),
                    ("codes", "new recovery codes"),
                    ("passkey_on", "passkey made"),
                    ("passkey_off", "passkey removed"),
                    ("wrong_passkey", "wrong passkey"),
                    ("made", "account made"),
                    ("locked", "account locked"),
                    ("unlocked", "account unlocked"),
                    ("roles", "roles changed"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key_id", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("counter", models.PositiveBigIntegerField(default=0)),
                ("name", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
    ]
