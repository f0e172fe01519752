import account from "./account.json"
import admin from "./admin.json"
import checkout from "./checkout.json"
import { core } from "./core"
import payment from "./payment.json"

/** The source of every key: the other languages must have exactly these. */
export const en = { ...core, checkout, payment, account, admin }
