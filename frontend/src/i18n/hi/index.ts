import type { Translation } from ".."
import account from "./account.json"
import admin from "./admin.json"
import checkout from "./checkout.json"
import payment from "./payment.json"
import shop from "./shop.json"

export const hi: Translation = { shop, checkout, payment, account, admin }
