import type { Translation } from ".."
import account from "./account.json"
import admin from "./admin.json"
import checkout from "./checkout.json"
import { core } from "./core"
import payment from "./payment.json"

export const hi: Translation = { ...core, checkout, payment, account, admin }
