import { useQuery } from "@tanstack/react-query"
import { CircleCheck, CircleDashed } from "lucide-react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { Panel } from "@/features/admin/shared/panel"
import { PaymentTrial } from "@/features/admin/shared/payment-trial"
import { sendForMessage } from "@/features/admin/shared/send"
import { TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { useAction } from "@/lib/use-action"
import { firstStepsQuery } from "./queries"

type Answer = Exclude<keyof Schemas["Setup"], number>
type Step = Schemas["FirstStep"]

/** The owner's checklist until it is hidden; then a notice when payments or mail are missing again. */
export function FirstSteps() {
  const { t } = useTranslation("admin")
  const { data } = useQuery(firstStepsQuery)
  const answering = useAction({
    act: (answer: string) =>
      sendForMessage("patch", "/api/admin/settings", {
        body: { version: data?.version ?? 0, setup: { ...data?.setup, [answer as Answer]: true } },
      }),
    renews: [firstStepsQuery.queryKey],
    failed: t("firstSteps.failed"),
  })
  if (!data?.steps.length) return null
  const { steps, isReady, setup } = data
  const urgent = steps.filter(({ name, isDone }) => !isDone && (name === "payments" || name === "mail"))
  const button = (answer: string, text: string) => (
    <Button size="sm" variant="secondary" busy={answering.isPending} onClick={() => answering.mutate(answer)}>
      {text}
    </Button>
  )
  return (
    <>
      {urgent.length > 0 && (
        <Notice tone="warning" title={t("firstSteps.missing")}>
          {urgent.map(({ name, text, to }) => (
            <p key={name}>
              {text} <TextLink to={to}>{t("firstSteps.go")}</TextLink>
            </p>
          ))}
        </Notice>
      )}
      {!setup.checklistHidden && (
        <Panel
          title={t("firstSteps.title")}
          aside={t("firstSteps.count", {
            done: steps.filter(({ isDone }) => isDone).length,
            total: steps.length,
          })}
        >
          <ol className="mt-2 divide-y divide-line text-sm">
            {steps.map((step) => (
              <StepLine key={step.name} step={step}>
                {step.confirmedBy && !step.isDone && button(step.confirmedBy, t("firstSteps.confirm"))}
                {step.tries && <PaymentTrial provider={step.tries}>{t("firstSteps.payRupee")}</PaymentTrial>}
              </StepLine>
            ))}
          </ol>
          {isReady && (
            <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
              <p className="font-medium text-success">{t("firstSteps.ready")}</p>
              {button("checklistHidden", t("firstSteps.hide"))}
            </div>
          )}
        </Panel>
      )}
    </>
  )
}

function StepLine({ step, children }: { step: Step; children: React.ReactNode }) {
  const { t } = useTranslation("admin")
  const { name, title, text, isDone, to } = step
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li data-step={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Icon
        role="img"
        aria-label={isDone ? t("firstSteps.done") : t("firstSteps.open")}
        className={isDone ? "size-5 text-success" : "size-5 text-ink-soft"}
      />
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-medium">{title}</span>
        <span className="block break-words text-ink-soft">{text}</span>
      </span>
      {children}
      {to && (
        <TextLink to={to} aria-label={`${t("firstSteps.go")}: ${title}`}>
          {t("firstSteps.go")}
        </TextLink>
      )}
    </li>
  )
}
