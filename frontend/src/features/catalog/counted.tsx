import { useTranslation } from "@/i18n"

/** A filter option and the number of products it matches. */
export function Counted({ label, count }: { label: string; count: number | undefined }) {
  const { t } = useTranslation()
  return (
    <span className="flex justify-between gap-3 text-sm">
      {label}
      {count !== undefined && (
        <span className="text-ink-soft tabular-nums">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{t("list.count", { count })}</span>
        </span>
      )}
    </span>
  )
}
