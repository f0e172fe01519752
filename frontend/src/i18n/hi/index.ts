import type { Translation } from ".."
import account from "./account.json"
import admin from "./admin.json"
import checkout from "./checkout.json"
import common from "./common.json"
import payment from "./payment.json"
import shell from "./shell.json"
import shop from "./shop.json"

export const hi: Translation = { shop: { common, ...shop }, shell, checkout, payment, account, admin }
