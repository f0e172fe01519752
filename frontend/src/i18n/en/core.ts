import common from "./common.json"
import promises from "./promises.json"
import shell from "./shell.json"
import shop from "./shop.json"

/**
 * The texts of every page, in one file.
 *
 * `common` holds the components' words and what several features share; it is part of the default namespace.
 */
export const core = { shop: { common, promises, ...shop }, shell }
