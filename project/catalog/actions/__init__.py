"""The verbs of the catalogue: what staff edit, and every piece's way through the stock."""

from project.catalog.actions.categories import change_category, create_category, delete_category
from project.catalog.actions.certificates import issue_certificate, lock_certificate, void_certificate
from project.catalog.actions.live_events import publish_category
from project.catalog.actions.pictures import (
    render_picture,
    retry_rendering,
    store_pictures,
    store_upload,
    take_due_pictures,
)
from project.catalog.actions.products import (
    Draft,
    Option,
    change_product,
    count_stock,
    create_product,
    remove_product,
    restore_product,
    save_product,
)
from project.catalog.actions.stock import (
    after_stock_freed,
    allocate,
    allocate_held,
    deallocate,
    dispatch,
    hold,
    hold_end_changed,
    lock_named_products,
    lock_products,
    release,
    set_on_hand,
)

__all__ = [
    "Draft",
    "Option",
    "after_stock_freed",
    "allocate",
    "allocate_held",
    "change_category",
    "change_product",
    "count_stock",
    "create_category",
    "create_product",
    "deallocate",
    "delete_category",
    "dispatch",
    "hold",
    "hold_end_changed",
    "issue_certificate",
    "lock_certificate",
    "lock_named_products",
    "lock_products",
    "release",
    "remove_product",
    "render_picture",
    "restore_product",
    "retry_rendering",
    "save_product",
    "set_on_hand",
    "store_pictures",
    "store_upload",
    "publish_category",
    "take_due_pictures",
    "void_certificate",
]
