import type { ComponentProps } from "react"
import { TextField } from "./field"

/** The input for an e-mail address. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  )
}

/** The input for a phone number. */
export function PhoneField(props: ComponentProps<typeof TextField>) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" {...props} />
}
