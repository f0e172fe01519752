import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { lazyDialog } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import { useMay } from "@/stores/session"
import type { ExportDialogProps } from "./export-dialog"

const ExportDialog = lazyDialog(() => import("./export-dialog"), "ExportDialog")

type ExportButtonProps = Pick<ExportDialogProps, "kind" | "filters"> & {
  /** Replaces the default label. */
  label?: string
}

/** Button that exports the filtered list; only with the right to export. */
export function ExportButton({ label, ...list }: ExportButtonProps) {
  const { t } = useTranslation("exports")
  const [open, setOpen] = useState(false)
  if (!useMay("exports")) return null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Download aria-hidden="true" className="size-4" />
        {label ?? t("button")}
      </Button>
      <ExportDialog {...list} open={open} onOpenChange={setOpen} />
    </>
  )
}
