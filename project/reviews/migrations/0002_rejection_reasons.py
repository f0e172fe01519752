from django.db import migrations, models


def say_other(apps, schema_editor):
    """What staff wrote freely so far is a note."""
    review = apps.get_model("reviews", "Review")
    review.objects.exclude(note="").update(reason="other")


class Migration(migrations.Migration):
    dependencies = [("reviews", "0001_initial")]

    operations = [
        migrations.RemoveConstraint(model_name="review", name="review_reason_of_rejection"),
        migrations.RenameField(model_name="review", old_name="reason", new_name="note"),
        migrations.AddField(
            model_name="review",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("off_topic", "Off Topic"),
                    ("personal", "Personal"),
                    ("abusive", "Abusive"),
                    ("advertising", "Advertising"),
                    ("photo", "Photo"),
                    ("other", "Other"),
                ],
                default="",
                max_length=16,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(say_other, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(("note", ""), ("reason", ""))
                | models.Q(("status", "rejected")),
                name="review_reason_of_rejection",
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "reason__in",
                        ["", "off_topic", "personal", "abusive", "advertising", "photo", "other"],
                    )
                ),
                name="review_reason_known",
            ),
        ),
    ]
