from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """While the index grows everybody goes on writing."""

    atomic = False
    dependencies = [("tournaments", "0009_accounts")]

    operations = [
        AddIndexConcurrently(
            model_name="logentry",
            index=models.Index(
                fields=["by", "-at"],
                name="log_of_new_events",
                condition=models.Q(act__in=["event.created", "event.copied"]),
            ),
        ),
    ]
