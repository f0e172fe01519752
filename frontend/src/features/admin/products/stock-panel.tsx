import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { NativeSelect } from "@/components/native-select"
import { PageButtons } from "@/components/page-buttons"
import { ActionForm } from "@/features/admin/shared/action-form"
import { Field, RadioField } from "@/features/admin/shared/form-fields"
import { required, text } from "@/features/admin/shared/form-rules"
import { useLabels } from "@/features/admin/shared/labels"
import { Fetched } from "@/features/admin/shared/load-problem"
import { sendForMessage } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { StatCard } from "@/features/admin/shared/stat-card"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { FormSection } from "./form"
import { type AdminProduct, type Movement, movementsQuery, productQuery, productsKey } from "./queries"
import { variantName } from "./variants-draft"

/** Stock, of one variant at a time: numbers, stocktaking, and the log of movements with cause and author. */
export function StockPanel({ product }: { product: AdminProduct }) {
  const { t, i18n } = useTranslation("adminProducts")
  const [chosen, setChosen] = useState<string>()
  const variants = product.variants.rows
  const counted = (variants.find(({ id }) => id === chosen) ?? variants[0])?.id ?? product._id
  const labelOf = ({ values, sku, stock, sellable }: (typeof variants)[number]) =>
    [variantName(values, i18n.language), sku, t("variants.stock", { stock, sellable })]
      .filter(Boolean)
      .join(" · ")
  return (
    <FormSection title={t("stock.title")} lead={t("stock.lead")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(["onHand", "allocated", "held", "sellable"] as const).map((name) => (
          <StatCard key={name} label={t(`stock.${name}`)} value={String(product[name])} />
        ))}
      </dl>
      {variants.length > 0 && (
        <NativeSelect
          label={t("variants.which")}
          value={counted}
          options={variants.map((each) => ({ value: each.id, label: labelOf(each) }))}
          onChange={({ target }) => setChosen(target.value)}
          className="sm:max-w-80"
        />
      )}
      <CountForm key={`count ${counted}`} product={product} counted={counted} />
      <Movements key={`movements ${counted}`} productId={counted} />
    </FormSection>
  )
}

const shapes = { count: /^\d{1,7}$/, change: /^[+-]?[1-9]\d{0,6}$/ }

function CountForm({ product, counted }: { product: AdminProduct; counted: string }) {
  const { t } = useTranslation("adminProducts")
  const form = useFormAction({
    schema: z
      .object({ mode: z.enum(["count", "change"]), number: text, cause: required(t("problems.required")) })
      .refine(({ mode, number }) => shapes[mode].test(number), {
        path: ["number"],
        message: t("problems.wholeNumber"),
      }),
    start: { mode: "count", number: "", cause: "" },
    act: ({ mode, number, cause }) =>
      sendForMessage("post", "/api/admin/products/{product_id}/stock", {
        path: { product_id: counted },
        body: { [mode]: Number(number), cause },
      }),
    onDone: ({ data }, _, client) => client.setQueryData(productQuery(product._id).queryKey, data.product),
    clears: ["number", "cause"],
    renews: [[...productsKey, "movements", counted]],
  })
  return (
    <ActionForm
      inline
      form={form}
      submit={t("stock.save")}
      className="space-y-4 rounded-md border border-line p-4"
    >
      <RadioField
        path="mode"
        label={t("stock.how")}
        options={[
          { value: "count", label: t("stock.count") },
          { value: "change", label: t("stock.change") },
        ]}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[10rem_1fr]">
        <Field path="number" label={t(form.values.mode === "count" ? "stock.counted" : "stock.more")} />
        <Field path="cause" label={t("stock.cause")} hint={t("stock.causeHint")} maxLength={64} />
      </div>
    </ActionForm>
  )
}

const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "–")

function Movements({ productId }: { productId: string }) {
  const { t } = useTranslation("adminProducts")
  const labels = useLabels()
  const [page, setPage] = useState(1)
  const query = useQuery(movementsQuery(productId, page))
  /** Free text of a colleague, a known cause, or the outcome of a return request. */
  const causeInWords = (cause: string) => {
    const [, what, id = ""] = /^(returned|replaced) (\S+)$/.exec(cause) ?? []
    return what ? t(what === "returned" ? "stock.returned" : "stock.replaced", { id }) : labels.cause(cause)
  }
  const cells = {
    at: (row) => <StaffTime at={row.createdAt} className="whitespace-nowrap tabular-nums" />,
    what: (row) => t(`stock.kinds.${row.kind}`),
    onHand: (row) => signed(row.onHandDelta),
    promised: (row) => signed(row.allocatedDelta + row.heldDelta),
    why: (row) => (
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
  } satisfies Cells<Movement>
  return (
    <Fetched query={query} loading={null} failed={t("stock.failed")}>
      {({ movements, pagination: { totalPages } }) => (
        <section aria-label={t("stock.movements")}>
          <h3 className="mb-2 font-medium">{t("stock.movements")}</h3>
          <div className="rounded-md border border-line bg-paper">
            <DataTable
              label={t("stock.movements")}
              cells={cells}
              title={(name) => t(`stock.${name}`)}
              right={["onHand", "promised"]}
              rows={movements}
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
      )}
    </Fetched>
  )
}
