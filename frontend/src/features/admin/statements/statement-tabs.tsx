import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { useTranslation } from "@/i18n"

const tabs = [
  { name: "reports", to: "/admin/statements" },
  { name: "bank", to: "/admin/statements/bank" },
] as const

/** Switches between what the providers say they sent, and what the bank says arrived. */
export function StatementTabs({ chosen }: { chosen: (typeof tabs)[number]["name"] }) {
  const { t } = useTranslation("admin")
  return (
    <StatusTabs
      label={t("tabs.statements")}
      tabs={tabs.map(({ name, to }) => ({
        name,
        to,
        title: t(`statementTabs.${name}`),
        chosen: name === chosen,
      }))}
    />
  )
}
