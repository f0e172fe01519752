import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { BothFields, DateField, Field, NumberField } from "@/features/admin/shared/form-fields"
import { noText } from "@/features/admin/shared/in-language"
import { PictureField } from "@/features/admin/shared/pictures/picture-field"
import { sendForMessage } from "@/features/admin/shared/send"
import { OuterLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { formatDate } from "@/lib/time"
import { certificateRule } from "./certificate"
import { FormSection } from "./form"
import { type AdminCertificate, certificatesQuery } from "./queries"

/** Laboratory certificates of the product: list, add, withdraw. */
export function CertificatesPanel({ productId }: { productId: string }) {
  const { t, i18n } = useTranslation("adminProducts")
  const { data: certificates = [] } = useQuery(certificatesQuery(productId))
  const [adding, setAdding] = useState(false)
  const [voiding, setVoiding] = useState<AdminCertificate | null>(null)
  return (
    <FormSection title={t("certificates.title")} lead={t("certificates.lead")}>
      {certificates.length === 0 ? (
        <p className="text-ink-soft text-sm">{t("certificates.none")}</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-paper">
          {certificates.map((certificate) => (
            <li
              key={certificate.number}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm"
            >
              <OuterLink
                href={`/verify/${certificate.number}`}
                translate="no"
                className="min-h-11 whitespace-nowrap font-medium max-sm:mr-auto"
              >
                {certificate.number}
              </OuterLink>
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
      <IssueDialog productId={productId} open={adding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        open={voiding !== null}
        onClose={() => setVoiding(null)}
        title={t("certificates.withdraw")}
        description={t("certificates.withdrawText")}
        verb={t("certificates.withdraw")}
        reasonLabel={t("certificates.reason")}
        word={voiding?.number}
        act={(reason) =>
          sendForMessage("post", "/api/admin/certificates/{number}/void", {
            path: { number: voiding?.number ?? "" },
            body: { reason },
          })
        }
        renews={[certificatesQuery(productId).queryKey]}
        failed={t("form.saveFailed")}
      />
    </FormSection>
  )
}

type IssueDialogProps = { productId: string; open: boolean; onClose: () => void }

function IssueDialog({ productId, open, onClose }: IssueDialogProps) {
  const { t } = useTranslation("adminProducts")
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("certificates.add")}
      schema={certificateRule(t)}
      start={{
        number: "",
        lab: "",
        issuedOn: "",
        origin: noText,
        weightMilligrams: "",
        mukhi: "",
        xray: null,
      }}
      act={(body) =>
        sendForMessage("post", "/api/admin/products/{product_id}/certificates", {
          path: { product_id: productId },
          body,
        })
      }
      renews={[certificatesQuery(productId).queryKey]}
      failed={t("form.saveFailed")}
      submit={t("certificates.add")}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field path="number" label={t("certificates.number")} />
        <Field path="lab" label={t("certificates.lab")} />
      </div>
      <DateField path="issuedOn" label={t("certificates.issuedOn")} />
      <BothFields path="origin" label={t("certificates.origin")} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field path="weightMilligrams" label={t("certificates.weightMilligrams")} inputMode="decimal" />
        <NumberField path="mukhi" label={t("certificates.mukhi")} />
      </div>
      <PictureField
        path="xray"
        label={t("certificates.xray")}
        hint={t("certificates.xrayHint")}
        words={{
          choose: t("certificates.chooseXray"),
          remove: t("certificates.removeXray"),
          prepareAgain: t("pictures.prepareAgain"),
        }}
      />
    </FormDialog>
  )
}
