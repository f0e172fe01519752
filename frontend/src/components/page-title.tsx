import { useEffect } from "react"
import { useTranslation } from "@/i18n"

/** Name the page in the browser's tab and history. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useTranslation()
  const brand = t("common.brand")
  useEffect(() => {
    const wanted = `${title} · ${brand}`
    // To write the same again costs the browser milliseconds, while the page comes up.
    if (document.title !== wanted) document.title = wanted
  }, [title, brand])
  return null
}
