import type { ReactNode } from "react"
import type { LoaderFunction } from "react-router-dom"
import type { Namespace, TextKey } from "@/i18n"

/** The exports of a page's file; loaders run on the server alone. */
export type PageModule = { Component: () => ReactNode; loader?: LoaderFunction }

/** Metadata of a page's route. */
export type PageHandle = {
  /** The page's module, as the build's manifest names it. */
  file: string
  texts: readonly Namespace[]
  /**
   * Readers of the same page: everybody (`public`), everybody with the payment's id (`payment`), one user (`private`: the
   * server renders header and footer only). Pages with `development` exist in development only.
   */
  access: "public" | "payment" | "private" | "development"
  /** The title of a private page's shell. */
  title?: TextKey<"shell">
  /** Query parameters that are part of the page's cache key; others are ignored. */
  query?: readonly string[]
  /**
   * API paths that the page reads besides those of every page: `:name` is a path parameter; a query parameter
   * without a value takes it from the page's URL.
   */
  reads?: readonly string[]
}
