import { Badge, type Tone } from "@/components/badge"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import type { AdminDiscount, DiscountStatus } from "./queries"

const tones: Record<DiscountStatus, Tone> = {
  running: "success",
  scheduled: "info",
  ended: "neutral",
  used_up: "warning",
  off: "neutral",
  archived: "neutral",
}

export function DiscountBadge({ status }: { status: DiscountStatus }) {
  const { t } = useTranslation("discounts")
  return <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
}

/** Return a function that words the discount of a code and its conditions. */
export function useRuleText() {
  const { t } = useTranslation("discounts")
  return ({ percent, amount, most, minimum, perCustomer }: AdminDiscount) => ({
    takes: percent === null ? formatRupees(amount ?? 0) : `${percent}%`,
    conditions: [
      most !== null && t("rule.most", { amount: formatRupees(most) }),
      minimum > 0 && t("rule.minimum", { amount: formatRupees(minimum) }),
      perCustomer !== null && t("rule.perCustomer", { count: perCustomer }),
    ].filter((text) => text !== false),
  })
}

/** Return a function that words the dates of a code. */
export function useDatesText() {
  const { t, i18n } = useTranslation("discounts")
  const moment = (iso: string) => formatStaffDateTime(iso, i18n.language)
  return ({ startsAt, endsAt }: AdminDiscount): string[] => {
    const dates = [
      startsAt && t("dates.from", { when: moment(startsAt) }),
      endsAt && t("dates.until", { when: moment(endsAt) }),
    ].filter((text) => text !== null)
    return dates.length > 0 ? dates : [t("dates.always")]
  }
}
