import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { PageButtons } from "@/components/page-buttons"
import { RadioList } from "@/components/radio-list"
import { useLabels } from "@/features/admin/shared/labels"
import { LoadProblem } from "@/features/admin/shared/load-problem"
import { StatCard } from "@/features/admin/shared/stat-card"
import { type Column, DataTable } from "@/features/admin/shared/table/data-table"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { retryOf } from "@/lib/retry-of"
import { formatStaffDateTime } from "@/lib/staff-time"
import { toast } from "@/lib/toast"
import { FormSection } from "./form"
import {
  type AdminProduct,
  countStock,
  type Movement,
  movementsQuery,
  productQuery,
  productsKey,
} from "./queries"

/** Stock: numbers, stocktaking, and the log of movements with cause and author. */
export function StockPanel({ product }: { product: AdminProduct }) {
  const { t } = useTranslation("adminProducts")
  const figures = ["onHand", "allocated", "held", "sellable"] as const
  return (
    <FormSection title={t("stock.title")} lead={t("stock.lead")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map((name) => (
          <StatCard key={name} label={t(`stock.${name}`)} value={String(product[name])} />
        ))}
      </dl>
      <CountForm product={product} />
      <Movements productId={product._id} />
    </FormSection>
  )
}

function CountForm({ product }: { product: AdminProduct }) {
  const { t } = useTranslation("adminProducts")
  const client = useQueryClient()
  const errorText = useErrorText()
  const [mode, setMode] = useState<"count" | "change">("count")
  const [number, setNumber] = useState("")
  const [cause, setCause] = useState("")
  const [tried, setTried] = useState(false)
  const pattern = mode === "count" ? /^\d{1,7}$/ : /^[+-]?[1-9]\d{0,6}$/
  const numberProblem = tried && !pattern.test(number.trim()) ? t("problems.wholeNumber") : undefined
  const causeProblem = tried && !cause.trim() ? t("problems.required") : undefined
  const counting = useMutation({
    mutationFn: () => {
      const value = Number(number)
      return countStock(product._id, { ...(mode === "count" ? { count: value } : { change: value }), cause })
    },
    onSuccess: ({ data, message }) => {
      client.setQueryData(productQuery(product._id).queryKey, data.product)
      void client.invalidateQueries({ queryKey: [...productsKey, "movements", product._id] })
      setNumber("")
      setCause("")
      setTried(false)
      toast.success(message ?? "")
    },
  })
  const refused = counting.error instanceof ApiError ? errorText(counting.error) : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (pattern.test(number.trim()) && cause.trim()) counting.mutate()
    else focusFirstError(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={submit} className="rounded-md border border-line p-4">
      <RadioList
        label={t("stock.how")}
        value={mode}
        options={[
          { value: "count", label: t("stock.count") },
          { value: "change", label: t("stock.change") },
        ]}
        onChange={setMode}
      />
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-[10rem_1fr_auto]">
        <TextField
          label={mode === "count" ? t("stock.counted") : t("stock.more")}
          value={number}
          error={numberProblem ?? refused}
          autoComplete="off"
          onChange={(event) => {
            setNumber(event.target.value)
            counting.reset()
          }}
        />
        <TextField
          label={t("stock.cause")}
          value={cause}
          error={causeProblem}
          hint={t("stock.causeHint")}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => setCause(event.target.value)}
        />
        <Button type="submit" variant="secondary" className="sm:mt-7" busy={counting.isPending}>
          {t("stock.save")}
        </Button>
      </div>
    </form>
  )
}

const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "–")

function Movements({ productId }: { productId: string }) {
  const { t, i18n } = useTranslation("adminProducts")
  const labels = useLabels()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(movementsQuery(productId, page))
  if (!data) {
    return error ? (
      <LoadProblem title={t("stock.failed")} {...retryOf({ error, isFetching, refetch })} />
    ) : null
  }
  /** Free text of a colleague, a known cause, or the outcome of a return request. */
  const causeInWords = (cause: string) => {
    const [, what, id = ""] = /^(returned|replaced) (\S+)$/.exec(cause) ?? []
    return what ? t(what === "returned" ? "stock.returned" : "stock.replaced", { id }) : labels.cause(cause)
  }
  const columns: Column<Movement>[] = [
    {
      name: "at",
      title: t("stock.at"),
      cell: (row) => (
        <span className="whitespace-nowrap tabular-nums">
          {formatStaffDateTime(row.createdAt, i18n.language)}
        </span>
      ),
    },
    { name: "kind", title: t("stock.what"), cell: (row) => t(`stock.kinds.${row.kind}`) },
    { name: "onHand", title: t("stock.onHand"), right: true, cell: (row) => signed(row.onHandDelta) },
    {
      name: "promised",
      title: t("stock.promised"),
      right: true,
      cell: (row) => signed(row.allocatedDelta + row.heldDelta),
    },
    {
      name: "why",
      title: t("stock.why"),
      cell: (row) => (
        <>
          {/* A kind "promised" with an order's number says that it was ordered. */}
          {row.cause !== "order" && causeInWords(row.cause)}
          {row.cause !== "order" && row.reference && " · "}
          <span className="whitespace-nowrap" translate="no">
            {row.reference}
          </span>
          <span className="block text-ink-soft text-xs">{labels.actor(row.by) || t("stock.itself")}</span>
        </>
      ),
    },
  ]
  const { totalPages } = data.pagination
  return (
    <section aria-label={t("stock.movements")}>
      <h3 className="mb-2 font-medium">{t("stock.movements")}</h3>
      <div className="rounded-md border border-line bg-paper">
        <DataTable
          label={t("stock.movements")}
          columns={columns}
          rows={data.movements}
          keyOf={({ _id }) => String(_id)}
        />
      </div>
      <PageButtons
        page={page}
        totalPages={totalPages}
        onTurn={setPage}
        previous={t("stock.newer")}
        next={t("stock.older")}
        variant="quiet"
        size="sm"
        className="mt-3 items-center justify-end gap-3 text-sm"
      >
        <span className="tabular-nums">{`${page} / ${totalPages}`}</span>
      </PageButtons>
    </section>
  )
}
