import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import type { User } from "@/stores/session"

/** Buttons of a change that needs verification: send a code or continue with the password, and cancel. */
export function VerificationButtons({
  user,
  busy,
  onCancel,
}: {
  user: User
  busy: boolean
  onCancel: () => void
}) {
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
