import type { ReactNode } from "react"
import { EmptyState } from "@/components/empty-state"
import { Suggestions } from "./suggestions"

type NoProductsProps = { title: string; action: ReactNode; children?: ReactNode }

/** Empty list: the reason, a link, and trending products. */
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
