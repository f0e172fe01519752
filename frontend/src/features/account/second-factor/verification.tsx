import { useMutation } from "@tanstack/react-query"
import { Fingerprint } from "lucide-react"
import { type FormEvent, useRef, useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { plainDigits } from "@/lib/typed-id"
import { type SecondFactor, verifyCode, verifyPasskey } from "./calls"
import { Problem, passkeysWork, useProblemText } from "./problem"
import { SkipSecondFactor } from "./skip-second-factor"

type Method = "passkey" | "app" | "recovery"

/** Prove the second factor: by a passkey first, by the app's code, or by a recovery code. */
export function Verification({ factor, onDone }: { factor: SecondFactor; onDone: () => void }) {
  const { t } = useTranslation("secondFactor")
  const hasPasskey = factor.ways.includes("passkey") && passkeysWork()
  const methods: Method[] = [
    ...(hasPasskey ? (["passkey"] as const) : []),
    ...(factor.ways.includes("app") ? (["app"] as const) : []),
    "recovery",
  ]
  const [method, setMethod] = useState<Method>(methods[0] ?? "recovery")
  const passkey = useMutation({ mutationFn: verifyPasskey, onSuccess: onDone })
  return (
    <div className="space-y-6">
      {factor.ways.includes("passkey") && !hasPasskey && <Notice>{t("passkey.unavailable")}</Notice>}
      {method === "passkey" ? (
        <div className="space-y-4">
          <p className="text-ink-soft">{t("passkey.lead")}</p>
          <Problem error={passkey.error} />
          <Button className="w-full" busy={passkey.isPending} onClick={() => passkey.mutate()}>
            <Fingerprint className="size-5" />
            {t("passkey.use")}
          </Button>
        </div>
      ) : (
        <CodeStep key={method} method={method} onDone={onDone} />
      )}
      {methods.length > 1 && (
        <p className="flex flex-wrap gap-x-8 border-line border-t pt-3 text-sm">
          {methods
            .filter((name) => name !== method)
            .map((name) => (
              <button
                key={name}
                type="button"
                onClick={() => setMethod(name)}
                className="min-h-11 text-accent underline-offset-4 hover:underline"
              >
                {t(`ways.${name}`)}
              </button>
            ))}
        </p>
      )}
      {factor.shortcut && <SkipSecondFactor onDone={onDone} />}
    </div>
  )
}

function CodeStep({ method, onDone }: { method: "app" | "recovery"; onDone: () => void }) {
  const { t } = useTranslation("secondFactor")
  const problemText = useProblemText()
  const [code, setCode] = useState("")
  const field = useRef<HTMLInputElement>(null)
  const verify = useMutation({
    mutationFn: verifyCode,
    onSuccess: onDone,
    onError: () => field.current?.select(),
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() && !verify.isPending) verify.mutate(code.trim())
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      <TextField
        ref={field}
        // What the reader goes on with, on the login page as in the dialog.
        autoFocus
        label={t(`code.${method}`)}
        hint={t(`code.${method}Hint`)}
        error={verify.error ? problemText(verify.error) : undefined}
        value={code}
        inputMode={method === "app" ? "numeric" : "text"}
        autoComplete={method === "app" ? "one-time-code" : "off"}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        onChange={({ target }) => {
          setCode(method === "app" ? plainDigits(target.value).replace(/\D/g, "").slice(0, 6) : target.value)
          if (verify.error) verify.reset()
        }}
      />
      <Button type="submit" className="w-full" busy={verify.isPending} disabled={!code.trim()}>
        {t("code.submit")}
      </Button>
    </form>
  )
}
