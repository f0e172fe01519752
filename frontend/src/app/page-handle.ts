import type { Namespace, TextKey } from "@/i18n"

/** What a route says about its page besides the component. */
export type PageHandle = {
  /** The page's module, as the build's manifest names it. */
  file: string
  texts: readonly Namespace[]
  /**
   * Who sees the same: everybody (`public`), whoever knows the payment's id (`payment`), nobody else (`private`: the
   * server sends header and footer alone). Pages for developers are there in development only.
   */
  access: "public" | "payment" | "private" | "development"
  /** The title of a private page's shell. */
  title?: TextKey<"shell">
  /** The parameters of the address that change what the page shows; others are left out of account. */
  query?: readonly string[]
  /**
   * What the page asks the API for, besides what every page does: `:name` is the path's parameter; a parameter
   * without a value is the address's own.
   */
  reads?: readonly string[]
}
