import { useState } from "react"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { api, type Schemas, unwrap } from "@/lib/api"
import type { User } from "@/stores/session"
import { type EmailVerificationOptions, useEmailVerification } from "./email-verification"

/** Proof of ownership of the account: the code sent to its address, or its password. */
type ProofBody = { otp: string; password: string }

export const byCode = (otp: string): ProofBody => ({ otp, password: "" })
export const byPassword = (password: string): ProofBody => ({ otp: "", password })

/** Have a code sent to the account's own address. */
export const sendConfirmation = (purpose: Schemas["ConfirmationIn"]["purpose"]) =>
  unwrap(api.POST("/api/auth/confirm/send-otp", { body: { purpose } }))

type OwnerChangeOptions<Asked, Done> = Omit<
  EmailVerificationOptions<Asked, Done>,
  "requestCode" | "verify"
> & {
  purpose: Schemas["ConfirmationIn"]["purpose"]
  change: (proof: ProofBody, asked: Asked) => Promise<Done>
}

/** A change that the account's owner proves: by the password if one is typed, else by a code. */
export function useOwnerChange<Asked, Done>({ purpose, change, ...rest }: OwnerChangeOptions<Asked, Done>) {
  const [password, setPassword] = useState("")
  const verification = useEmailVerification<Asked, Done>({
    requestCode: async (asked) => {
      if (password) return change(byPassword(password), asked)
      await sendConfirmation(purpose)
      return null
    },
    verify: (asked, otp) => change(byCode(otp), asked),
    ...rest,
  })
  return { verification, proof: { value: password, onValue: setPassword } }
}

type OwnerProofProps = { user: User; value: string; onValue: (password: string) => void }

/** Proof of ownership: the account's password if one is typed, else a code by e-mail. */
export function OwnerProof({ user, value, onValue }: OwnerProofProps) {
  const { t } = useTranslation("account")
  if (!user.hasPassword) {
    return <p className="wrap-anywhere text-ink-soft text-sm">{t("proof.codeTo", { email: user.email })}</p>
  }
  return (
    <TextField
      label={t("proof.current")}
      name="current-password"
      type="password"
      autoComplete="current-password"
      hint={t("proof.hint", { email: user.email })}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
