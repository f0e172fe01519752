import { expect, test } from "vitest"
import { en } from "./en"

/** The sentences the shop's description gives to the word. */
const specified = [
  [en.account.login.sendFailed, "Failed to send OTP"],
  [en.account.login.verifyFailed, "Failed to verify OTP"],
  [en.account.password.failed, "Failed to login"],
  [en.account.register.failed, "Failed to register"],
  [en.account.profile.saveFailed, "Failed to update profile"],
  [en.account.login.sent, "OTP sent successfully! Check your email."],
  [en.account.login.done, "Login successful!"],
  [en.account.register.done, "Registration successful!"],
  [en.account.profile.saved, "Profile updated successfully!"],
  [en.checkout.problem.orderTitle, "Failed to create order"],
  [en.checkout.problem.paymentTitle, "Failed to create payment order"],
  [en.checkout.problem.notStarted, "Payment initiation failed"],
  [en.checkout.problem.paymentFailed, "Payment failed. Please try again."],
  [en.checkout.page.nothing, "No items to checkout"],
  [en.orders.track.blank, "Please enter your email address"],
  [en.orders.track.failed, "Failed to track orders. Please try again."],
  [en.orders.track.found_one, "Found {{count}} order(s)"],
  [en.orders.track.found_other, "Found {{count}} order(s)"],
  [en.orders.transaction.blank, "Please enter a Transaction ID"],
  [en.orders.transaction.failed, "Failed to get order status"],
  [en.orders.transaction.unknown, "Failed to track order. Please check your Transaction ID."],
  [en.orders.transaction.outcomes.failed, "Payment Failed"],
  [en.orders.transaction.outcomes.received, "Order Received"],
  [en.payment.failed.title, "Payment Failed"],
  [en.payment.received.title, "Order Received"],
  [en.payment.success.lead, "Payment successful! Order placed successfully."],
  [en.payment.checkFailed, "Failed to check payment status"],
  [en["payment-more"].unknown.invalid, "Invalid payment confirmation"],
  [en.shop.category.failed, "Failed to load category data"],
  [en.shop.category.notFoundTitle, "Category not found"],
  [en.shop.category.empty, "No products found in this category"],
  [en.shop.product.related, "More Divine Products"],
  [en.shop.list.failed, "Failed to load products"],
  [en.shop.list.initFailed, "Failed to initialize data"],
  [en.payment.verifyFailed, "Failed to verify payment"],
  [en["shell-more"].loggedOut, "Logged out successfully"],
  // Status, tracking, lists and forms that fail.
  [en.payment.checkFailed, "Failed to check payment status"],
  [en.orders.transaction.failed, "Failed to get order status"],
  [en.orders.transaction.unknown, "Failed to track order. Please check your Transaction ID."],
  [en.orders.transaction.blank, "Please enter a Transaction ID"],
  [en.adminProducts.form.saveFailed, "Failed to save product"],
  [en.adminProducts.removeFailed, "Failed to delete product"],
  [en.adminProducts.pictures.failed, "Failed to upload image"],
  [en.adminProducts.pictures.notRead, "Failed to process images"],
  [en.adminCategories.saveFailed, "Failed to save category"],
  [en.adminCategories.deleteFailed, "Failed to delete category"],
  [en.adminOrders.failed, "Failed to fetch orders"],
  [en.adminOrders.move.failed, "Failed to update order status"],
  [en.admin.transactions.failed, "Failed to fetch transactions"],
  [en.admin.details.failed, "Failed to fetch transaction details"],
  [en.admin.refund.askFailed, "Failed to process refund"],
  [en.exports.dialog.failedTransactions, "Failed to export transactions"],
  [en.guidance.form.fillAll, "Please fill in all fields"],
  [en.checkout.problem.wentWrong, "Something went wrong. Please try again."],
  // What has worked.
  [en.adminProducts.pictures.uploaded, "Image uploaded successfully"],
  [en.adminProducts.pictures.selected, "{{count}} image(s) selected successfully"],
  [en.adminOrders.move.done, "Order status updated successfully"],
  // What is asked and shown.
  [en.adminProducts.removeQuestion, "Are you sure you want to delete this product?"],
  [en.adminProducts.pictures.tooLarge, "{{file}} is too large. Maximum size is 5MB."],
  [en.adminCategories.deleteQuestion, "Are you sure you want to delete this category?"],
  [en.adminUsers.noPhone, "No phone"],
  [en.adminUsers.roles.admin, "Admin"],
  [en.adminUsers.roles.customer, "Customer"],
  [en.admin.transactions.loading, "Loading transactions..."],
  [en.admin.transactions.empty, "No transactions found"],
  [en.admin.transactions.emptyText, "Try adjusting your filters"],
  [en.guidance.result.back, "Back to Form"],
  [en.guidance.result.home, "Back to Home"],
  [en.shell.rateLimited, "Rate limit exceeded. Please wait {{time}} before trying again."],
] as const

test.each(specified)("%s", (text, words) => {
  expect(text).toBe(words)
})

test.each([
  "Failed to add to wishlist",
  "Failed to remove from wishlist",
  "Failed to update wishlist",
  "Product added to wishlist!",
  "Product removed from wishlist!",
  "Added to wishlist",
  "Removed from wishlist",
])("%s", (words) => {
  expect(Object.values(en.shop.keep)).toContain(words)
})
