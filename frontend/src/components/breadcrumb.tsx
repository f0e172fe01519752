import { useTranslation } from "@/i18n"
import { Link } from "./link"

/** Breadcrumb; the last part is the current page. */
export function Breadcrumb({ trail }: { trail: readonly { label: string; to?: string }[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t("common.breadcrumb")} className="py-5 text-ink-soft text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        {trail.map((part, index) => (
          <li key={part.label} className="flex min-w-0 items-center gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {part.to ? (
              <Link to={part.to} className="py-1 underline-offset-4 hover:text-accent hover:underline">
                {part.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate text-ink">
                {part.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
