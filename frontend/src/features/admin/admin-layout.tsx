import { useQueryClient } from "@tanstack/react-query"
import { useLayoutEffect } from "react"
import { Navigate, Outlet, useLocation } from "react-router-dom"
import { Notice } from "@/components/notice"
import { SectionBoundary } from "@/components/section-boundary"
import { useTranslation } from "@/i18n"
import { api } from "@/lib/api"
import { listMoments } from "@/lib/list-moments"
import { useTopicEvents } from "@/lib/live"
import { toast } from "@/lib/toast"
import { useDebounced } from "@/lib/use-debounced"
import { newest } from "@/lib/versioned"
import { useLiveStatus } from "@/stores/live"
import { profileQuery, type User, useUser } from "@/stores/session"
import { Rail } from "./rail"
import { useRefundNotices } from "./refunds/use-refund-notices"
import { sectionAt, sectionsFor } from "./sections"

api.use(listMoments)

/** A shorter loss of the link shows no notice. */
const PATIENCE_MS = 4_000

/** Layout of the staff pages: the rail beside the page. */
export function Component() {
  const { user } = useUser()
  const { pathname } = useLocation()
  useOwnRole(user)
  useRefundNotices()
  // For what styles.css says of the staff pages' window.
  useLayoutEffect(() => {
    document.documentElement.dataset.staff = ""
    return () => {
      delete document.documentElement.dataset.staff
    }
  }, [])
  const mine = sectionsFor(user?.rights ?? [])
  const here = sectionAt(pathname)
  // Without the right to this section: redirect to the first permitted one.
  if (here && mine[0] && !mine.includes(here)) return <Navigate replace to={mine[0].path} />
  return (
    <div className="flex">
      <Rail />
      <div
        id="staff-page"
        tabIndex={-1}
        className="mx-auto min-w-0 max-w-[100rem] flex-1 px-4 pt-4 pb-16 sm:px-6 lg:px-8 lg:pt-5 outline-hidden"
      >
        <LinkNotice />
        <SectionBoundary>
          <Outlet />
        </SectionBoundary>
      </div>
    </div>
  )
}

/** Update the user's role live, with a toast when it changes. */
function useOwnRole(user: User | null) {
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  useTopicEvents(user && `account:${user._id}`, (data) => {
    if (user && data.user.role !== user.role) toast.info(t("roleChanged"))
    client.setQueryData(profileQuery.queryKey, (held) => newest(held, data.user))
  })
}

function LinkNotice() {
  const { t } = useTranslation("admin")
  const status = useLiveStatus()
  const lostForLong = useDebounced(status === "reconnecting", PATIENCE_MS)
  if (status !== "offline" && !(status === "reconnecting" && lostForLong)) return null
  return (
    <div className="mb-4">
      <Notice tone="warning" announce>
        {status === "offline" ? t("link.offline") : t("link.lost")}
      </Notice>
    </div>
  )
}
