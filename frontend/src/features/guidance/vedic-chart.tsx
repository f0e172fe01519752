import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ChartDrawing } from "./chart-drawing"
import { type BirthMoment, type Chart, chartQuery } from "./queries"

/** The Vedic chart of the birth, on request: in both styles, and as a table. */
export function VedicChart({ moment }: { moment: BirthMoment }) {
  const { t } = useTranslation("guidance")
  const errorText = useErrorText()
  const [requested, setRequested] = useState(false)
  const answer = useQuery({ ...chartQuery(moment), enabled: requested })
  return (
    <section aria-labelledby="vedic-chart" className="mt-14">
      <h2 id="vedic-chart" className="text-2xl">
        {t("chart.title")}
      </h2>
      <p className="mt-2 max-w-2xl text-ink-soft">{t("chart.lead")}</p>
      {!answer.data && (
        <Button
          variant="secondary"
          busy={answer.isFetching}
          onClick={() => (requested ? void answer.refetch() : setRequested(true))}
          className="mt-5 print:hidden"
        >
          {t("chart.show")}
        </Button>
      )}
      <div role="status" className="sr-only">
        {answer.isFetching && t("chart.loading")}
      </div>
      {answer.error && !answer.isFetching && (
        <div className="mt-5 max-w-2xl">
          <Notice tone="warning" announce title={errorText(answer.error, t("chart.failed"))} />
        </div>
      )}
      {answer.data && (
        <Drawn
          chart={answer.data.data.vedicChart}
          source={answer.data.data.source}
          note={answer.data.message}
        />
      )}
    </section>
  )
}

function Drawn({ chart, source, note }: { chart: Chart; source: string; note: string | undefined }) {
  const { t } = useTranslation("guidance")
  const points = chart.lagna ? [chart.lagna, ...chart.planets] : chart.planets
  const unknown = <span className="text-ink-soft">–</span>
  return (
    <>
      {!chart.lagna && note && <Notice className="mt-5 max-w-2xl" title={note} />}
      <p className="mt-5 text-ink-soft text-sm">
        {t("chart.made", { place: chart.place, clock: chart.clock, ayanamsa: chart.ayanamsa })}
      </p>
      <div className="mt-6 grid gap-8 sm:grid-cols-2">
        <ChartDrawing chart={chart} style="north" />
        <ChartDrawing chart={chart} style="south" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users. */}
      <section aria-label={t("chart.table")} tabIndex={0} className="mt-8 overflow-x-auto">
        <table className="w-full min-w-140 text-left tabular-nums">
          <caption className="sr-only">{t("chart.table")}</caption>
          <thead className="text-ink-soft text-sm">
            <tr>
              {(["planet", "rashi", "degrees", "nakshatra", "pada", "house"] as const).map((name) => (
                <th key={name} scope="col" className="py-2 pr-4 font-normal">
                  {t(`chart.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.key} className="border-line border-t">
                <th scope="row" className="py-2 pr-4 font-medium">
                  {point.name}
                  {point.retrograde && (
                    <span className="font-normal text-ink-soft"> {t("chart.retrograde")}</span>
                  )}
                </th>
                <td className="py-2 pr-4">{point.rashiName ?? unknown}</td>
                <td className="py-2 pr-4">{point.degrees ?? unknown}</td>
                <td className="py-2 pr-4">{point.nakshatra ?? unknown}</td>
                <td className="py-2 pr-4">{point.pada ?? unknown}</td>
                <td className="py-2">{point.house ?? unknown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-4 max-w-3xl text-ink-soft text-sm">{source}</p>
    </>
  )
}
