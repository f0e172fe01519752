import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { lazySection } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import { useMay } from "@/stores/session"
import type { ExportDialogProps } from "./export-dialog"

const ExportDialog = lazySection(() => import("./export-dialog").then((module) => module.ExportDialog))

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
  const [open, setOpen] = useState(false)
  // Mounted from the first opening on, for the closing animation.
  const [openCount, setOpenCount] = useState(0)
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          setOpen(true)
          setOpenCount(openCount + 1)
        }}
      >
        <Download aria-hidden="true" className="size-4" />
        {label ?? t("button")}
      </Button>
      {openCount > 0 && (
        <ExportDialog
          key={openCount}
          kind={kind}
          filters={filters}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
