import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import type { User } from "@/stores/session"
import type { ProofBody } from "./calls"

export const byCode = (otp: string): ProofBody => ({ otp, password: "" })
export const byPassword = (password: string): ProofBody => ({ otp: "", password })

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
