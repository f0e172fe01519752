from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.catalog.triggers import AddFullTextIndex

# Every shop starts with these, and with another spelling of the first.
CATEGORIES = [
    ("rudraksha", "Rudraksha", "रुद्राक्ष", "📿"),
    ("crystal", "Crystals", "क्रिस्टल", "💎"),
    ("healing_stone", "Healing stones", "हीलिंग स्टोन", "🪨"),
]


def create_first_categories(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Category = apps.get_model("catalog", "Category")
    CategoryAlias = apps.get_model("catalog", "CategoryAlias")
    for position, (slug, name_en, name_hi, icon) in enumerate(CATEGORIES):
        Category.objects.get_or_create(
            slug=slug,
            defaults={
                "name_en": name_en,
                "name_hi": name_hi,
                "icon": icon,
                "is_featured": True,
                "sort_order": position * 10,
            },
        )
    CategoryAlias.objects.get_or_create(
        slug="rudraksh", defaults={"category": Category.objects.get(slug="rudraksha")}
    )


class Migration(migrations.Migration):
    initial = True

    dependencies = [("catalog", "0001_initial")]
    operations = [
        AddFullTextIndex(),
        migrations.RunPython(create_first_categories, migrations.RunPython.noop),
    ]
