from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_forbidden_teams_fixed_matches")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="tries",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
