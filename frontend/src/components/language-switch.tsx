import { setLanguage, useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { type Language, languages } from "@/lib/language"

/** Each language is named in itself, for those who read only that one. */
const names: Record<Language, { short: string; full: string }> = {
  en: { short: "EN", full: "EN – English" },
  hi: { short: "हिन्दी", full: "हिन्दी – Hindi" },
}

export function LanguageSwitch({ onChoose }: { onChoose?: (language: Language) => void }) {
  const { t, i18n } = useTranslation()
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">{t("common.language")}</legend>
      {languages.map((language) => {
        const chosen = i18n.language === language
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={chosen}
            aria-label={names[language].full}
            onClick={() => {
              void setLanguage(language)
              onChoose?.(language)
            }}
            className={cx(
              "min-h-11 px-2 text-sm underline-offset-8 transition-colors hover:text-accent",
              chosen ? "font-medium text-ink underline decoration-gold decoration-2" : "text-ink-soft",
            )}
          >
            {names[language].short}
          </button>
        )
      })}
    </fieldset>
  )
}
