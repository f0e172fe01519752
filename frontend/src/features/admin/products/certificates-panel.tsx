import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextField } from "@/components/field"
import { ActionForm } from "@/features/admin/shared/action-form"
import { BothFields, Field } from "@/features/admin/shared/form-fields"
import { noText } from "@/features/admin/shared/in-language"
import { sendForMessage } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { formatDate } from "@/lib/time"
import { messageOf } from "@/lib/use-action"
import { type CertificateDraft, certificateProblems, readMilligrams } from "./certificate"
import { FormSection } from "./form"
import { PictureField } from "./picture-field"
import { type AdminCertificate, certificatesQuery, type UploadedPicture } from "./queries"
import { useUploads } from "./use-uploads"

/** Laboratory certificates of the product: list, add, withdraw. */
export function CertificatesPanel({ productId }: { productId: string }) {
  const { t, i18n } = useTranslation("adminProducts")
  const { data: certificates = [] } = useQuery(certificatesQuery(productId))
  const [adding, setAdding] = useState(false)
  const [voiding, setVoiding] = useState<AdminCertificate | null>(null)
  return (
    <FormSection title={t("certificates.title")} lead={t("certificates.lead")}>
      {certificates.length === 0 && <p className="text-ink-soft text-sm">{t("certificates.none")}</p>}
      {certificates.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line bg-paper">
          {certificates.map((certificate) => (
            <li
              key={certificate.number}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm"
            >
              <a
                href={`/verify/${certificate.number}`}
                target="_blank"
                rel="noreferrer"
                translate="no"
                className="inline-flex min-h-11 items-center whitespace-nowrap font-medium max-sm:mr-auto text-accent tabular-nums hover:underline"
              >
                {certificate.number}
              </a>
              <span className="min-w-0 flex-1 text-ink-soft max-sm:order-last max-sm:basis-full">
                {certificate.lab} · {formatDate(certificate.issuedOn, i18n.language)}
              </span>
              {certificate.isVoid ? (
                <Badge tone="danger">{t("certificates.void")}</Badge>
              ) : (
                <Button variant="quiet" size="sm" onClick={() => setVoiding(certificate)}>
                  {t("certificates.withdraw")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" onClick={() => setAdding(true)}>
        {t("certificates.add")}
      </Button>
      <Dialog open={adding} onOpenChange={setAdding} title={t("certificates.add")}>
        <IssueForm productId={productId} onDone={() => setAdding(false)} />
      </Dialog>
      <Dialog
        open={voiding !== null}
        onOpenChange={(open) => !open && setVoiding(null)}
        title={t("certificates.withdraw")}
        description={t("certificates.withdrawText")}
      >
        {voiding && (
          <VoidForm productId={productId} number={voiding.number} onDone={() => setVoiding(null)} />
        )}
      </Dialog>
    </FormSection>
  )
}

function IssueForm({ productId, onDone }: { productId: string; onDone: () => void }) {
  const { t } = useTranslation("adminProducts")
  const [xray, setXray] = useState<UploadedPicture | null>(null)
  const uploads = useUploads(setXray)
  const form = useFormAction({
    start: { number: "", lab: "", issuedOn: "", origin: noText, weightMilligrams: "", mukhi: "" },
    problems: (typed) =>
      Object.fromEntries(
        Object.entries(certificateProblems(typed)).map(([name, problem]) => [name, t(`problems.${problem}`)]),
      ),
    act: (typed: CertificateDraft) =>
      sendForMessage("post", "/api/admin/products/{product_id}/certificates", {
        path: { product_id: productId },
        body: {
          number: typed.number,
          lab: typed.lab,
          issuedOn: typed.issuedOn,
          origin: typed.origin,
          weightMilligrams: readMilligrams(typed.weightMilligrams) ?? 0,
          mukhi: typed.mukhi ? Number(typed.mukhi) : null,
          xray: xray?.url ?? null,
        },
      }),
    done: messageOf,
    onDone,
    renews: [certificatesQuery(productId).queryKey],
  })
  return (
    <ActionForm
      form={form}
      failed={t("form.saveFailed")}
      disabled={uploads.busy}
      submit={t("certificates.add")}
      onCancel={onDone}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field path="number" label={t("certificates.number")} />
        <Field path="lab" label={t("certificates.lab")} />
      </div>
      <Field path="issuedOn" label={t("certificates.issuedOn")} type="date" />
      <BothFields path="origin" label={t("certificates.origin")} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field path="weightMilligrams" label={t("certificates.weightMilligrams")} inputMode="decimal" />
        <Field path="mukhi" label={t("certificates.mukhi")} inputMode="numeric" />
      </div>
      <PictureField
        label={t("certificates.xray")}
        hint={t("certificates.xrayHint")}
        words={{
          choose: t("certificates.chooseXray"),
          remove: t("certificates.removeXray"),
          prepareAgain: t("pictures.prepareAgain"),
        }}
        preview={xray?.picture ?? null}
        uploads={uploads}
        error={form.errors.xray}
        onRemove={() => setXray(null)}
      />
    </ActionForm>
  )
}

type VoidFormProps = { productId: string; number: string; onDone: () => void }

function VoidForm({ productId, number, onDone }: VoidFormProps) {
  const { t } = useTranslation("adminProducts")
  const form = useFormAction({
    start: { reason: "" },
    problems: ({ reason }) => ({ reason: !reason.trim() && t("problems.required") }),
    act: ({ reason }) =>
      sendForMessage("post", "/api/admin/certificates/{number}/void", { path: { number }, body: { reason } }),
    done: messageOf,
    onDone,
    renews: [certificatesQuery(productId).queryKey],
  })
  return (
    <ActionForm
      form={form}
      failed={t("form.saveFailed")}
      submit={t("certificates.withdraw")}
      onCancel={onDone}
    >
      <p className="font-medium tabular-nums" translate="no">
        {number}
      </p>
      <TextField label={t("certificates.reason")} maxLength={200} {...form.field("reason")} />
    </ActionForm>
  )
}
