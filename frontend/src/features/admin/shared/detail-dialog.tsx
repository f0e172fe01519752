import type { ReactNode } from "react"
import { Dialog } from "@/components/dialog"
import { Fetched } from "./load-problem"
import type { LoadedQuery } from "./table/loaded"

type DetailDialogProps<T> = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** In place of a description: the id of what is shown. */
  id?: string
  query: LoadedQuery<T>
  loading: string
  /** Title of the error state. */
  failed: string
  /** Buttons at the foot, once loaded. */
  buttons?: (data: T) => ReactNode
  /** A dialog that opens above this one stands in here, so that closing it returns the focus. */
  children: (data: T) => ReactNode
}

/** A dialog with the details of one row, with their loading and error states. */
export function DetailDialog<T>({ id, query, buttons, children, ...dialog }: DetailDialogProps<T>) {
  const { data } = query
  const foot = data !== undefined && buttons?.(data)
  return (
    <Dialog
      open={dialog.open}
      onOpenChange={(stays) => !stays && dialog.onClose()}
      size="lg"
      title={dialog.title}
      description={
        id ? (
          <span className="select-all break-all tabular-nums" translate="no">
            {id}
          </span>
        ) : (
          dialog.description
        )
      }
      footer={foot && <div className="flex flex-wrap justify-end gap-3">{foot}</div>}
    >
      <Fetched query={query} loading={dialog.loading} failed={dialog.failed}>
        {children}
      </Fetched>
    </Dialog>
  )
}
