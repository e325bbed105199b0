from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("study", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="planline",
            name="label",
            field=models.CharField(db_default="", editable=False, max_length=200),
        ),
    ]
