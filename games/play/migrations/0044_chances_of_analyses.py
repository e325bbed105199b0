"""Analyses say how certain chances are; older ones don't, and can be asked for again."""

from django.db import migrations, models


def forget(apps, schema_editor):
    apps.get_model("play", "Analysis").objects.filter(method__lt=2).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0043_revisions_of_clocks"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="analysis",
            name="method",
            field=models.PositiveSmallIntegerField(default=2),
        ),
    ]
