/**
 * The server's limits, named by the Python constants they repeat; tests/core/test_browser_limits.py compares them.
 *
 * Small plain numbers: the bundler then writes them into the files that use them, and no page loads this module.
 */

/** Lines of an order: MAX_LINES in orders/pricing.py. */
export const MAX_ITEMS = 20

/** Pieces of one line, as the check of cart/models.py bounds them; the shop's settings may allow fewer. */
export const MAX_QUANTITY = 99

/** Products on a wishlist: MAX_WISHES in cart/models.py. Guests have it, too, so that a login can take all along. */
export const MAX_WISHES = 100

/** Addresses of an account: MAX_ADDRESSES in accounts/address_book.py. */
export const MAX_ADDRESSES = 10

/** Characters of what staff write about a decision: MAX_NOTE in core/limits.py. */
export const MAX_NOTE = 500

/** Photos of a review, a claim or a return: MAX_PHOTOS in core/photos.py. */
export const MAX_PHOTOS = 4

/** Size of an uploaded picture in mebibytes: MAX_BYTES in core/photos.py. */
export const MAX_PHOTO_MIB = 5
