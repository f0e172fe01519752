import { type ReactNode, useId } from "react"

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
