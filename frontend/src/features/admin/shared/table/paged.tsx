import type { ComponentProps, ReactNode } from "react"
import { EmptyState } from "@/components/empty-state"
import { Pager } from "@/features/admin/shared/pager"

type PagedProps = {
  /** How many rows the page has; with none, the empty state is shown. */
  shown: number
  empty: { title: string; text?: ReactNode }
  /** The pagination, once loaded. */
  pages?: Omit<ComponentProps<typeof Pager>, "shown">
  children: ReactNode
}

/** The rows of one page with its pagination, or the empty state. */
export function Paged({ shown, empty, pages, children }: PagedProps) {
  return (
    <>
      {shown === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <div className="rounded-md border border-line bg-paper">{children}</div>
      )}
      {pages && <Pager {...pages} shown={shown} />}
    </>
  )
}
