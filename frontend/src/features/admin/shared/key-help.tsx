import { Keyboard } from "lucide-react"
import { useState } from "react"
import { lazyDialog } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import { RailButton } from "./rail-button"
import { useListKeys } from "./use-list-keys"

const KeyList = lazyDialog(() => import("./key-list"), "KeyList")

/** The button and the key "?" for the list of all keys of the back office. */
export function KeyHelp({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation("admin")
  const [open, setOpen] = useState(false)
  useListKeys(() => setOpen(true))
  return (
    <>
      <RailButton
        icon={Keyboard}
        label={t("keys.title")}
        collapsed={collapsed}
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
      />
      <KeyList open={open} onOpenChange={setOpen} />
    </>
  )
}
