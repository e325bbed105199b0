"""Call the greedy bot by its level: journeyman."""

from django.db import migrations

MODELS = ("Anchor", "ResultSeat")


def rename(old, new):
    """Return a step that gives a bot another id."""

    def step(apps, schema_editor):
        for name in MODELS:
            apps.get_model("ratings", name).objects.filter(bot=old).update(bot=new)

    return step


class Migration(migrations.Migration):
    dependencies = [("ratings", "0005_looked_at")]

    operations = [
        migrations.RunPython(rename("greedy", "journeyman"), rename("journeyman", "greedy"))
    ]
