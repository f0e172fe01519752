import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { ActionForm } from "@/features/admin/shared/action-form"
import { RadioField } from "@/features/admin/shared/form-fields"
import { formatCount } from "@/features/admin/shared/labels"
import { pagesOnly } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { Panel } from "@/features/admin/shared/panel"
import { send } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"
import { shopQuery } from "@/lib/shop"
import { formatStaffDateTime } from "@/lib/staff-time"
import { isMonth, todayInIndia } from "@/lib/time"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { ExportButton } from "./export-button"
import { ExportDialog } from "./export-dialog"
import { FilterList } from "./filter-list"
import { downloadExport, type Export, exportsQuery } from "./queries"

const tones: Record<Export["status"], Tone> = {
  waiting: "neutral",
  running: "info",
  done: "success",
  empty: "warning",
  failed: "danger",
  cancelled: "neutral",
  expired: "neutral",
}

/** The reader's export files: status and download. */
export function Component() {
  const { t } = useTranslation("exports")
  const query = useLiveQuery("staff:exports", exportsQuery)
  const { exports: rows = [] } = query.data ?? {}
  return (
    <>
      <ListPage
        title={t("title")}
        intro={t("intro")}
        list={pagesOnly}
        query={query}
        loading={t("loading")}
        failed={t("failed")}
        region={t("list")}
        shown={rows.length}
        empty={{ title: t("none"), text: t("noneText") }}
      >
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row._id} row={row} />
          ))}
        </ul>
      </ListPage>
      <MonthPapers />
    </>
  )
}

/** The previous month in India: its taxes are due. */
function lastMonth(): string {
  const day = new Date(`${todayInIndia().slice(0, 7)}-01`)
  day.setUTCDate(0)
  return day.toISOString().slice(0, 7)
}

/** The exports of a month's documents. */
const PAPERS = ["tax", "gstr1", "einvoices", "tally"] as const
type Paper = (typeof PAPERS)[number]
/** For sellers with a GSTIN only. */
const OF_THE_REGISTERED: ReadonlySet<Paper> = new Set(["gstr1", "einvoices"])

function MonthPapers() {
  const { t } = useTranslation("exports")
  const shop = useQuery(shopQuery).data
  const [shown, setShown] = useState(false)
  const thisMonth = todayInIndia().slice(0, 7)
  const isUnregistered = shop?.gstin === ""
  const isComposition = shop?.gstin !== "" && shop?.chargesTax === false
  const form = useFormAction({
    schema: z.object({
      month: z.string().refine((typed) => isMonth(typed) && typed <= thisMonth, t("papers.monthMissing")),
      paper: z.custom<Paper>(),
    }),
    start: { month: lastMonth(), paper: "tax" },
    // The dialog sends it.
    act: async () => setShown(true),
  })
  const { month, paper } = form.values
  return (
    <div className="mt-5">
      <Panel title={t("papers.title")}>
        <p className="mt-1 max-w-prose text-ink-soft text-sm">{t("papers.text")}</p>
        <ActionForm
          inline
          form={form}
          className="mt-4 space-y-4"
          buttons={
            <Button type="submit" variant="secondary">
              {t("papers.button")}
            </Button>
          }
        >
          <TextField
            className="max-w-60"
            label={t("dialog.month")}
            type="month"
            required
            max={thisMonth}
            {...form.field("month")}
          />
          <RadioField
            path="paper"
            label={t("papers.which")}
            options={PAPERS.map((value) => {
              const disabled = isUnregistered && OF_THE_REGISTERED.has(value)
              const label = (
                <>
                  {t(`kinds.${value}`)}
                  <span className="block text-ink-soft text-sm">
                    {t(disabled ? "papers.unregistered" : `papers.notes.${value}`)}
                    {isComposition && OF_THE_REGISTERED.has(value) && ` ${t("papers.composition")}`}
                  </span>
                </>
              )
              return { value, label, disabled }
            })}
          />
        </ActionForm>
        <ExportDialog kind={paper} filters={{ month }} open={shown} onOpenChange={setShown} />
      </Panel>
    </div>
  )
}

function Row({ row }: { row: Export }) {
  const { t, i18n } = useTranslation("exports")
  const highlighted = useHighlight<HTMLLIElement>(row.status)
  const download = useAction({ act: () => downloadExport(row._id), failed: t("downloadFailed") })
  const cancel = useAction({
    act: () => send("post", "/api/admin/exports/{export_id}/cancel", { path: { export_id: row._id } }),
    failed: t("cancelFailed"),
  })
  const isUnfinished = row.status === "waiting" || row.status === "running"
  const isGone = row.status === "failed" || row.status === "expired" || row.status === "cancelled"
  return (
    <li
      ref={highlighted}
      data-row={row._id}
      className="grid gap-x-6 gap-y-3 px-4 py-4 sm:grid-cols-[1fr_auto] sm:px-5"
    >
      <div className="min-w-0 space-y-1.5 text-sm">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-medium text-base">{t(`kinds.${row.kind}`)}</h2>
          <Badge tone={tones[row.status]} dot>
            {t(`statuses.${row.status}`)}
          </Badge>
          <span className="text-ink-soft">
            {row.format.toUpperCase()} · {t(row.personalData)}
          </span>
        </div>
        <FilterList filters={row.filters} none={t("dialog.noFilters")} />
        <p className="text-ink-soft text-xs tabular-nums">
          <StaffTime at={row.createdAt} />
          {row.status === "done" && (
            <>
              {" · "}
              {t("rows", { count: row.rowsTotal ?? 0 })} · {size(row.size)}
              {row.expiresAt &&
                ` · ${t("until", { date: formatStaffDateTime(row.expiresAt, i18n.language) })}`}
            </>
          )}
        </p>
        {row.status === "running" && <Progress row={row} />}
        {row.status === "empty" && <p className="text-warning">{t("emptyText")}</p>}
        {row.status === "failed" && <p className="text-danger">{t("failedText")}</p>}
        {row.status === "expired" && <p className="text-ink-soft">{t("expiredText")}</p>}
      </div>
      <div className="flex items-center gap-3 empty:hidden">
        {row.status === "done" && (
          <Button size="sm" className="min-h-11" busy={download.isPending} onClick={() => download.mutate()}>
            {t("download")}
          </Button>
        )}
        {isUnfinished && (
          <Button
            variant="secondary"
            size="sm"
            className="min-h-11"
            busy={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t("cancel")}
          </Button>
        )}
        {/* The dialog asks again for personal data and the reason. */}
        {isGone && <ExportButton kind={row.kind} filters={row.filters} label={t("again")} />}
      </div>
    </li>
  )
}

function Progress({ row }: { row: Export }) {
  const { t } = useTranslation("exports")
  const total = row.rowsTotal ?? 0
  return (
    <div className="max-w-md pt-1">
      <progress
        max={Math.max(1, total)}
        value={row.rowsTotal === null ? undefined : row.rowsDone}
        aria-label={t(`kinds.${row.kind}`)}
        className="bar block h-1.5 w-full"
      />
      <p className="text-ink-soft text-xs tabular-nums">
        {row.rowsTotal === null
          ? t("counting")
          : t("progress", { done: formatCount(row.rowsDone), total: formatCount(total) })}
      </p>
    </div>
  )
}

/** Format a number of bytes. */
function size(bytes: number): string {
  const steps = ["B", "kB", "MB", "GB"]
  const step = bytes < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${steps[step]}`
}
