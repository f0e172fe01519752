import type { ComponentProps, ReactNode } from "react"
import { EmptyState } from "@/components/empty-state"
import { Pager } from "@/features/admin/shared/pager"

type PagedProps = {
  /** How many rows the page has; none is said in words. */
  shown: number
  empty: { title: string; text?: ReactNode }
  /** Where the page stands among the others, once that is known. */
  pages?: Omit<ComponentProps<typeof Pager>, "shown">
  children: ReactNode
}

/** The rows of one page in their frame and the way to the other pages, or that there are none. */
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
