import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { Dialog } from "@/components/dialog"
import { ErrorState } from "@/components/error-state"
import { Spinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
import { useReauthentication } from "@/stores/reauthentication"
import { secondFactorQuery } from "./calls"
import { Verification } from "./verification"

/** Asks for the second factor again, over whatever is open; the refused call is then repeated by itself. */
export function ReauthenticationDialog() {
  const { t } = useTranslation("secondFactor")
  const { asked, answer } = useReauthentication()
  const factor = useQuery({ ...secondFactorQuery, enabled: asked })

  useEffect(() => {
    if (!asked) return
    // A dialog below would close with this one: Escape is for the topmost alone.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      event.stopPropagation()
      answer(false)
    }
    window.addEventListener("keydown", onKey, true)
    return () => window.removeEventListener("keydown", onKey, true)
  }, [asked, answer])

  return (
    <Dialog
      open={asked}
      onOpenChange={(stays) => !stays && answer(false)}
      title={t("again.title")}
      description={t("again.lead")}
    >
      {factor.data ? (
        <Verification factor={factor.data} onDone={() => answer(true)} />
      ) : factor.error ? (
        <ErrorState compact fallback={t("loadFailed")} {...retryOf(factor)} />
      ) : (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {t("shop:common.loading")}
        </p>
      )}
    </Dialog>
  )
}
