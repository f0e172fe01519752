import account from "./account.json"
import admin from "./admin.json"
import checkout from "./checkout.json"
import common from "./common.json"
import payment from "./payment.json"
import shell from "./shell.json"
import shop from "./shop.json"

/**
 * The source of every key: the other languages must have exactly these.
 *
 * `common` holds the components' words and what several features share; it is part of the default namespace.
 */
export const en = { shop: { common, ...shop }, shell, checkout, payment, account, admin }
