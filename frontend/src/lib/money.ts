const formatters = new Map<number, Intl.NumberFormat>()

function formatterWith(paiseDigits: 0 | 2): Intl.NumberFormat {
  const known = formatters.get(paiseDigits)
  if (known) return known
  // Hindi pages use the same digits and grouping, as Indian price tags do.
  const formatter = new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency: "INR",
    minimumFractionDigits: paiseDigits,
    maximumFractionDigits: paiseDigits,
  })
  formatters.set(paiseDigits, formatter)
  return formatter
}

/** Format rupees the Indian way: ₹1,25,000, and ₹1,25,000.50 when there are paise. */
export function formatRupees(rupees: number): string {
  // Adding 0 turns -0, which Intl writes as -₹0, into 0.
  return formatterWith(Number.isInteger(rupees) ? 0 : 2).format(rupees + 0)
}

/** Format the price difference of an option: +₹500, −₹200. */
export function formatSurcharge(rupees: number): string {
  const sign = rupees < 0 ? "−" : "+"
  return `${sign}${formatRupees(Math.abs(rupees))}`
}
