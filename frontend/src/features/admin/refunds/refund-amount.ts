/** Validation errors of an amount. */
type AmountProblem = "invalid" | "tooMuch"

/** Parse rupees such as "500" or "₹1,234.50"; null for anything else, such as three decimals. */
export function readAmount(text: string): number | null {
  const plain = text.replace(/[₹,\s]/g, "")
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null
  const rupees = Number(plain)
  return rupees > 0 ? rupees : null
}

export function problemOf(text: string, refundable: number): AmountProblem | null {
  const amount = readAmount(text)
  if (amount === null) return "invalid"
  return amount > refundable ? "tooMuch" : null
}
