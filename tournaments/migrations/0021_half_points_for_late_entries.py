from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_fingerprints_of_lists"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="late_entry_bye",
            field=models.CharField(
                choices=[("Z", "no points"), ("H", "half a point")],
                db_default="Z",
                default="Z",
                max_length=1,
                verbose_name="late entries score in a round that they miss",
            ),
        ),
    ]
