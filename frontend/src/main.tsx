import { CSPProvider } from "@base-ui/react/csp-provider"
import { QueryClientProvider } from "@tanstack/react-query"
import { StrictMode, startTransition } from "react"
import { createRoot } from "react-dom/client"
import { routes } from "@/app/router"
import { AppRouter, loadFirstPage } from "@/app/routing"
import { onLanguageChange } from "@/i18n"
import { connectApi } from "@/lib/api"
import { liveLink } from "@/lib/live"
import { pause } from "@/lib/pause"
import { queryClient } from "@/lib/query-client"
import { useRateLimit } from "@/stores/rate-limit"
import { useReauthentication } from "@/stores/reauthentication"
import { accessToken, renewedToken, useSession } from "@/stores/session"

connectApi({
  token: accessToken,
  renewed: renewedToken,
  secondFactorNeeded: useSession.getState().secondFactorNeeded,
  reauthenticate: useReauthentication.getState().ask,
  rateLimited: useRateLimit.getState().limited,
})

// While the page is drawn: its first calls wait for it. What fails here fails again there, and is shown.
accessToken().catch(() => {})

// Product texts come from the server in the reader's language.
onLanguageChange(() => {
  void queryClient.invalidateQueries()
  liveLink.authenticate()
})

/** Put the application in the place of the server's first screen, which stands until then. */
async function start() {
  const root = document.getElementById("root")
  if (!root) throw new Error("index.html has no #root")
  await pause()
  const reactRoot = createRoot(root)
  await pause()
  await loadFirstPage(routes)
  await pause()
  // As a transition, React renders in small slices, between which the page scrolls and answers.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        {/* The page's policy allows no inline <style>; ours are in styles.css. */}
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <AppRouter routes={routes} />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  )
}

// Not awaited: a page's code may import this file's chunk, which would wait for it in turn.
void start()
