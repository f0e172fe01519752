import { useMutation } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { useCodeEntry } from "@/components/code-entry"
import { CodeField } from "@/components/code-field"
import { useTranslation } from "@/i18n"
import { beginApp, confirmApp, type SecondFactorData } from "./calls"
import { Problem, useProblemText } from "./problem"

/** Set up an authenticator app: scan or type the secret, then confirm by a code. */
export function NewApp({ onDone }: { onDone: (data: SecondFactorData) => void }) {
  const { t } = useTranslation("secondFactor")
  const problemText = useProblemText()
  const begin = useMutation({ mutationFn: beginApp })
  const { check, isComplete, submit, field } = useCodeEntry({ check: confirmApp, onDone })
  if (!begin.data) {
    return (
      <div className="space-y-4">
        <Problem error={begin.error} />
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
  const { secret, picture } = begin.data
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="text-ink-soft">{t("app.scan")}</p>
      <img src={picture} alt={t("app.picture")} width={200} height={200} className="mx-auto bg-white" />
      <p className="text-sm">
        <span className="block text-ink-soft">{t("app.type")}</span>
        <code className="break-all font-mono text-base">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <CodeField
        {...field}
        label={t("code.app")}
        error={check.error ? problemText(check.error) : undefined}
      />
      <Button type="submit" className="w-full" busy={check.isPending} disabled={!isComplete}>
        {t("app.confirm")}
      </Button>
    </form>
  )
}
