import type { Ref } from "react"
import { plainDigits } from "@/lib/typed-id"
import { TextField } from "./field"

export const CODE_DIGITS = 6

type CodeFieldProps = {
  ref?: Ref<HTMLInputElement>
  /** For a field that appears because the reader requested a code. */
  autoFocus?: boolean
  label: string
  hint?: string
  error: string | undefined
  value: string
  onValue: (digits: string) => void
}

/** The six digits of a code from a mail: typed, pasted, or put in by the phone's keyboard. */
export function CodeField({ onValue, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      name="otp"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      // Pasted from a mail it may carry spaces or a dash.
      onChange={(event) => onValue(plainDigits(event.target.value).replace(/\D/g, "").slice(0, CODE_DIGITS))}
    />
  )
}
