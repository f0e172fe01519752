import type { ReactNode } from "react"

/** Heading of a login step. */
export function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-3 wrap-anywhere text-ink-soft">{children}</p>
    </div>
  )
}
