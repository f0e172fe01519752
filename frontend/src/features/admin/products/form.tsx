import { type ReactNode, useId } from "react"
import { useCodeText } from "@/features/admin/shared/labels"

/** The id of a field of the product, for links of the error summary. */
export const fieldId = (path: string) => `field-${path.replaceAll(".", "-")}`

type FormSectionProps = { title: string; lead?: string; children: ReactNode }

export function FormSection({ title, lead, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-line border-t py-8 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {lead && <p className="mt-1.5 text-ink-soft text-sm">{lead}</p>}
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  )
}

/** Label of a field by its path: "sizes, 2: price" for one in a list. */
export function useFieldName(): (path: string) => string {
  const text = useCodeText("adminProducts")
  const specification = useCodeText("shop")
  return (path) => {
    const parts = path.split(".").filter((part) => part !== "customization" && part !== "seo")
    const names = parts.map((part) =>
      /^\d+$/.test(part)
        ? String(Number(part) + 1)
        : text(`fields.${part}`, specification(`product.specs.${part}`, part)),
    )
    return names.join(" · ")
  }
}
