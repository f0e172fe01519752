import { useState } from "react"
import { useParams } from "react-router-dom"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { BackLink } from "@/features/admin/shared/back-link"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { FetchedPage } from "@/features/admin/shared/load-problem"
import { send } from "@/features/admin/shared/send"
import { DataTable } from "@/features/admin/shared/table/data-table"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"
import { useAction } from "@/lib/use-action"
import { ColumnsForm } from "./columns-form"
import { ImportStatus } from "./import-status"
import { MappingForm } from "./mapping-form"
import {
  fates,
  type Import,
  type ImportRow,
  importKey,
  importsQuery,
  isWorking,
  rowFilters,
  rowsQuery,
  type Verb,
} from "./queries"

/** One import: preview, progress, and what to do with it. */
export function Component() {
  const { importId = "" } = useParams()
  const { t } = useTranslation("moveIn")
  const query = useLiveQuery("staff:imports", importsQuery)
  return (
    <FetchedPage query={query} title={t("title")} loading={t("loading")} failed={t("failed")}>
      {({ imports }) => {
        const row = imports.find(({ _id }) => _id === importId)
        return (
          <>
            <BackLink to="/admin/move-in">{t("back")}</BackLink>
            {row ? <Rows row={row} /> : <p>{t("gone")}</p>}
          </>
        )
      }}
    </FetchedPage>
  )
}

/** Titles of the empty list of a file that is not read. */
const unread = { reading: "noRowsYet", unmapped: "noRowsYet", failed: "noRowsRead" } as Partial<
  Record<Import["status"], "noRowsYet" | "noRowsRead">
>

function Rows({ row }: { row: Import }) {
  const { t } = useTranslation("moveIn")
  const { filters } = useListFilters(rowFilters)
  const { query } = useListQuery(rowsQuery(row._id, filters), importKey, "staff:imports")
  const { rows = [], pagination } = query.data ?? {}
  const { new: made, changed, unchanged, refused } = row.counts
  const counts = { all: made + changed + unchanged + refused, new: made, changed, unchanged, refused }
  const emptyTitle = unread[row.status]
  return (
    <ListPage
      title={row.fileName}
      actions={<Verbs row={row} />}
      intro={t(
        !row.hasDrafts && (row.status === "ready" || row.status === "done")
          ? `plain.${row.status}`
          : `help.${row.status}`,
      )}
      above={
        <div className="mt-3 space-y-4">
          <ImportStatus row={row} />
          {row.status === "unmapped" && <ColumnsForm importId={row._id} />}
          {row.status === "ready" && <MappingForm importId={row._id} />}
        </div>
      }
      list={rowFilters}
      query={query}
      loading={t("loading")}
      failed={t("failed")}
      tabs={
        emptyTitle
          ? undefined
          : {
              label: t("fates.label"),
              names: fates,
              title: (name) => t(`fates.${name}`),
              count: (name) => (name === "noted" ? undefined : counts[name]),
            }
      }
      shown={rows.length}
      empty={{ title: t(emptyTitle ?? "noRows") }}
      pagination={pagination}
    >
      <DataTable
        label={row.fileName}
        cells={{ title: (each) => <Title kind={row.kind} row={each} />, fate: FateBadge, notes: Notes }}
        title={(name) => t(`columns.of.${name}`)}
        rows={rows}
        keyOf={({ line }) => String(line)}
      />
    </ListPage>
  )
}

const fateTones: Record<ImportRow["fate"], Tone> = {
  unchecked: "neutral",
  new: "success",
  changed: "info",
  unchanged: "neutral",
  refused: "danger",
}

const addressOf: Record<Import["kind"], (row: ImportRow) => string> = {
  products: ({ result }) => `/admin/products/${result}`,
  customers: ({ result }) => `/admin/support?subject=user:${result}`,
  orders: () => "",
  addresses: ({ key }) => `/admin/old-addresses?search=${encodeURIComponent(key)}`,
}

function Title({ kind, row }: { kind: Import["kind"]; row: ImportRow }) {
  const to = row.result && row.step !== "taken_back" && addressOf[kind](row)
  if (!to) return <span className="break-words">{row.title || row.key}</span>
  return (
    <Link to={to} data-opens className="font-medium hover:text-accent">
      {row.title}
    </Link>
  )
}

function FateBadge(row: ImportRow) {
  const { t } = useTranslation("moveIn")
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={fateTones[row.fate]}>{t(`fates.${row.fate}`)}</Badge>
      {row.step !== "waiting" && row.fate !== "refused" && <Badge>{t(`steps.${row.step}`)}</Badge>}
    </span>
  )
}

function Notes(row: ImportRow) {
  const { t } = useTranslation("moveIn")
  return (
    <ul className="space-y-1 text-sm">
      {[...row.problems, ...row.notes].map(({ line, column, sentence }) => (
        <li key={`${line} ${column} ${sentence}`} className="break-words">
          <span className="text-ink-soft">
            {t("line", { line })}
            {column && ` · ${column}`}:
          </span>{" "}
          {sentence}
        </li>
      ))}
    </ul>
  )
}

/** The verbs that a status allows; the first is the usual one. */
function verbsOf({ status, counts, hasDrafts }: Import): Verb[] {
  const wanted = counts.new + counts.changed
  if (status === "ready") return wanted > 0 ? ["run"] : []
  if (status === "stopped") return ["run", "take_back"]
  if (status === "done") {
    const again: Verb[] = counts.incomplete > 0 ? ["run"] : []
    const publish: Verb[] = hasDrafts && counts.new > 0 ? ["publish"] : []
    return [...publish, ...again, "take_back"]
  }
  return status === "published" ? ["take_back"] : []
}

function Verbs({ row }: { row: Import }) {
  const { t } = useTranslation("moveIn")
  const [asked, setAsked] = useState<Verb | null>(null)
  const path = { import_id: row._id }
  const call = (verb: Verb) => send("post", "/api/admin/imports/{import_id}/verb", { path, body: { verb } })
  const act = useAction({ act: call, renews: [importsQuery.queryKey, importKey], failed: t("verbFailed") })
  const textOf = (verb: Verb) =>
    verb === "run" && row.status !== "ready"
      ? t(`verbs.${row.status === "done" ? "again" : "continue"}`)
      : t(`verbs.${verb}`)
  const verbs: Verb[] = isWorking(row) || row.status === "unmapped" ? ["stop"] : verbsOf(row)
  return (
    <>
      {verbs.map((verb, place) => (
        <Button
          key={verb}
          size="sm"
          variant={place === 0 && verb !== "stop" ? "primary" : "secondary"}
          busy={act.isPending}
          onClick={() => (verb === "publish" || verb === "take_back" ? setAsked(verb) : act.mutate(verb))}
        >
          {textOf(verb)}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? textOf(asked) : ""}
        description={asked === "publish" ? t("publishText", { count: row.counts.new }) : t("takeBackText")}
        verb={asked ? textOf(asked) : ""}
        act={async () => asked && call(asked)}
        renews={[importsQuery.queryKey, importKey]}
        failed={t("verbFailed")}
      />
    </>
  )
}
