import account from "./account.json"
import admin from "./admin.json"
import checkout from "./checkout.json"
import payment from "./payment.json"
import shop from "./shop.json"

/** The source of every key: the other languages must have exactly these. */
export const en = { shop, checkout, payment, account, admin }
