import { queryOptions, useQuery } from "@tanstack/react-query"
import { create } from "zustand"
import { AccessTokenStore, type Granted } from "@/lib/access-token"
import { ApiError, api, read, type Schemas, unwrap } from "@/lib/api"
import { inBrowser } from "@/lib/browser"
import { clearBrowsingHistory } from "@/lib/browsing-history"
import type { Language } from "@/lib/language"
import { liveLink } from "@/lib/live"
import { queryClient } from "@/lib/query-client"
import { randomId } from "@/lib/random-id"
import { browserStorage, tabStorage } from "@/lib/storage"

export type User = Schemas["UserOut"]
/** Rights of staff; customers' access needs no rights. */
export type Right = User["rights"][number]

/*
 * The proof of a session lies in a cookie that no script can read. Local storage names the session, so that it is
 * known at the next visit and in every tab whether somebody is logged in, and whether it is still the same login.
 * The name is made here, means nothing to the server and opens nothing.
 */
const KEY = "token"
/** In session storage: a pending login belongs to this tab only. */
const PENDING_KEY = "pending-session"
const PREFIX = "session-"

type Session = {
  /** The name of the session, null when nobody is logged in. */
  session: string | null
  /** The session of a staff member who has yet to prove their second factor: nobody is logged in so far. */
  pending: string | null
  /** True when the person logged out on purpose: a private page then leads home, not to the login. */
  left: boolean
  /** True when the server ended the session, which the login page then says. */
  ended: boolean
  logIn: (login: Granted & { user: User }) => void
  /** The second factor was proven: the pending session is good now. */
  proven: () => void
  /** The server requires a second factor for the session of this access token. */
  secondFactorNeeded: (token: string) => void
  /** Log out here because the server ended the login; does nothing when somebody has logged in again meanwhile. */
  expire: (ended: string | null) => void
  /** Log out here on purpose; the caller tells the server. */
  leave: () => void
}

export const profileQuery = queryOptions({
  queryKey: ["me", "profile"],
  queryFn: read("/api/auth/profile", {}, "user"),
  staleTime: 5 * 60_000,
})

/** Created for a guest, as the server renders pages and hydration begins; the stored session follows at once. */
export const useSession = create<Session>()((set, get) => ({
  session: null,
  pending: null,
  left: false,
  ended: false,
  logIn: ({ user, ...granted }) => {
    const session = PREFIX + randomId()
    drop()
    access.begin(granted)
    if (user.role !== "customer") {
      tabStorage.setItem(PENDING_KEY, session)
      set({ session: null, pending: session, left: false, ended: false })
      return
    }
    browserStorage.setItem(KEY, session)
    queryClient.setQueryData(profileQuery.queryKey, user)
    set({ session, pending: null, left: false, ended: false })
  },
  proven: () => {
    const session = get().pending
    if (session === null) return
    tabStorage.removeItem(PENDING_KEY)
    browserStorage.setItem(KEY, session)
    clearPrivateData()
    set({ session, pending: null })
  },
  secondFactorNeeded: (token) => {
    const { session } = get()
    if (session === null || !access.isOurs(token)) return
    browserStorage.removeItem(KEY)
    clearPrivateData()
    tabStorage.setItem(PENDING_KEY, session)
    set({ session: null, pending: session, ended: false })
  },
  expire: (ended) => {
    // Another tab may have begun a session whose storage event has not arrived yet: storage must keep its name.
    adopt()
    if (ended === null || ended !== current()) return
    drop()
    set({ session: null, pending: null, ended: true })
  },
  leave: () => {
    drop()
    // It holds typed texts and recent orders, and another person may use this computer next.
    tabStorage.clear()
    clearBrowsingHistory()
    set({ session: null, pending: null, left: true, ended: false })
  },
}))

/** Held by the tab that has its secret replaced; shared by renewals, which need the cookie as it then is. */
const SECRET_LOCK = "session-secret"
/** True while this tab holds the lock: its own renewals must not wait for it. */
let replacing = false

function withSecretLock<T>(mode: LockMode, work: () => Promise<T>): Promise<T> {
  // Browsers have no locks on plain http.
  return "locks" in navigator && !replacing ? navigator.locks.request(SECRET_LOCK, { mode }, work) : work()
}

const access = new AccessTokenStore(() => withSecretLock("shared", exchange))

