"""Call the greedy bot by its level: journeyman."""

from django.db import migrations

MODELS = ("Player", "Holder")


def rename(old, new):
    """Return a step that gives a bot another id."""

    def step(apps, schema_editor):
        for name in MODELS:
            apps.get_model("play", name).objects.filter(bot=old).update(bot=new)

    return step


class Migration(migrations.Migration):
    dependencies = [("play", "0024_guides")]

    operations = [
        migrations.RunPython(rename("greedy", "journeyman"), rename("journeyman", "greedy"))
    ]
