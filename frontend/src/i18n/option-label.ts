import { useTranslation } from "react-i18next"
import { en } from "./en"

type OptionName = keyof typeof en.shop.options

const isKnown = (name: string): name is OptionName => name in en.shop.options

/** Return a function that names an option in the reader's language; staff may add names we have no word for. */
export function useOptionLabel(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => (isKnown(name) ? t(`options.${name}`) : name)
}
