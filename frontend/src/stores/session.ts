import { queryOptions, useQuery } from "@tanstack/react-query"
import { create } from "zustand"
import { api, type Schemas, unwrap } from "@/lib/api"
import { liveLink } from "@/lib/live"
import { queryClient } from "@/lib/query-client"

export type User = Schemas["UserOut"]
/** What staff may do; what customers may is not asked this way. */
export type Right = User["rights"][number]

const KEY = "token"

type Session = {
  /** The bearer token of this device; also in local storage, so that every tab has it. */
  token: string | null
  /** Whether the person logged out on purpose: a page that was theirs then leads home, not to the login. */
  left: boolean
  /** Whether the server refused the token: whoever was interrupted is told so at the login. */
  ended: boolean
  logIn: (token: string, user: User) => void
  /** Drop this token because the server refused it; another one that is held by now stays. */
  forget: (refused: string | null) => void
  /** Drop the token on purpose; the server's side of it is the caller's business. */
  leave: () => void
}

export const profileQuery = queryOptions({
  queryKey: ["me", "profile"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/auth/profile", { signal }))).user,
  staleTime: 5 * 60_000,
})

export const useSession = create<Session>()((set, get) => ({
  token: localStorage.getItem(KEY),
  left: false,
  ended: false,
  logIn: (token, user) => {
    localStorage.setItem(KEY, token)
    forgetPrivateData()
    queryClient.setQueryData(profileQuery.queryKey, user)
    set({ token, left: false, ended: false })
  },
  forget: (refused) => {
    if (refused === null || refused !== get().token) return
    drop()
    set({ token: null, ended: true })
  },
  leave: () => {
    drop()
    // What was typed and opened in this tab: somebody else may sit down here next.
    sessionStorage.clear()
    set({ token: null, left: true, ended: false })
  },
}))

function drop() {
  localStorage.removeItem(KEY)
  forgetPrivateData()
}

/** What the last person saw must not show to the next one. */
function forgetPrivateData() {
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first === "me" || first === "staff" })
}

useSession.subscribe((now, before) => {
  if (now.token !== before.token) liveLink.authenticate()
})

window.addEventListener("storage", (event) => {
  if (event.key !== KEY || event.newValue === useSession.getState().token) return
  forgetPrivateData()
  useSession.setState({ token: event.newValue, ended: false })
})

liveLink.connectHooks({
  token: () => useSession.getState().token,
  tokenRefused: () => useSession.getState().forget(useSession.getState().token),
})

/** Log out here at once, and revoke the token on the server. */
export async function logOut() {
  const revoked = unwrap(api.POST("/api/auth/logout"))
  useSession.getState().leave()
  await revoked
}

type Who = {
  /** Null for a guest, and as long as it is not known. */
  user: User | null
  isLoading: boolean
  /** The profile could not be fetched; says nothing about the token. */
  error: Error | null
  retry: () => void
}

/** Who is logged in. Only guarded pages wait for the answer. */
export function useUser(): Who {
  const token = useSession((session) => session.token)
  const { data, isPending, error, refetch } = useQuery({ ...profileQuery, enabled: token !== null })
  return {
    user: token === null ? null : (data ?? null),
    isLoading: token !== null && isPending,
    error: token === null ? null : error,
    retry: () => void refetch(),
  }
}

/** Whether the person may do this: hides what the server would refuse. */
export function useMay(right: Right): boolean {
  return useUser().user?.rights.includes(right) ?? false
}
