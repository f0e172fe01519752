"""Know a statement's line by its text and its place among equal ones, no longer by the balance."""

import hashlib
from collections import Counter

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def _plain(text: str) -> str:
    return "".join(each for each in text.lower() if each.isalnum())


def write_keys(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Write the keys as the import makes them; a line that was stored twice stays, as two equal ones."""
    BankLine = apps.get_model("bank", "BankLine")
    counts: Counter[tuple[object, ...]] = Counter()
    lines = list(BankLine.objects.order_by("pk"))
    for line in lines:
        reference = _plain(line.reference).lstrip("0")
        identity = (line.day.isoformat(), line.amount_paise, reference, _plain(line.narration))
        counts[line.account_id, identity] += 1
        number = counts[line.account_id, identity]
        line.key = hashlib.sha256(repr((*identity, number)).encode()).hexdigest()
    BankLine.objects.bulk_update(lines, ["key"], batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [("bank", "0001_initial")]

    operations = [migrations.RunPython(write_keys, migrations.RunPython.noop)]
