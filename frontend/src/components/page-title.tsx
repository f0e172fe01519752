import { useEffect } from "react"
import { useTranslation } from "@/i18n"

/** Name the page in the browser's tab and history. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useTranslation()
  const brand = t("common.brand")
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
  return null
}
