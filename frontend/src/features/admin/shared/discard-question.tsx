import { useEffect } from "react"
import { useBlocker } from "react-router-dom"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { useTranslation } from "@/i18n"

type DiscardQuestionProps = { open: boolean; onKeep: () => void; onDiscard: () => void }

/** The question before unsaved changes are lost. */
export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation("admin")
  return (
    <Dialog open={open} onOpenChange={(stays) => !stays && onKeep()} title={t("unsaved.title")}>
      <p>{t("unsaved.text")}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onDiscard}>
          {t("unsaved.discard")}
        </Button>
        <Button onClick={onKeep}>{t("unsaved.keep")}</Button>
      </div>
    </Dialog>
  )
}

/** Ask before the unsaved changes of a page are lost by a link, Back, or closing the page. */
export function UnsavedChangesGuard({ active }: { active: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!active) return
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", onClose)
    return () => window.removeEventListener("beforeunload", onClose)
  }, [active])
  return (
    <DiscardQuestion
      open={blocker.state === "blocked"}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
