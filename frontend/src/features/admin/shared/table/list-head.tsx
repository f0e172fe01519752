import { RotateCw } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { PageHead } from "@/components/page-head"

type ListHeadProps = {
  title: string
  /** Further actions on the whole list, such as an export. */
  children?: ReactNode
  refresh?: { label: string; busy: boolean; onPress: () => void }
}

/** Head of a list: title, actions and refresh button. */
export function ListHead({ title, children, refresh }: ListHeadProps) {
  return (
    <>
      <PageHead title={title} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{title}</h1>
        <div className="flex flex-wrap gap-3">
          {children}
          {refresh && (
            <Button variant="secondary" size="sm" busy={refresh.busy} onClick={refresh.onPress}>
              {!refresh.busy && <RotateCw aria-hidden="true" className="size-4" />}
              {refresh.label}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
