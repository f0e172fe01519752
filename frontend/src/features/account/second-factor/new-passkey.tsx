import { useMutation } from "@tanstack/react-query"
import { Fingerprint } from "lucide-react"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { addPasskey, type SecondFactorData } from "./calls"
import { Problem, passkeysWork } from "./problem"

const MAX_NAME = 60

/** Name a passkey and have the browser make it. */
export function NewPasskey({ onDone }: { onDone: (data: SecondFactorData) => void }) {
  const { t } = useTranslation("secondFactor")
  const [name, setName] = useState(t("passkey.defaultName"))
  const add = useMutation({ mutationFn: addPasskey, onSuccess: onDone })
  if (!passkeysWork()) return <Notice>{t("passkey.unavailable")}</Notice>
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() && !add.isPending) add.mutate(name.trim())
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <TextField
        label={t("passkey.name")}
        hint={t("passkey.nameHint")}
        value={name}
        maxLength={MAX_NAME}
        onChange={({ target }) => setName(target.value)}
      />
      <Problem error={add.error} />
      <Button type="submit" className="w-full" busy={add.isPending} disabled={!name.trim()}>
        <Fingerprint className="size-5" />
        {t("passkey.add")}
      </Button>
    </form>
  )
}
