import common from "./common.json"
import keep from "./keep.json"
import promises from "./promises.json"
import shell from "./shell.json"
import shop from "./shop.json"

/**
 * The texts of every page, in one file.
 *
 * `common` holds the components' words and what several features share, `keep` those of the cart's and the
 * wishlist's buttons, which are everywhere; both are part of the default namespace.
 */
export const core = { shop: { common, keep, promises, ...shop }, shell }
