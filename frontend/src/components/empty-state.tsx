import type { ReactNode } from "react"
import { Mark } from "./logo"

type EmptyStateProps = {
  title: string
  /** h1 where this is all there is on the page. */
  heading?: "h1" | "h2"
  children?: ReactNode
  action?: ReactNode
}

/** Empty state: title, text and a link or button. */
export function EmptyState({ title, heading: Heading = "h2", children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-16 text-center">
      <Mark className="mb-6 size-12 text-gold" />
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-3 text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-7 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
