import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { useTranslation } from "@/i18n"

const tabs = [
  { name: "accounts", to: "/admin/users" },
  { name: "tokens", to: "/admin/users/tokens" },
  { name: "webhooks", to: "/admin/users/webhooks" },
] as const

/** Switches between the people and the programs that have access. */
export function UserTabs({ chosen }: { chosen: (typeof tabs)[number]["name"] }) {
  const { t } = useTranslation("adminUsers")
  return (
    <StatusTabs
      label={t("tabs.label")}
      tabs={tabs.map(({ name, to }) => ({ name, to, title: t(`tabs.${name}`), chosen: name === chosen }))}
    />
  )
}
