import { Download, Upload as UploadIcon } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { Link } from "@/components/link"
import { FileButton } from "@/features/admin/shared/file-button"
import { pagesOnly } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"
import { useAction } from "@/lib/use-action"
import { type Right, useMay } from "@/stores/session"
import { ImportStatus } from "./import-status"
import { downloadExample, type Import, type ImportKind, importsQuery, uploadFile } from "./queries"

const rightOf = {
  products: "catalogue",
  customers: "users",
  orders: "users",
  addresses: "catalogue",
} as const satisfies Record<ImportKind, Right>
const kinds = Object.keys(rightOf) as ImportKind[]

/** Imports of other shops' files: upload, and the newest ones. */
export function Component() {
  const { t } = useTranslation("moveIn")
  const query = useLiveQuery("staff:imports", importsQuery)
  const { imports: rows = [] } = query.data ?? {}
  return (
    <ListPage
      title={t("title")}
      intro={t("intro")}
      above={<UploadForm />}
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
  )
}

function UploadForm() {
  const { t } = useTranslation("moveIn")
  const navigate = useNavigate()
  const seesCustomers = useMay("users")
  const sending = useAction({
    act: uploadFile,
    onDone: ({ _id }) => navigate(`/admin/move-in/${_id}`),
    renews: [importsQuery.queryKey],
  })
  const example = useAction({ act: downloadExample, failed: "" })
  return (
    <section aria-label={t("upload.title")} className="mt-4 space-y-3">
      <div className="flex flex-wrap gap-3">
        {kinds
          .filter((kind) => seesCustomers || rightOf[kind] !== "users")
          .map((kind) => (
            <FileButton
              key={kind}
              label={t(`upload.${kind}`)}
              variant={kind === "products" ? "primary" : "secondary"}
              accept=".csv,.tsv,.txt,.xlsx,text/csv"
              busy={sending.isPending}
              onChoose={([file]) => file && sending.mutate({ kind, file })}
            >
              {!sending.isPending && <UploadIcon aria-hidden="true" className="size-4" />}
              {t(`upload.${kind}`)}
            </FileButton>
          ))}
      </div>
      <p className="max-w-prose text-ink-soft text-sm">{t("upload.hint")}</p>
      <p className="max-w-prose text-ink-soft text-sm">{t("upload.own")}</p>
      <p className="max-w-prose text-ink-soft text-sm">{t("upload.ownColumns")}</p>
      <Button
        variant="quiet"
        size="sm"
        busy={example.isPending}
        onClick={() => example.mutate()}
        className="-ml-3.5"
      >
        {!example.isPending && <Download aria-hidden="true" className="size-4" />}
        {t("upload.example")}
      </Button>
      <ErrorNotice error={sending.error} title={t("upload.failed")} />
    </section>
  )
}

function Row({ row }: { row: Import }) {
  const { t } = useTranslation("moveIn")
  return (
    <li data-row={row._id} className="grid gap-2 px-4 py-4 text-sm sm:grid-cols-[1fr_16rem] sm:px-5">
      <div className="min-w-0">
        <Link
          to={`/admin/move-in/${row._id}`}
          data-opens
          className="break-all font-medium text-base hover:text-accent"
        >
          {row.fileName}
        </Link>
        <p className="text-ink-soft text-xs">
          {t(`kinds.${row.kind}`)} · {row.source && <>{t(`sources.${row.source}`)} · </>}
          <StaffTime at={row.createdAt} />
        </p>
      </div>
      <ImportStatus row={row} />
    </li>
  )
}
