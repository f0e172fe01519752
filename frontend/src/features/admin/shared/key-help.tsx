import { Keyboard } from "lucide-react"
import { useState } from "react"
import { IconButton } from "@/components/button"
import { lazyDialog } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import { useListKeys } from "./use-list-keys"

const KeyList = lazyDialog(() => import("./key-list"), "KeyList")

/** The button and the key "?" for the list of all keys of the back office. */
export function KeyHelp() {
  const { t } = useTranslation("admin")
  const [open, setOpen] = useState(false)
  useListKeys(() => setOpen(true))
  return (
    <>
      <IconButton
        label={t("keys.title")}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        className="max-md:hidden"
        onClick={() => setOpen(true)}
      >
        <Keyboard aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
      <KeyList open={open} onOpenChange={setOpen} />
    </>
  )
}
