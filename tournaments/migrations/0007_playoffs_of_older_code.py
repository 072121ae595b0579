from django.db import migrations, models


class Migration(migrations.Migration):
    """Code that knows nothing of play-off conditions goes on making tournaments meanwhile."""

    dependencies = [("tournaments", "0006_tries_of_jobs")]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="playoffs",
            field=models.JSONField(blank=True, db_default={}, default=dict, editable=False),
        ),
    ]