async function exchange(): Promise<Granted | null> {
  // A login in another tab has replaced the cookie: adopt its session first.
  adopt()
  const session = current()
  if (session === null) return null
  try {
    const { user, ...granted } = await unwrap(api.POST("/api/auth/session"))
    // Only if the session is still the same, and not while its second factor is pending.
    if (useSession.getState().session === session) showUser(user)
    return granted
  } catch (error) {
    // Without a valid cookie nobody is logged in.
    if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error
    useSession.getState().expire(session)
    return null
  }
}

/**
 * Make a call that replaces the session: the earlier cookie and tokens are void after it. No tab renews its token
 * meanwhile: refused with the earlier cookie, it would log all tabs out.
 */
export async function replaceSession<T extends Partial<Record<keyof Granted, unknown>>>(
  call: () => Promise<T>,
): Promise<T> {
  // Before the call would renew it while the lock is held.
  await access.token()
  return withSecretLock("exclusive", async () => {
    replacing = true
    try {
      const data = await call()
      if (isGranted(data)) access.replace(data)
      return data
    } finally {
      replacing = false
    }
  })
}

const isGranted = (data: Partial<Record<keyof Granted, unknown>>): data is Granted =>
  typeof data.token === "string" && typeof data.expiresIn === "number"

/**
 * The token calls are made with, null for guests. One of a pending session opens no more than the second factor;
 * to all else it is a guest's.
 */
export const accessToken = async () => (current() === null ? null : access.token())

/** Another token in the place of a refused one of the same session. */
export const renewedToken = (refused: string) => access.renewed(refused)

const current = () => useSession.getState().session ?? useSession.getState().pending

/** The name of the session in storage. Earlier versions stored a secret there: its owner must log in again. */
function storedSession(): string | null {
  const stored = browserStorage.getItem(KEY)
  if (stored === null || stored.startsWith(PREFIX)) return stored
  browserStorage.removeItem(KEY)
  return null
}

/** Go over to the session that another tab has begun or ended. */
function adopt() {
  const session = storedSession()
  if (session === useSession.getState().session) return
  access.begin(null)
  clearPrivateData()
  tabStorage.removeItem(PENDING_KEY)
  useSession.setState({ session, pending: null, ended: false })
}

/** Store the user's profile; another user's data is cleared first. */
function showUser(user: User) {
  const before = queryClient.getQueryData(profileQuery.queryKey)
  if (before && before._id !== user._id) clearPrivateData()
  queryClient.setQueryData(profileQuery.queryKey, user)
}

function drop() {
  access.begin(null)
  browserStorage.removeItem(KEY)
  tabStorage.removeItem(PENDING_KEY)
  clearPrivateData()
}

/** Remove what the last person saw from the cache. */
function clearPrivateData() {
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first === "me" || first === "staff" })
}

useSession.subscribe((now, before) => {
  if (now.session !== before.session) liveLink.authenticate()
})

if (inBrowser) {
  useSession.setState({ session: storedSession(), pending: tabStorage.getItem(PENDING_KEY) })
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) adopt()
  })
}

liveLink.connectHooks({
  token: async () => (useSession.getState().session === null ? null : access.token()),
  tokenRefused: (token) => void renewedToken(token).catch(() => {}),
})

/** Store the chosen language on the account: mails are written in it. */
export async function saveLanguage(language: Language) {
  if (useSession.getState().session === null) return
  try {
    const { user } = await unwrap(api.PUT("/api/auth/profile", { body: { language } }))
    queryClient.setQueryData(profileQuery.queryKey, user)
  } catch {
    // The page is in the chosen language all the same; the account's can be set in the profile.
  }
}

/** Log out here at once, and end the session on the server. */
export async function logOut() {
  // Even when the window is closed at once.
  const ended = unwrap(api.DELETE("/api/auth/session", { keepalive: true }))
  useSession.getState().leave()
  await ended
}

type Who = {
  /** Null for a guest, and as long as it is not known. */
  user: User | null
  isLoading: boolean
  /** The profile could not be fetched; says nothing about the session. */
  error: Error | null
  retry: () => void
}

/** Return the logged-in user. Only guarded pages wait for the answer. */
export function useUser(): Who {
  const session = useSession((state) => state.session)
  const { data, isPending, error, refetch } = useQuery({ ...profileQuery, enabled: session !== null })
  return {
    user: session === null ? null : (data ?? null),
    isLoading: session !== null && isPending,
    error: session === null ? null : error,
    retry: () => void refetch(),
  }
}

/** Return true when the user has one of these rights; used to hide what the server would refuse. */
export function useMay(...anyOf: Right[]): boolean {
  return useUser().user?.rights.some((right) => anyOf.includes(right)) ?? false
}
