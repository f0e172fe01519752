import { Button } from "@/components/button"
import { CodeEntry, useCodeEntry, useSentCode } from "@/components/code-entry"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"

type CodeStepsProps = {
  /** Have a code mailed. */
  ask: () => Promise<unknown>
  /** Exchange the code for access. */
  check: (code: string) => Promise<unknown>
  askLabel: string
  checkLabel?: string
}

/** Ask for a code by mail, then enter it. */
export function CodeSteps({ ask, check, askLabel, checkLabel }: CodeStepsProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const sent = useSentCode(ask)
  const { sentAt, send } = sent
  if (sentAt === null) {
    return (
      <div className="mt-4">
        <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
          {askLabel}
        </Button>
        {send.error && (
          <p role="alert" className="mt-2 text-danger text-sm">
            {errorText(send.error, t("code.sendFailed"))}
          </p>
        )}
      </div>
    )
  }
  return <EnterCode check={check} sent={sent} checkLabel={checkLabel} />
}

type EnterCodeProps = Pick<CodeStepsProps, "check"> & {
  sent: ReturnType<typeof useSentCode>
  checkLabel: string | undefined
}

export function EnterCode({ check, sent, checkLabel }: EnterCodeProps) {
  const { t } = useTranslation("orders")
  return (
    <CodeEntry
      className="mt-4"
      entry={useCodeEntry({ check })}
      sent={sent}
      texts="orders"
      hint={t("code.hint")}
      submitLabel={checkLabel ?? t("code.check")}
    />
  )
}
