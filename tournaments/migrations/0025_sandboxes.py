from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_the_voice_of_players")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="sandbox_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(sandbox_until=None) | models.Q(public=False),
                name="sandbox_is_hidden",
            ),
        ),
    ]
