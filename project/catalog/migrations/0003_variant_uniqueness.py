from django.db import migrations, models
from django.db.models.functions import Upper

from project.core.concurrent_index import AddUniqueIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('catalog', '0002_variants'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddConstraint(
                    model_name='product',
                    constraint=models.UniqueConstraint(
                        Upper('sku'), condition=~models.Q(sku=''), name='product_sku_once'
                    ),
                ),
                migrations.AddConstraint(
                    model_name='product',
                    constraint=models.UniqueConstraint(
                        fields=['parent', 'option_values'],
                        condition=models.Q(parent__isnull=False),
                        name='product_variant_once',
                    ),
                ),
            ],
            database_operations=[
                AddUniqueIndex('product_sku_once', "catalog_product (upper(sku)) WHERE NOT (sku = '')"),
                AddUniqueIndex(
                    'product_variant_once',
                    'catalog_product (parent_id, option_values) WHERE parent_id IS NOT NULL',
                ),
            ],
        ),
    ]
