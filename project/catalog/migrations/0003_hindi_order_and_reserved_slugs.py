import secrets

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import project.catalog.natural_order
from project.catalog.natural_order import natural_key

# Addresses of the shop's own below /products/: a product that has one of them has no page.
RESERVED = ["featured", "home", "id", "new-arrivals", "suggest", "trending"]


def write_hindi_order(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Sort products without a Hindi title by the English one, which is shown."""
    Product = apps.get_model("catalog", "Product")
    for pk, title in Product.objects.filter(title_hi="").values_list("pk", "title_en"):
        Product.objects.filter(pk=pk, title_hi="").update(title_key_hi=natural_key(title))


def rename_reserved_slugs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give products another address than the shop's own; the old one leads to it where it can."""
    Product = apps.get_model("catalog", "Product")
    ProductAlias = apps.get_model("catalog", "ProductAlias")
    for product in Product.objects.filter(slug__in=RESERVED):
        old = product.slug
        Product.objects.filter(pk=product.pk).update(slug=f"{old}-{secrets.token_hex(3)}")
        ProductAlias.objects.get_or_create(slug=old, defaults={"product": product})


class Migration(migrations.Migration):
    dependencies = [("catalog", "0002_triggers_and_first_categories")]

    operations = [
        migrations.AlterField(
            model_name="product",
            name="title_key_hi",
            field=project.catalog.natural_order.NaturalKeyField(
                default=b"", fallback="title_en", source="title_hi"
            ),
        ),
        migrations.RunPython(write_hindi_order, migrations.RunPython.noop),
        migrations.RunPython(rename_reserved_slugs, migrations.RunPython.noop),
    ]
