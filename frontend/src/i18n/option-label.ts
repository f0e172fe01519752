import { useTranslation } from "react-i18next"
import type { en } from "./en"

type OptionName = keyof typeof en.shop.options

/** Return a function that names an option in the reader's language; staff may add names we have no word for. */
export function useOptionLabel(): (name: string) => string {
  const { t, i18n } = useTranslation()
  return (name) => (i18n.exists(`options.${name}`) ? t(`options.${name as OptionName}`) : name)
}
