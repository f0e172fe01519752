import { Upload } from "lucide-react"
import { useState } from "react"
import { ErrorNotice } from "@/components/error-notice"
import { NativeSelect } from "@/components/native-select"
import { ActionForm } from "@/features/admin/shared/action-form"
import { FileButton } from "@/features/admin/shared/file-button"
import { Field } from "@/features/admin/shared/form-fields"
import { required } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { ApiError, type Schemas } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { formatDate } from "@/lib/time"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { ColumnsDialog } from "./columns-dialog"
import { bankKey, sendStatement } from "./queries"

const MAX_NAME = 60
const MIN_NAME = 2

/** The accounts with their days and gaps, the upload of a statement, and the newest statements. */
export function BankAccounts({ accounts, statements }: Schemas["BankOverview"]) {
  const { t, i18n } = useTranslation("bank")
  const day = (date: string) => formatDate(date, i18n.language)
  return (
    <section aria-label={t("accounts.title")} className="space-y-4">
      <h2 className="text-xl">{t("accounts.title")}</h2>
      {accounts.length > 0 && <UploadForm accounts={accounts} />}
      <ul className="divide-y divide-line rounded-md border border-line bg-paper empty:hidden">
        {accounts.map((account) => (
          <li key={account._id} className="px-4 py-3 text-sm sm:px-5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere font-medium">{account.name}</span>
              <span className="text-ink-soft tabular-nums">
                {account.firstDay && account.lastDay
                  ? t("accounts.days", { first: day(account.firstDay), last: day(account.lastDay) })
                  : t("accounts.none")}
              </span>
            </p>
            {account.gaps.map((gap) => (
              <p key={`${gap.after} ${gap.before} ${gap.missing}`} className="mt-1 text-warning">
                {t("accounts.gap", {
                  after: day(gap.after),
                  before: day(gap.before),
                  amount: formatRupees(gap.missing),
                })}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <AccountForm isFirst={accounts.length === 0} />
      {statements.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-9 cursor-pointer py-2 text-ink-soft">{t("accounts.newest")}</summary>
          <ul className="divide-y divide-line rounded-md border border-line bg-paper">
            {statements.map((row) => (
              <li key={row._id} className="flex flex-wrap gap-x-4 px-4 py-2 tabular-nums sm:px-5">
                <span className="break-all font-medium">{row.name}</span>
                <span>{row.account}</span>
                <span>{t("accounts.days", { first: day(row.firstDay), last: day(row.lastDay) })}</span>
                <span className="text-ink-soft">
                  {t("accounts.lines", { count: row.lines })}
                  {row.linesKnown > 0 && `, ${t("accounts.known", { known: row.linesKnown })}`}
                </span>
                <span className="text-ink-soft">{t("accounts.by", { name: row.receivedBy })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function AccountForm({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation("bank")
  const form = useFormAction({
    schema: z.object({ name: required(t("accounts.nameMissing"), MIN_NAME) }),
    start: { name: "" },
    act: (body) => send("post", "/api/admin/bank/accounts", { body }),
    clears: ["name"],
    renews: [bankKey],
  })
  return (
    <ActionForm inline form={form} failed={t("accounts.addFailed")} submit={t("accounts.add")}>
      <Field
        path="name"
        className="w-full max-w-sm"
        label={t("accounts.name")}
        hint={isFirst ? t("accounts.nameHint") : undefined}
        maxLength={MAX_NAME}
      />
    </ActionForm>
  )
}

/** The first rows of a file whose columns are unknown; null for any other failure. */
function sampleOf(error: unknown): string[][] | null {
  if (!(error instanceof ApiError) || error.code !== "COLUMNS_UNKNOWN") return null
  return (error.data as { sample: string[][] }).sample
}

function UploadForm({ accounts }: { accounts: Schemas["BankAccountOut"][] }) {
  const { t } = useTranslation("bank")
  const [chosen, setChosen] = useState("")
  const accountId = accounts.find(({ _id }) => _id === chosen)?._id ?? accounts[0]?._id ?? ""
  const sending = useAction({ act: sendStatement, renews: [bankKey] })
  const sample = sampleOf(sending.error)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        {accounts.length > 1 && (
          <NativeSelect
            className="w-full max-w-xs"
            label={t("upload.account")}
            value={accountId}
            options={accounts.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        <FileButton
          label={t("upload.label")}
          accept=".csv,.txt,.xls,text/csv,text/plain"
          busy={sending.isPending}
          onChoose={([file]) => file && sending.mutate({ accountId, file })}
        >
          {!sending.isPending && <Upload aria-hidden="true" className="size-4" />}
          {t("upload.button")}
        </FileButton>
      </div>
      <p className="max-w-prose text-ink-soft text-sm">{t("upload.hint")}</p>
      <ErrorNotice error={sample ? null : sending.error} title={t("upload.refused")} />
      <ColumnsDialog sample={sample} upload={sending.variables} onClose={() => sending.reset()} />
    </div>
  )
}
