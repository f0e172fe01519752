import { useQuery } from "@tanstack/react-query"
import { ErrorState } from "@/components/error-state"
import { Link } from "@/components/link"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { retryOf } from "@/lib/retry-of"
import { signsQuery } from "./queries"

/** Table of all twelve signs, which the recommendation is based on. */
export function SignTable() {
  const { t } = useTranslation("guidance")
  const signs = useQuery(signsQuery())
  return (
    <section aria-labelledby="sign-table" className="mt-16 lg:mt-20">
      <h2 id="sign-table" className="text-2xl">
        {t("table.title")}
      </h2>
      {signs.data ? (
        <table className="mt-6 w-full text-left">
          <thead className="text-ink-soft text-sm max-sm:sr-only">
            <tr>
              {(["sign", "days", "primary", "secondary"] as const).map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={cx("py-2 font-normal", name === "secondary" ? "max-sm:hidden" : "pr-4")}
                >
                  {t(`table.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {signs.data.signs.map((sign) => (
              <tr
                key={sign.sign}
                className="border-line border-t max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center"
              >
                <th scope="row" className="py-1 pr-4 font-medium max-sm:pb-0">
                  <Link
                    to={`/rudraksh-recommendation?sign=${sign.sign}`}
                    className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-deep"
                  >
                    {sign.name}
                  </Link>
                </th>
                <td className="py-1 pr-4 text-ink-soft max-sm:row-start-2 max-sm:pt-0 max-sm:pb-3 max-sm:text-sm">
                  {sign.days}
                </td>
                <td className="py-1 max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 sm:pr-4">
                  {sign.primary}
                </td>
                <td className="py-1 text-ink-soft max-sm:hidden">{sign.secondary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : signs.error ? (
        <ErrorState compact fallback={t("table.failed")} {...retryOf(signs)} />
      ) : (
        <Skeleton className="mt-6 h-112 w-full rounded-md" />
      )}
    </section>
  )
}
