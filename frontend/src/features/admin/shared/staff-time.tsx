import { useTranslation } from "@/i18n"
import { formatStaffDateTime } from "@/lib/staff-time"

/** Date and time of an event, as staff read them. */
export function StaffTime({ at, className }: { at: string; className?: string }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} className={className}>
      {formatStaffDateTime(at, i18n.language)}
    </time>
  )
}
