import { Copy } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"

type SecretProps = { secret: string; title: string; onClose: () => void; children: ReactNode }

/** A secret that was just made, shown here and only now. */
export function Secret({ secret, title, onClose, children }: SecretProps) {
  const { t } = useTranslation("adminUsers")
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(t("tokens.copied")),
      () => toast.error(t("tokens.copyFailed")),
    )
  return (
    <div className="space-y-5">
      <Notice tone="success" announce title={title}>
        {children}
      </Notice>
      <code
        className="block select-all break-all rounded-md border border-line bg-tile p-4"
        translate="no"
        data-secret
      >
        {secret}
      </code>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          {t("tokens.copy")}
        </Button>
        <Button onClick={onClose}>{t("tokens.close")}</Button>
      </div>
    </div>
  )
}
