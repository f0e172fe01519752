import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { formatDate } from "@/lib/time"
import { toast } from "@/lib/toast"
import {
  type CertificateDraft,
  type CertificateField,
  certificateFields,
  certificateProblems,
  readMilligrams,
} from "./certificate"
import { FormSection, useProblemText } from "./form"
import { PictureField } from "./picture-field"
import {
  type AdminCertificate,
  certificatesQuery,
  issueCertificate,
  type UploadedPicture,
  voidCertificate,
} from "./queries"
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

/** What the server calls them. */
const paths: Partial<Record<CertificateField, string>> = {
  originEn: "origin.en",
  originHi: "origin.hi",
  weight: "weightMilligrams",
}

function IssueForm({ productId, onDone }: { productId: string; onDone: () => void }) {
  const { t } = useTranslation("adminProducts")
  const client = useQueryClient()
  const errorText = useErrorText()
  const problemText = useProblemText()
  const [xray, setXray] = useState<UploadedPicture | null>(null)
  const uploads = useUploads(setXray)
  const [tried, setTried] = useState(false)
  const [typed, setTyped] = useState<CertificateDraft>({
    number: "",
    lab: "",
    issuedOn: "",
    originEn: "",
    originHi: "",
    weight: "",
    mukhi: "",
  })
  const issuing = useMutation({
    mutationFn: () =>
      issueCertificate(productId, {
        number: typed.number,
        lab: typed.lab,
        issuedOn: typed.issuedOn,
        origin: { en: typed.originEn, hi: typed.originHi },
        weightMilligrams: readMilligrams(typed.weight) ?? 0,
        mukhi: typed.mukhi ? Number(typed.mukhi) : null,
        xray: xray?.url ?? null,
      }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries(certificatesQuery(productId))
      toast.success(message ?? "")
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0) {
        toast.error(errorText(error, t("form.saveFailed")))
      }
    },
  })
  const problems = certificateProblems(typed)
  const refused = issuing.error instanceof ApiError ? issuing.error.errors : {}
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length > 0) focusFirstError(event.currentTarget)
    else if (!uploads.busy) issuing.mutate()
  }
  const errorOf = (name: CertificateField) => {
    const problem = problems[name]
    return tried && problem ? problemText(problem) : refused[paths[name] ?? name]
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {certificateFields.map((name) => (
          <TextField
            key={name}
            label={t(`certificates.${name}`)}
            type={name === "issuedOn" ? "date" : "text"}
            inputMode={name === "weight" ? "decimal" : name === "mukhi" ? "numeric" : undefined}
            autoComplete="off"
            value={typed[name]}
            error={errorOf(name)}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        ))}
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
        error={refused.xray}
        onRemove={() => setXray(null)}
      />
      <Button type="submit" busy={issuing.isPending || uploads.busy} className="w-full">
        {t("certificates.add")}
      </Button>
    </form>
  )
}

type VoidFormProps = { productId: string; number: string; onDone: () => void }

function VoidForm({ productId, number, onDone }: VoidFormProps) {
  const { t } = useTranslation("adminProducts")
  const client = useQueryClient()
  const errorText = useErrorText()
  const [reason, setReason] = useState("")
  const [tried, setTried] = useState(false)
  const voiding = useMutation({
    mutationFn: () => voidCertificate(number, reason),
    onSuccess: ({ message }) => {
      void client.invalidateQueries(certificatesQuery(productId))
      toast.success(message ?? "")
      onDone()
    },
    onError: (error) => toast.error(errorText(error, t("form.saveFailed"))),
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (reason.trim()) voiding.mutate()
    else focusFirstError(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="font-medium tabular-nums" translate="no">
        {number}
      </p>
      <TextField
        label={t("certificates.reason")}
        value={reason}
        maxLength={200}
        error={tried && !reason.trim() ? t("problems.required") : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" busy={voiding.isPending} className="w-full">
        {t("certificates.withdraw")}
      </Button>
    </form>
  )
}
