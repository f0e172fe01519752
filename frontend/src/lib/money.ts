const whole = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  minimumFractionDigits: 0,
  maximumFractionDigits: 0,
})
const exact = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" })

/**
 * Format rupees the Indian way: ₹1,25,000, and ₹1,25,000.50 when there are paise.
 *
 * Both languages use the same digits, as Indian price tags do.
 */
export function formatRupees(rupees: number): string {
  return Number.isInteger(rupees) ? whole.format(rupees) : exact.format(rupees)
}

/** Format what an option adds or takes away: +₹500, −₹200. */
export function formatSurcharge(rupees: number): string {
  const sign = rupees < 0 ? "−" : "+"
  return `${sign}${formatRupees(Math.abs(rupees))}`
}
