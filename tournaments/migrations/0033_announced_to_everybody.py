from django.db import migrations, models


def lines_of_all_screens(apps, _editor):
    """Take what stood on every screen of an event for announced to everybody."""
    screens = apps.get_model("tournaments", "HallScreen").objects
    lines = {}
    for event, line, at in screens.values_list("event", "announcement", "changed_at"):
        lines.setdefault(event, []).append((at, line))
    for event, found in lines.items():
        at, line = max(found)
        if line and {one for _at, one in found} == {line}:
            events = apps.get_model("tournaments", "Event").objects.filter(pk=event)
            events.update(announcement=line, announced_at=at)
            screens.filter(event=event).update(announcement="")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_heard_while_signed_in")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="announced_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="announcement",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=200
            ),
        ),
        migrations.RunPython(lines_of_all_screens, migrations.RunPython.noop, elidable=True),
    ]
