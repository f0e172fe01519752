import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import type { User } from "@/stores/session"

/** Under a field whose change needs proof: have a code sent or go on with a password, or leave it as it is. */
export function AskButtons({ user, busy, onCancel }: { user: User; busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation("account")
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={busy}>
        {t(user.hasPassword ? "continue" : "login.send")}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  )
}
