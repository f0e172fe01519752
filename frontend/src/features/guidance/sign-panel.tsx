import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Checkbox } from "@/components/checkbox"
import { BeadMark } from "@/components/logo"
import { useTranslation } from "@/i18n"
import { useDebounced } from "@/lib/use-debounced"
import { signsQuery, zodiacQuery } from "./queries"

/** Return true when the date is complete: a year being typed passes through 0001, 0019 and 0199. */
const isWritten = (day: string) => day >= "1900"

/** The zodiac sign of the date in the form, once loaded. */
export function SignPanel({ dateOfBirth }: { dateOfBirth: string }) {
  const { t } = useTranslation("guidance")
  const day = useDebounced(dateOfBirth, 250)
  const known = isWritten(day)
  const sign = useQuery({ ...zodiacQuery(day), enabled: known })
  const services = useQuery(signsQuery()).data?.services ?? []
  return (
    <aside aria-labelledby="sign-panel" className="rounded-md bg-tile p-6 text-center sm:p-8">
      <BeadMark className="mx-auto size-10 text-gold" />
      <h2 id="sign-panel" className="mt-4 text-ink-soft text-sm">
        {t("panel.title")}
      </h2>
      <div role="status">
        {known && sign.data && (
          <p className="mt-1 animate-fade-in font-display text-3xl motion-reduce:animate-none">
            {sign.data.name}
          </p>
        )}
        {known && sign.isError && <p className="mt-2">{t("panel.failed")}</p>}
        {!known && <p className="mt-2">{t("panel.empty")}</p>}
      </div>
      <p className="mt-5 border-line border-t pt-4 text-ink-soft text-sm">{t("panel.note")}</p>
      {services.length > 0 && <OthersToo day={known ? day : ""} services={services} />}
    </aside>
  )
}

/** Consent to query external services as well; the shop's own result is shown either way. */
function OthersToo({ day, services }: { day: string; services: string[] }) {
  const { t } = useTranslation("guidance")
  const [agreed, setAgreed] = useState(false)
  const heard = useQuery({ ...zodiacQuery(day, true), enabled: agreed && day !== "" })
  return (
    <div className="mt-4 border-line border-t pt-3 text-left text-sm">
      <Checkbox checked={agreed} onChange={setAgreed}>
        {t("panel.consent", { services: services.join(", ") })}
      </Checkbox>
      <p role="status" className="text-ink-soft">
        {heard.isFetching && t("panel.asking")}
        {agreed && heard.data?.source}
        {agreed && heard.isError && !heard.isFetching && t("panel.notAsked")}
      </p>
    </div>
  )
}
