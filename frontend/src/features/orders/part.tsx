import { type ReactNode, useId } from "react"
import { SectionBoundary } from "@/components/section-boundary"

/** A titled part of an order's page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 border-line border-b pb-2 text-xl">
        {title}
      </h2>
      <SectionBoundary>{children}</SectionBoundary>
    </section>
  )
}
