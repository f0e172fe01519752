import { useQuery } from "@tanstack/react-query"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { Field, NoteField } from "@/features/admin/shared/form-fields"
import { note, readRupees } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDate } from "@/lib/time"
import { z } from "@/lib/zod"
import { type BankLineRow, bankKey, FEWEST_LETTERS, linePayoutsQuery } from "./queries"

type Parts = Record<string, string>
type SplitDialogProps = { row: BankLineRow; open: boolean; onClose: () => void }

/** The payouts that got a part, and their rupees; an amount that cannot be read is 0. */
const partsOf = (typed: Parts) =>
  Object.entries(typed)
    .filter(([, amount]) => amount.trim() !== "")
    .map(([payoutId, amount]) => ({ payoutId, amount: readRupees(amount) ?? 0 }))

/** The sum of the parts in rupees, added up in paise. */
const sumOf = (typed: Parts) =>
  partsOf(typed).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

/** Share one line of the bank out to several payouts that it joined. */
export function SplitDialog({ row, open, onClose }: SplitDialogProps) {
  const { t, i18n } = useTranslation("bank")
  const found = useQuery({ ...linePayoutsQuery(row._id), enabled: open })
  const schema = z
    .object({ parts: z.custom<Parts>(), note: note.min(FEWEST_LETTERS, t("reasonShort")) })
    .refine(({ parts }) => partsOf(parts).length > 1 && sumOf(parts) === row.amount, {
      path: ["parts"],
      message: t("split.differs", { amount: formatRupees(row.amount) }),
    })
    .transform(({ parts, note }) => ({ parts: partsOf(parts), note }))
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("split.title")}
      description={t("split.text", { amount: formatRupees(row.amount) })}
      schema={schema}
      start={{ parts: {}, note: "" }}
      act={(body) =>
        send("post", "/api/admin/bank/lines/{line_id}/split", { path: { line_id: row._id }, body })
      }
      renews={[bankKey]}
      failed={t("stepFailed")}
      submit={t("split.submit")}
      disabled={(found.data?.payouts.length ?? 0) < 2}
    >
      {({ values, errors }) => (
        <Loaded query={found} loading={t("loading")} failed={t("failed")}>
          {({ payouts }) =>
            payouts.length < 2 ? (
              <p>{t("split.none")}</p>
            ) : (
              <div className="space-y-5">
                {payouts.map((payout) => (
                  <Field
                    key={payout._id}
                    path={`parts.${payout._id}`}
                    label={`${payout.source} ${payout.reference || t("payout.noReference")}`}
                    hint={t("split.open", {
                      amount: formatRupees(payout.amount - payout.arrived),
                      day: formatDate(payout.expectedOn, i18n.language),
                    })}
                    inputMode="decimal"
                  />
                ))}
                <p role="status" className={errors.parts ? "text-danger text-sm" : "text-ink-soft text-sm"}>
                  {t("split.sum", {
                    sum: formatRupees(sumOf(values.parts)),
                    amount: formatRupees(row.amount),
                  })}
                  {errors.parts && ` ${errors.parts}`}
                </p>
                <NoteField path="note" label={t("reason")} />
              </div>
            )
          }
        </Loaded>
      )}
    </FormDialog>
  )
}
