import account from "./account.json"
import admin from "./admin.json"
import adminCategories from "./adminCategories.json"
import adminOrders from "./adminOrders.json"
import adminProducts from "./adminProducts.json"
import adminSettings from "./adminSettings.json"
import adminUsers from "./adminUsers.json"
import audit from "./audit.json"
import bank from "./bank.json"
import cart from "./cart.json"
import cash from "./cash.json"
import certificates from "./certificates.json"
import checkout from "./checkout.json"
import content from "./content.json"
import { core } from "./core"
import dev from "./dev.json"
import discounts from "./discounts.json"
import disputes from "./disputes.json"
import exports from "./exports.json"
import guidance from "./guidance.json"
import home from "./home.json"
import liveView from "./liveView.json"
import moveIn from "./moveIn.json"
import mukhi from "./mukhi.json"
import operations from "./operations.json"
import orders from "./orders.json"
import pages from "./pages.json"
import payHealth from "./payHealth.json"
import payment from "./payment.json"
import paymentMore from "./payment-more.json"
import photos from "./photos.json"
import reviews from "./reviews.json"
import secondFactor from "./secondFactor.json"
import shellMore from "./shell-more.json"
import statements from "./statements.json"
import support from "./support.json"
import turntable from "./turntable.json"
import waitlist from "./waitlist.json"
import webhooks from "./webhooks.json"

/** The source of every key: the other languages must have exactly these. */
export const en = {
  ...core,
  "shell-more": shellMore,
  cart,
  cash,
  certificates,
  checkout,
  orders,
  payment,
  "payment-more": paymentMore,
  account,
  admin,
  liveView,
  adminProducts,
  adminCategories,
  adminOrders,
  adminSettings,
  adminUsers,
  discounts,
  audit,
  photos,
  reviews,
  guidance,
  home,
  mukhi,
  exports,
  moveIn,
  secondFactor,
  support,
  pages,
  turntable,
  waitlist,
  webhooks,
  statements,
  bank,
  disputes,
  operations,
  payHealth,
  content,
  dev,
}
