import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { Button } from "@/components/button"
import { CODE_DIGITS, CodeField } from "@/components/code-field"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { beginApp, confirmApp, type SecondFactorData } from "./calls"
import { useProblemText } from "./use-problem-text"

/** Set up an authenticator app: scan or type the secret, then confirm by a code. */
export function NewApp({ onDone }: { onDone: (data: SecondFactorData) => void }) {
  const { t } = useTranslation("secondFactor")
  const problemText = useProblemText()
  const [code, setCode] = useState("")
  const field = useRef<HTMLInputElement>(null)
  const begin = useMutation({ mutationFn: beginApp })
  const confirm = useMutation({
    mutationFn: confirmApp,
    onSuccess: onDone,
    onError: () => field.current?.select(),
  })
  if (!begin.data) {
    return (
      <div className="space-y-4">
        {begin.error && (
          <Notice tone="danger" announce>
            {problemText(begin.error)}
          </Notice>
        )}
        <Button
          variant="secondary"
          className="w-full"
          busy={begin.isPending}
          onClick={() => begin.mutate(undefined)}
        >
          {t("app.begin")}
        </Button>
      </div>
    )
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (code.length === CODE_DIGITS && !confirm.isPending) confirm.mutate(code)
  }
  const { secret, picture } = begin.data
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <p className="text-ink-soft">{t("app.scan")}</p>
      <img src={picture} alt={t("app.picture")} width={200} height={200} className="mx-auto bg-white" />
      <p className="text-sm">
        <span className="block text-ink-soft">{t("app.type")}</span>
        <code className="break-all font-mono text-base">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <CodeField
        ref={field}
        label={t("code.app")}
        value={code}
        onValue={(digits) => {
          setCode(digits)
          if (confirm.error) confirm.reset()
        }}
        error={confirm.error ? problemText(confirm.error) : undefined}
      />
      <Button
        type="submit"
        className="w-full"
        busy={confirm.isPending}
        disabled={code.length !== CODE_DIGITS}
      >
        {t("app.confirm")}
      </Button>
    </form>
  )
}
