import { X } from "lucide-react"
import { useTranslation } from "@/i18n"

/** Something active, such as a filter, with a button that removes it. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t("common.remove", { what: label })}
      onClick={onRemove}
      className="group inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-paper py-1 pr-2.5 pl-4 text-sm transition-colors hover:border-accent hover:text-accent pointer-coarse:min-h-11"
    >
      {label}
      <X className="size-3.5 text-ink-soft group-hover:text-accent" />
    </button>
  )
}
