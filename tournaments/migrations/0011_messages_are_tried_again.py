from django.db import migrations, models


class Migration(migrations.Migration):
    """Times at which messages are tried; those that older code sends are due at none."""

    dependencies = [("tournaments", "0010_index_of_new_events")]

    operations = [
        migrations.AddField(
            "invitation", "due_at", models.DateTimeField(editable=False, null=True)
        ),
        migrations.AddField(
            "invitation", "sent_at", models.DateTimeField(editable=False, null=True)
        ),
        migrations.AddField(
            "invitation",
            "tries",
            models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            "captainmail", "due_at", models.DateTimeField(editable=False, null=True)
        ),
        migrations.AddField(
            "captainmail",
            "tries",
            models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
