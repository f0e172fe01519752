import { type TextKey, useTranslation } from "."

/** Return a function that names an option in the reader's language; staff may add names we have no word for. */
export function useOptionLabel(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => t(`options.${name}` as TextKey<"shop">, { defaultValue: name })
}
