import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { horoscopeQuery } from "./queries"

/** Daily horoscope of a sign. Optional: renders nothing when it cannot be loaded. */
export function Horoscope({ sign }: { sign: string }) {
  const { t } = useTranslation("guidance")
  const { data } = useQuery(horoscopeQuery(sign))
  if (!data) return null
  return (
    <section aria-labelledby="daily" className="mt-14 rounded-md bg-tile p-6 sm:p-8 print:hidden">
      <h2 id="daily" className="text-2xl">
        {t("daily.title", { sign: data.name })}
      </h2>
      <p className="mt-1 text-ink-soft text-sm">{data.day}</p>
      <div className="mt-5 max-w-3xl space-y-3">
        {data.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="mt-5 max-w-3xl text-ink-soft text-sm">{data.source}</p>
    </section>
  )
}
