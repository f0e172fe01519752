import { Download } from "lucide-react"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { saveJson } from "@/lib/save-file"
import { toast } from "@/lib/toast"
import { useAction } from "@/lib/use-action"
import { type User, useSession } from "@/stores/session"
import { CodeForm } from "./code-form"
import { OwnerProof, useOwnerChange } from "./owner-proof"
import { Section } from "./section"

export function DataSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const [deleting, setDeleting] = useState(false)
  const download = useAction({
    act: () => unwrap(api.GET("/api/auth/data")),
    onDone: (data) => saveJson("my-data.json", data),
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
  const { verification, proof } = useOwnerChange<void, unknown>({
    purpose: "delete",
    change: (proof) => unwrap(api.POST("/api/auth/account/delete", { body: { proof } })),
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
      {user.hasPassword && <OwnerProof user={user} {...proof} />}
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <Button busy={verification.requesting} onClick={() => verification.requestCode()}>
          {t(proof.value ? "data.confirm" : "data.sendCode")}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t("data.keep")}
        </Button>
      </div>
    </div>
  )
}
