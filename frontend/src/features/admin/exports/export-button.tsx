import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { lazySection } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import { useMay } from "@/stores/session"
import type { ExportDialogProps } from "./export-dialog"

const ExportDialog = lazySection(() => import("./export-dialog"), "ExportDialog")

type ExportButtonProps = Pick<ExportDialogProps, "kind" | "filters"> & {
  /** Replaces the default label. */
  label?: string
}

/** Button that exports the filtered list; only with the right to export. */
export function ExportButton(props: ExportButtonProps) {
  return useMay("exports") ? <Allowed {...props} /> : null
}

function Allowed({ kind, filters, label }: ExportButtonProps) {
  const { t } = useTranslation("exports")
  // Mounted from the first opening on, for the closing animation.
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Download aria-hidden="true" className="size-4" />
        {label ?? t("button")}
      </Button>
      {open !== null && (
        <ExportDialog kind={kind} filters={filters} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
