import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { Drawer } from "@/components/drawer"
import { useTranslation } from "@/i18n"

type FilterSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Number of matching products; unknown until the first answer. */
  total: number | undefined
  /** Absent when there is nothing to clear. */
  onClear: (() => void) | null
  children: ReactNode
}

/** The filters on a phone, in a sheet; its footer shows the number of matching products. */
export function FilterSheet({ open, onOpenChange, total, onClear, children }: FilterSheetProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="bottom"
      title={t("list.filters")}
      footer={
        <div className="flex gap-3">
          <Button variant="secondary" disabled={!onClear} onClick={() => onClear?.()}>
            {t("list.clear")}
          </Button>
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            {total === undefined ? t("list.show") : t("list.showCount", { count: total })}
          </Button>
        </div>
      }
    >
      {children}
    </Drawer>
  )
}
