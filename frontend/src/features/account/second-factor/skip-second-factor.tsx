import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { skipInDevelopment } from "./calls"

/** Button that skips the second factor for sample accounts; the server offers it in development only. */
export function SkipSecondFactor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("secondFactor")
  const skip = useAction({ act: skipInDevelopment, onDone, failed: t("shortcut.failed") })
  return (
    <div className="rounded-md border border-line-strong border-dashed p-3">
      <Button variant="secondary" className="w-full" busy={skip.isPending} onClick={() => skip.mutate()}>
        {t("shortcut.button")}
      </Button>
    </div>
  )
}
