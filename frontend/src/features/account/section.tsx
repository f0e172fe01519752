import { type ReactNode, useId } from "react"

/** One subject of the profile: what it is about on the left, what can be done about it on the right. */
export function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-16 gap-y-6 border-line border-t py-10 lg:grid-cols-[18rem_minmax(0,1fr)] lg:py-12"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-2 text-ink-soft text-sm">{lead}</p>
      </div>
      <div className="max-w-2xl">{children}</div>
    </section>
  )
}
