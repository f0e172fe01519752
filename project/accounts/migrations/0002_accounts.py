"""Address book, sessions with names, codes for more than logging in, live accounts."""

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import project.accounts.models


def name_sessions(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every token an id of its own: the column's default was worked out once for all of them."""
    token = apps.get_model("accounts", "Token")
    for pk in token.objects.values_list("pk", flat=True):
        token.objects.filter(pk=pk).update(public_id=project.accounts.models.new_session_id())


def move_addresses(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the profile's one address the first entry of the address book; an old text was its street."""
    user_model, address = apps.get_model("accounts", "User"), apps.get_model("accounts", "Address")
    for user in user_model.objects.exclude(address={}):
        old = user.address if isinstance(user.address, dict) else {"street": str(user.address)}
        address.objects.create(
            user=user,
            name=user.name,
            phone=user.phone,
            **{field: str(old.get(field, ""))[:120] for field in ("street", "city", "state")},
            pincode=str(old.get("pincode", ""))[:6],
            country=str(old.get("country") or "India")[:60],
            is_default=True,
        )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField("user", "version", models.PositiveIntegerField(default=1)),
        migrations.CreateModel(
            name="Address",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=project.accounts.models.new_address_id, max_length=16, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("phone", models.CharField(max_length=10)),
                ("street", models.CharField(max_length=120)),
                ("city", models.CharField(max_length=120)),
                ("state", models.CharField(max_length=120)),
                ("pincode", models.CharField(max_length=6)),
                ("country", models.CharField(default="India", max_length=60)),
                ("is_default", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-is_default", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_default", True)),
                        fields=("user",),
                        name="address_one_default",
                    )
                ],
            },
        ),
        migrations.RunPython(move_addresses, migrations.RunPython.noop),
        migrations.RemoveField("user", "address"),
        migrations.AddField("token", "device", models.CharField(blank=True, max_length=60)),
        migrations.AddField(
            "token", "last_used_at", models.DateTimeField(default=django.utils.timezone.now)
        ),
        migrations.AddField(
            "token",
            "public_id",
            models.CharField(default=project.accounts.models.new_session_id, max_length=16),
        ),
        migrations.RunPython(name_sessions, migrations.RunPython.noop),
        migrations.AlterField(
            "token",
            "public_id",
            models.CharField(default=project.accounts.models.new_session_id, max_length=16, unique=True),
        ),
        migrations.RemoveConstraint("logincode", "login_code_one_live"),
        migrations.RenameModel("LoginCode", "EmailCode"),
        migrations.AddField(
            "emailcode",
            "purpose",
            models.CharField(
                choices=[
                    ("login", "Login"),
                    ("register", "Register"),
                    ("staff", "Staff"),
                    ("email", "Email"),
                    ("password", "Password"),
                    ("delete", "Delete"),
                ],
                default="login",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            "emailcode",
            models.CheckConstraint(
                condition=models.Q(
                    ("purpose__in", ["login", "register", "staff", "email", "password", "delete"])
                ),
                name="email_code_purpose_known",
            ),
        ),
        migrations.AddConstraint(
            "emailcode",
            models.UniqueConstraint(
                condition=models.Q(("closed_at", None)),
                fields=("purpose", "email"),
                name="email_code_one_live",
            ),
        ),
    ]
