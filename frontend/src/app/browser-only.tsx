import { Outlet, useMatches } from "react-router-dom"
import { PageHead } from "@/components/page-head"
import { PageSpinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { useHydrated } from "@/lib/use-hydrated"
import type { PageHandle } from "./page-handle"

/** Private pages: the server renders the same shell for everybody, and the browser renders the page after hydration. */
export function BrowserOnly() {
  return useHydrated() ? <Outlet /> : <Shell />
}

function Shell() {
  const { t } = useTranslation("shell")
  const titles = useMatches().flatMap(({ handle }) => (handle as PageHandle | undefined)?.title ?? [])
  const title = titles.at(-1)
  return (
    <>
      {title && (
        <>
          <PageHead title={t(title)} />
          <h1 className="sr-only">{t(title)}</h1>
        </>
      )}
      <noscript>
        <p className="page py-16 text-center">{t("needsScript")}</p>
      </noscript>
      <PageSpinner label={t("shop:common.loading")} />
    </>
  )
}
