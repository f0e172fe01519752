import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"

/** Under a field whose change needs a code: have it sent, or leave everything as it is. */
export function AskButtons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation("account")
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={busy}>
        {t("login.send")}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  )
}
