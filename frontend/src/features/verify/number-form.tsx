import { type FormEvent, useState } from "react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { typedId } from "@/lib/typed-id"

/** Longer than any number on a certificate. */
const MAX_LENGTH = 40

/** Form for the number of a certificate. */
export function NumberForm({ number }: { number: string }) {
  const { t } = useTranslation("reviews")
  const navigate = useNavigate()
  const [typed, setTyped] = useState(number)
  const [tried, setTried] = useState(false)
  // As people copy it from paper: spaces and small letters do no harm.
  const clean = typedId(typed.replace(/\s+/g, ""))

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (clean) navigate(`/verify/${encodeURIComponent(clean)}`)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-7 grid gap-4 sm:grid-cols-[1fr_auto]">
      <TextField
        label={t("verify.number")}
        hint={t("verify.numberHint")}
        error={tried && !clean ? t("verify.numberRequired") : undefined}
        name="number"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" className="h-11.5 sm:mt-[1.8rem]">
        {t("verify.check")}
      </Button>
    </form>
  )
}
