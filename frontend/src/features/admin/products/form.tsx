import { ChevronDown } from "lucide-react"
import { type ReactNode, useId } from "react"
import { useFields, valueAt } from "@/features/admin/shared/form-fields"
import { useFieldName } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import type { Draft } from "./draft"

/** The id of a field of the product, for links of the error summary. */
export const fieldId = (path: string) => `field-${path.replaceAll(".", "-")}`

type FormSectionProps = {
  title: string
  lead?: string
  /** Paths of its fields: the section is folded and names those that are filled in. */
  folded?: readonly string[]
  children: ReactNode
}

export function FormSection({ title, lead, folded, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-3 border-line border-t py-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {lead && <p className="mt-1 text-ink-soft text-sm">{lead}</p>}
      </div>
      {folded ? (
        <details className="min-w-0" aria-labelledby={id}>
          <summary className="flex min-h-9 cursor-pointer list-none items-center justify-between gap-4 text-sm hover:text-accent pointer-coarse:min-h-11">
            <span className="line-clamp-2 text-ink-soft">
              <Filled paths={folded} />
            </span>
            <ChevronDown aria-hidden="true" className="size-5 shrink-0 [[open]>summary>&]:rotate-180" />
          </summary>
          <div className="space-y-5 pt-4">{children}</div>
        </details>
      ) : (
        <div className="min-w-0 space-y-5">{children}</div>
      )}
    </section>
  )
}

function isFilled(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Boolean(value)
  return "available" in value ? value.available === true : Object.values(value).some(Boolean)
}

function Filled({ paths }: { paths: readonly string[] }) {
  const { t } = useTranslation("adminProducts")
  const fieldName = useFieldName("adminProducts")
  const { values } = useFields<Draft>()
  const filled = paths.filter((path) => isFilled(valueAt(values, path)))
  return filled.map((path) => fieldName(path.split(".").at(-1) ?? path)).join(", ") || t("form.nothing")
}
