import { CircleCheck } from "lucide-react"
import { useEffect, useRef } from "react"
import { Button } from "@/components/button"
import { useLineTitle } from "@/components/option-notes"
import { useTranslation } from "@/i18n"
import { useCartState } from "@/stores/cart"
import { useCartChanges } from "./changes"
import type { CartLine } from "./queries"

/** The line added or removed last; a removed one can be restored. */
export function LastChange() {
  const { t } = useTranslation("cart")
  const { added, removed } = useCartState()
  if (removed) return <Removed key={removed._id} line={removed} />
  if (!added) return null
  return (
    <p role="status" className="flex gap-2.5 text-sm text-success">
      <CircleCheck className="mt-0.5 size-4 shrink-0" />
      {t("added", { title: added })}
    </p>
  )
}

function Removed({ line }: { line: CartLine }) {
  const { t } = useTranslation("cart")
  const lineTitle = useLineTitle()
  const { putBack } = useCartChanges()
  const showRemoved = useCartState((state) => state.showRemoved)
  const note = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone: the keyboard goes on here.
  useEffect(() => {
    note.current?.querySelector("button")?.focus()
  }, [])
  return (
    <div
      ref={note}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-tile py-2 pr-2 pl-4 text-sm"
    >
      <p role="status">{t("removed", { title: lineTitle(line.product.title, line.customization) })}</p>
      {/* What cannot be bought could not be put back either. */}
      {!line.problem && (
        <Button
          variant="quiet"
          size="sm"
          className="min-h-11"
          busy={putBack.isPending}
          onClick={() => putBack.mutate(line, { onSuccess: () => showRemoved(null) })}
        >
          {t("undo")}
        </Button>
      )}
    </div>
  )
}
