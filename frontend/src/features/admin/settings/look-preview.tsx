import type { CSSProperties } from "react"
import { Button } from "@/components/button"
import { BeadMark } from "@/components/logo"
import { useFields } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import type { SettingsValues } from "./fields"
import type { SettingsNow } from "./queries"

/** The mark and the colours of the form on a header, a card and a button. */
export function LookPreview({ pictures }: Pick<SettingsNow, "pictures">) {
  const { t, i18n } = useTranslation("adminSettings")
  const { name, nameHindi, mark, ground, accent } = useFields<SettingsValues>().values.brand ?? {}
  return (
    <figure
      inert
      style={{ "--color-ground": ground, "--color-accent": accent } as CSSProperties}
      className="mt-5 max-w-md rounded-md border border-line bg-ground p-5"
    >
      <figcaption className="flex items-center gap-2.5 font-display text-xl">
        {mark ? (
          <img src={`${pictures}mark.${mark}-icon-192.png`} alt="" className="size-9" />
        ) : (
          <BeadMark className="size-9 text-accent" />
        )}
        {String(i18n.language === "hi" ? nameHindi : name)}
      </figcaption>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-paper p-5">
        <span className="text-accent underline">{t("look.link")}</span>
        <Button size="sm">{t("look.button")}</Button>
      </div>
    </figure>
  )
}
