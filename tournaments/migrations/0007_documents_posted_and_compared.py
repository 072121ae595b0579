import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.document


def give_codes(apps, schema_editor):
    documents = apps.get_model("tournaments", "Document").objects.only("pk")
    for document in documents:
        documents.filter(pk=document.pk).update(code=tournaments.models.document.new_code())


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_tokens_and_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="document",
            name="bundle",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="papers",
                to="tournaments.document",
            ),
        ),
        migrations.AddField(
            model_name="document",
            name="code",
            field=models.CharField(editable=False, max_length=12, null=True),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="document",
            name="code",
            field=models.CharField(
                default=tournaments.models.document.new_code,
                editable=False,
                max_length=12,
                unique=True,
            ),
        ),
        migrations.AddField(
            model_name="document",
            name="posted_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="document",
            name="rows",
            field=models.JSONField(default=dict),
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
    ]
