import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import type { Columns } from "./queries"

const roles = [
  "date",
  "narration",
  "reference",
  "withdrawal",
  "deposit",
  "amount",
  "direction",
  "balance",
] as const

/** The row of a file that looks most like a heading: the first with the most cells. */
export function headingOf(sample: string[][]): number {
  const filled = sample.map((row) => row.filter(Boolean).length)
  return Math.max(0, filled.indexOf(Math.max(...filled)))
}

/** Whether these columns are enough to read a statement by. */
export const isEnough = (columns: Columns) =>
  Boolean(columns.date && columns.narration && (columns.amount || (columns.withdrawal && columns.deposit)))

type ColumnsFormProps = { sample: string[][]; onChoose: (columns: Columns) => void }

/** Says which column of an unknown bank is which; the server remembers it for the account. */
export function ColumnsForm({ sample, onChoose }: ColumnsFormProps) {
  const { t } = useTranslation("bank")
  const [heading, setHeading] = useState(() => headingOf(sample))
  const [columns, setColumns] = useState<Columns>({})
  const [tried, setTried] = useState(false)
  const names = [...new Set((sample[heading] ?? []).filter(Boolean))]

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const chosen = Object.fromEntries(Object.entries(columns).filter(([, name]) => name))
    if (isEnough(chosen)) onChoose(chosen)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <NativeSelect
        label={t("columns.heading")}
        value={String(heading)}
        options={sample.map((row, at) => ({ value: String(at), label: row.filter(Boolean).join(" · ") }))}
        onChange={({ target }) => {
          setHeading(Number(target.value))
          setColumns({})
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {roles.map((role) => (
          <NativeSelect
            key={role}
            label={t(`columns.roles.${role}`)}
            value={columns[role] ?? ""}
            options={[
              { value: "", label: t("columns.none") },
              ...names.map((name) => ({ value: name, label: name })),
            ]}
            onChange={({ target }) => setColumns({ ...columns, [role]: target.value })}
          />
        ))}
      </div>
      {tried && !isEnough(columns) && (
        <Notice tone="danger" announce>
          {t("columns.missing")}
        </Notice>
      )}
      <div className="flex justify-end">
        <Button type="submit">{t("columns.submit")}</Button>
      </div>
    </form>
  )
}
