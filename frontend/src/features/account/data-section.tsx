import { Download } from "lucide-react"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { downloadJson } from "@/lib/download-json"
import { toast } from "@/lib/toast"
import { useAction } from "@/lib/use-action"
import { type User, useSession } from "@/stores/session"
import { deleteAccount, downloadData, sendConfirmation } from "./calls"
import { CodeForm } from "./code-form"
import { useEmailVerification } from "./email-verification"
import { byCode, byPassword, OwnerProof } from "./owner-proof"
import { Section } from "./section"

export function DataSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const [deleting, setDeleting] = useState(false)
  const download = useAction({
    act: downloadData,
    onDone: (data) => downloadJson("akshamala-my-data.json", data),
    failed: t("data.failed"),
  })
  return (
    <Section title={t("data.title")} lead={t("data.lead")}>
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          <Download className="size-4.5" />
          {t("data.download")}
        </Button>
        {user.role === "customer" && (
          <Button variant="quiet" onClick={() => setDeleting(true)}>
            {t("data.delete")}
          </Button>
        )}
      </div>
      <Dialog open={deleting} onOpenChange={setDeleting} title={t("data.deleteTitle")}>
        <Deletion user={user} onCancel={() => setDeleting(false)} />
      </Dialog>
    </Section>
  )
}

function Deletion({ user, onCancel }: { user: User; onCancel: () => void }) {
  const { t } = useTranslation("account")
  const navigate = useNavigate()
  const leave = useSession((session) => session.leave)
  const [current, setCurrent] = useState("")
  const verification = useEmailVerification({
    requestCode: async (current: string): Promise<true | null> => {
      if (current) {
        await deleteAccount(byPassword(current))
        return true
      }
      await sendConfirmation("delete")
      return null
    },
    verify: async (_, otp) => {
      await deleteAccount(byCode(otp))
      return true
    },
    onDone: () => {
      leave()
      navigate("/")
      toast.success(t("data.deleted"))
    },
  })

  if (verification.sent) {
    return (
      <CodeForm
        to={user.email}
        verification={verification}
        sent={verification.sent}
        submit={t("data.confirm")}
        back={t("cancel")}
        failed={t("data.deleteFailed")}
        onBack={onCancel}
      />
    )
  }
  return (
    <div className="space-y-5">
      <Notice tone="warning">{t("data.deleteFinal")}</Notice>
      <div>
        <h3 className="text-lg">{t("data.erasedTitle")}</h3>
        <p className="mt-1 text-ink-soft">{t("data.erased")}</p>
      </div>
      <div>
        <h3 className="text-lg">{t("data.keptTitle")}</h3>
        <p className="mt-1 text-ink-soft">{t("data.kept")}</p>
      </div>
      <ErrorNotice error={verification.problem} fallback={t("data.deleteFailed")} />
      {user.hasPassword && <OwnerProof user={user} value={current} onValue={setCurrent} />}
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <Button busy={verification.requesting} onClick={() => verification.requestCode(current)}>
          {t(current ? "data.confirm" : "data.sendCode")}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t("data.keep")}
        </Button>
      </div>
    </div>
  )
}
