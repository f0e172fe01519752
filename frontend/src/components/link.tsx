import type { ComponentProps } from "react"
import { type NavigateOptions, type To, useHref, useLinkClickHandler } from "react-router-dom"
import { useLanguage } from "@/i18n"
import { inLanguage } from "@/lib/site-address"

export type LinkProps = Omit<ComponentProps<"a">, "href"> &
  Pick<NavigateOptions, "replace" | "state" | "preventScrollReset"> & { to: To }

/**
 * A link within the shop. On a Hindi page its address says so, for readers without script, search engines and copied
 * addresses; a press goes to the plain address, as the browser remembers the language.
 */
export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const language = useLanguage()
  const href = useHref(to)
  const navigate = useLinkClickHandler(to, { state, replace, preventScrollReset, target: rest.target })
  return (
    <a
      {...rest}
      href={inLanguage(href, language)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) navigate(event)
      }}
    />
  )
}
