import type { ReactNode } from "react"
import { EmptyState } from "@/components/empty-state"
import { Suggestions } from "./suggestions"

type NoProductsProps = { title: string; action: ReactNode; children?: ReactNode }

/** What stands where a list would: why there is nothing, the way on, and what others look at. */
export function NoProducts({ title, action, children }: NoProductsProps) {
  return (
    <>
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
      <Suggestions />
    </>
  )
}
