import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import type { AdminOrder } from "./queries"

type RisksProps = { risks: AdminOrder["cashRisks"] }

/** What to know before a parcel is sent that the courier is to be paid for. */
export function CashRisks({ risks }: RisksProps) {
  const { t } = useTranslation("cash")
  if (risks.length === 0) return null
  return (
    <Notice tone="warning" title={t("staff.risks.title")}>
      <RiskList risks={risks} />
    </Notice>
  )
}

/** The same in a row, closed until somebody asks. */
export function CashRisksOfRow({ risks }: RisksProps) {
  const { t } = useTranslation("cash")
  if (risks.length === 0) return null
  return (
    <details className="mt-1 max-w-64 text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-warning underline underline-offset-4 pointer-coarse:min-h-11">
        {t("staff.risks.count", { count: risks.length })}
      </summary>
      <div className="whitespace-normal text-left">
        <RiskList risks={risks} />
      </div>
    </details>
  )
}

function RiskList({ risks }: RisksProps) {
  const { t } = useTranslation("cash")
  return (
    <ul className="mt-1 list-disc space-y-0.5 pl-4">
      {risks.map(({ kind, count }) => (
        <li key={kind}>{t(`staff.risks.${kind}`, { count })}</li>
      ))}
    </ul>
  )
}
