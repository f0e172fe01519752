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
  [en["shell-more"].loggedOut, "Logged out successfully"],
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
