"""The shop's settings move from the environment into a table.

A shop that was configured by environment variables keeps its values: they become version 1, once. A shop that has
none of them starts with the defaults and is asked for its seller on the screen.
"""

from typing import Any

import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.core.written_once import written_once
from project.env import env, env_bool, env_int

TEXTS = {
    ("seller", "legal_name"): "SHOP_LEGAL_NAME",
    ("seller", "address"): "SHOP_ADDRESS",
    ("seller", "grievance_officer"): "SHOP_GRIEVANCE_OFFICER",
    ("contact", "email"): "SHOP_EMAIL",
    ("contact", "phone"): "SHOP_PHONE",
    ("contact", "whatsapp"): "SHOP_WHATSAPP",
    ("contact", "instagram"): "SHOP_INSTAGRAM",
    ("contact", "facebook"): "SHOP_FACEBOOK",
    ("contact", "youtube"): "SHOP_YOUTUBE",
    ("delivery", "usual_days"): "DELIVERY_DAYS",
    ("returns", "refund_days"): "REFUND_DAYS",
    ("returns", "replacement_days"): "REPLACEMENT_DAYS",
    ("hours", "confirmation_mail_minutes"): "CONFIRMATION_MAIL_MINUTES",
    ("tax", "state"): "SHOP_STATE",
    ("tax", "invoice_prefix"): "INVOICE_PREFIX",
    ("tax", "credit_note_prefix"): "CREDIT_NOTE_PREFIX",
}
NUMBERS = {
    ("delivery", "promised_days"): "DELIVERY_PROMISE_DAYS",
    ("shipping", "flat_paise"): "SHIPPING_FLAT_PAISE",
    ("shipping", "free_above_paise"): "SHIPPING_FREE_ABOVE_PAISE",
    ("returns", "return_days"): "RETURN_DAYS",
    ("promises", "money_back_factor"): "MONEY_BACK_FACTOR",
    ("hours", "answer_hours"): "SUPPORT_ANSWER_HOURS",
    ("hours", "payment_problem_hours"): "PAYMENT_SUPPORT_HOURS",
    ("hours", "mail_late_minutes"): "MAIL_LATE_MINUTES",
    ("hours", "confirmation_mail_hours"): "CONFIRMATION_MAIL_HOURS",
    ("hours", "grievance_hours"): "GRIEVANCE_HOURS",
    ("hours", "grievance_days"): "GRIEVANCE_DAYS",
    ("retention", "mails_days"): "MAILS_KEPT_DAYS",
    ("retention", "tickets_days"): "TICKETS_KEPT_DAYS",
    ("retention", "unpaid_orders_days"): "UNPAID_ORDERS_KEPT_DAYS",
}
SWITCHES = {
    ("promises", "authentic"): "PROMISE_AUTHENTIC",
    ("promises", "lab_certified"): "PROMISE_LAB_CERTIFIED",
    ("hours", "around_the_clock"): "SUPPORT_AROUND_THE_CLOCK",
    ("tax", "prices_include_tax"): "PRICES_INCLUDE_TAX",
}


def values_of_environment() -> dict[str, dict[str, Any]]:
    """Return what the environment says, by section and field; a field it is silent about is left out."""
    values: dict[str, dict[str, Any]] = {}
    for (section, field), name in TEXTS.items():
        if env(name):
            values.setdefault(section, {})[field] = env(name)
    for (section, field), name in NUMBERS.items():
        if env(name):
            values.setdefault(section, {})[field] = env_int(name, 0)
    for (section, field), name in SWITCHES.items():
        if env(name):
            values.setdefault(section, {})[field] = env_bool(name, False)
    gstin = env("SHOP_GSTIN")
    if gstin:
        is_registered = gstin.lower() != "unregistered"
        values.setdefault("tax", {})["registration"] = "registered" if is_registered else "unregistered"
        values["tax"]["gstin"] = gstin if is_registered else ""
    weights = dict(each.strip().split("=") for each in env("PAYMENT_WEIGHTS").split(",") if each.strip())
    if weights:
        values["payments"] = {
            "provider_weights": {name: int(weight) for name, weight in weights.items()}
        }
    return values


def take_over_environment(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    values = values_of_environment()
    if values:
        apps.get_model("core", "SettingsVersion").objects.create(
            number=1, values=values, author="environment"
        )


class Migration(migrations.Migration):
    dependencies = [("core", "0007_alert_channels_and_certificate")]

    operations = [
        migrations.CreateModel(
            name="SettingsVersion",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("values", models.JSONField()),
                ("author", models.CharField(max_length=64)),
                ("restored_from", models.PositiveIntegerField(null=True)),
                ("saved_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="settings_version_counts_from_one"
                    )
                ],
            },
        ),
        migrations.RunPython(take_over_environment, migrations.RunPython.noop),
        written_once("core_settingsversion", message="a version of the settings is written once"),
    ]
