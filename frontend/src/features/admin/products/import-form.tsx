import { Upload } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { FileButton } from "@/features/admin/shared/file-button"
import { StatCard } from "@/features/admin/shared/stat-card"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { type ImportReport, importProducts, productsKey } from "./queries"

/** Form to import products from a file, after a dry run. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("adminProducts")
  const [file, setFile] = useState<File | null>(null)
  const [lines, setLines] = useState(0)
  const running = useAction({
    act: ({ chosen, dryRun }: { chosen: File; dryRun: boolean }) => {
      setLines(0)
      return importProducts(chosen, dryRun, setLines)
    },
    renews: [productsKey],
  })
  const reading = running.isPending && running.variables.dryRun
  const report = running.data

  function choose([chosen]: File[]) {
    if (!chosen) return
    setFile(chosen)
    running.reset()
    running.mutate({ chosen, dryRun: true })
  }
  const wouldDo = report ? report.created + report.updated : 0
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          label={t("csv.file")}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          variant="secondary"
          busy={reading}
          disabled={running.isPending}
          onChoose={choose}
        >
          {!reading && <Upload aria-hidden="true" className="size-4" />}
          {t("csv.choose")}
        </FileButton>
        {file && <span className="min-w-0 break-all text-sm">{file.name}</span>}
      </div>
      <p className="text-ink-soft text-sm">{t("csv.hint")}</p>
      <div aria-live="polite">
        {running.isPending && <p className="text-sm">{t("csv.reading", { count: lines })}</p>}
        <ErrorNotice error={running.error} fallback={t("csv.failed")} />
        {report && <Report report={report} />}
      </div>
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {report && !report.dryRun ? t("csv.close") : t("cancel")}
        </Button>
        {report?.dryRun && file && (
          <Button
            busy={running.isPending}
            disabled={wouldDo === 0}
            onClick={() => running.mutate({ chosen: file, dryRun: false })}
          >
            {t("csv.take", { count: wouldDo })}
          </Button>
        )}
      </div>
    </div>
  )
}

function Report({ report }: { report: ImportReport }) {
  const { t } = useTranslation("adminProducts")
  const figures = ["created", "updated", "unchanged", "bad"] as const
  return (
    <section className="space-y-4">
      <h3 className="font-medium">{report.dryRun ? t("csv.wouldDo") : t("csv.done")}</h3>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map((name) => (
          <StatCard key={name} label={t(`csv.${name}`)} value={String(report[name])} />
        ))}
      </dl>
      <Lines kind="problems" lines={report.problems} count={report.problemsInAll} />
      <Lines kind="warnings" lines={report.warnings} count={report.warningsInAll} />
    </section>
  )
}

type LinesProps = { kind: "problems" | "warnings"; lines: ImportReport["problems"]; count: number }

/** The first problems or warnings, each with its line. */
function Lines({ kind, lines, count }: LinesProps) {
  const { t } = useTranslation("adminProducts")
  if (lines.length === 0) return null
  return (
    <>
      <p className="text-sm">{t(`csv.${kind}`, { shown: lines.length, count })}</p>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm">
        {lines.map((problem, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one line may have the same problem twice.
          <li key={place} className="grid grid-cols-[5rem_1fr] gap-3 px-4 py-2">
            <span className="text-ink-soft tabular-nums">{t("csv.line", { line: problem.line })}</span>
            <span>
              {problem.field && <span className="break-all font-medium">{problem.field}: </span>}
              {problem.message}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
