import { type CSSProperties, useLayoutEffect, useRef } from "react"
import { Button } from "@/components/button"
import { BeadMark } from "@/components/logo"
import { useFields } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { SettingsValues } from "./fields"
import type { SettingsNow } from "./queries"

/** Show this page in the colours that are saved; others are sent with theirs. */
export function useSavedColors(colors: SettingsNow["colours"]) {
  const atFirst = useRef(colors)
  useLayoutEffect(() => {
    // The document has come with these.
    if (colors === atFirst.current) return
    const { style } = document.documentElement
    for (const [name, color] of Object.entries(colors)) style.setProperty(`--color-${name}`, color)
  }, [colors])
}

/** A header, a card and a button with the mark and the colours as they are in the form. */
export function LookPreview({ pictures }: Pick<SettingsNow, "pictures">) {
  const { t, i18n } = useTranslation("adminSettings")
  const { name, nameHindi, mark, ground, accent } = useFields<SettingsValues>().values.brand ?? {}
  const colors = { "--color-ground": ground, "--color-accent": accent } as CSSProperties
  return (
    <figure className="col-span-full">
      <figcaption className="font-medium text-sm">{t("look.title")}</figcaption>
      <div
        inert
        style={colors}
        className="mt-2 max-w-md overflow-hidden rounded-md border border-line bg-ground"
      >
        <p className="flex items-center gap-2.5 border-line border-b px-5 py-3">
          {mark ? (
            <img src={`${pictures.mark}${mark}-icon-192.png`} alt="" className="size-9" />
          ) : (
            <BeadMark className="size-9 text-accent" />
          )}
          <span className="font-display text-xl">{String(i18n.language === "hi" ? nameHindi : name)}</span>
        </p>
        <div className="m-5 rounded-md border border-line bg-paper p-5">
          <p className="font-display text-lg">{t("look.product")}</p>
          <p className="text-ink-soft text-sm">{t("look.text")}</p>
          <p className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <span>{formatRupees(499)}</span>
            <span className="text-accent underline">{t("look.link")}</span>
            <Button size="sm">{t("look.button")}</Button>
          </p>
        </div>
      </div>
    </figure>
  )
}
