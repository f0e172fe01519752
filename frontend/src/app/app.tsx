import { CSPProvider } from "@base-ui/react/csp-provider"
import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query"
import type { i18n as I18n } from "i18next"
import { type ReactNode, StrictMode } from "react"
import { I18nextProvider } from "react-i18next"

type AppProps = { client: QueryClient; texts: I18n; state: DehydratedState; children: ReactNode }

/** The providers around the router, the same on the server and in the browser. */
export function App({ client, texts, state, children }: AppProps) {
  return (
    <StrictMode>
      {/* The page's policy allows no inline <style>; ours are in styles.css. */}
      <CSPProvider disableStyleElements>
        <I18nextProvider i18n={texts}>
          <QueryClientProvider client={client}>
            <HydrationBoundary state={state}>{children}</HydrationBoundary>
          </QueryClientProvider>
        </I18nextProvider>
      </CSPProvider>
    </StrictMode>
  )
}
