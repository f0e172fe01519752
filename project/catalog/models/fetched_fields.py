"""Fields of a product that are fetched for what is shown of it."""

PICTURE_FIELDS = [
    f"main_picture__{name}" for name in ("key", "digest", "status", "width", "height", "placeholder", "color")
]

# All that a card shows: each column more takes time to ask for and to read.
CARD_FIELDS = [
    "public_id",
    "slug",
    "title_en",
    "title_hi",
    "short_description_en",
    "short_description_hi",
    "price_paise",
    "original_price_paise",
    "is_visible",
    "is_featured",
    "is_on_sale",
    "on_hand",
    "allocated",
    "held",
    "rating_average",
    "rating_count",
    "option_names",
    *(f"category__{name}" for name in ("public_id", "slug", "name_en", "name_hi")),
    *PICTURE_FIELDS,
]

# All that the live topic shows, which is read for each change and for each page that is opened.
LIVE_FIELDS = [
    "version",
    "slug",
    "price_paise",
    "is_visible",
    "on_hand",
    "allocated",
    "held",
    "rating_average",
    "rating_count",
    "category__is_shown",
    "option_names",
    "parent__slug",
]

# All that carts, quotes and orders need, beside the options.
SALE_FIELDS = [
    *LIVE_FIELDS,
    "public_id",
    "title_en",
    "title_hi",
    "sku",
    "tax_rate_basis_points",
    "hsn_code",
    "free_shipping",
    "shipping_weight_grams",
    *PICTURE_FIELDS,
]
