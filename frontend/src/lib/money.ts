/**
 * Format rupees the Indian way: ₹1,25,000, and ₹1,25,000.50 when there are paise.
 *
 * Both languages use the same digits, as Indian price tags do. By hand, because the browser's own formatter takes a
 * cheap phone a tenth of a second to set up, just when the first screen shall answer.
 */
export function formatRupees(rupees: number): string {
  const sign = rupees < 0 ? "-" : ""
  const [whole = "", paise] = Math.abs(rupees)
    .toFixed(Number.isInteger(rupees) ? 0 : 2)
    .split(".")
  const grouped = whole.replace(/\B(?=(\d\d)*\d{3}$)/g, ",")
  return `${sign}₹${paise ? `${grouped}.${paise}` : grouped}`
}

/** Format what an option adds or takes away: +₹500, −₹200. */
export function formatSurcharge(rupees: number): string {
  const sign = rupees < 0 ? "−" : "+"
  return `${sign}${formatRupees(Math.abs(rupees))}`
}
