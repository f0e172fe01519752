import { Copy, Download } from "lucide-react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { saveFile } from "@/lib/save-file"
import { toast } from "@/lib/toast"

/** New recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation("secondFactor")
  const text = codes.join("\n")
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t("recovery.copied")),
      () => toast.error(t("recovery.copyFailed")),
    )
  return (
    <div className="space-y-5">
      <Notice tone="warning" announce title={t("recovery.once")}>
        {t("recovery.lead")}
      </Notice>
      <ul
        aria-label={t("recovery.title")}
        className="grid grid-cols-1 gap-x-8 gap-y-1 rounded-md border border-line bg-tile p-4 font-mono text-base sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} translate="no">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy className="size-4.5" />
          {t("recovery.copy")}
        </Button>
        <Button
          variant="secondary"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")}
        >
          <Download className="size-4.5" />
          {t("recovery.download")}
        </Button>
      </div>
      <Button className="w-full" onClick={onDone}>
        {t("recovery.done")}
      </Button>
    </div>
  )
}
