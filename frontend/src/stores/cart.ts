import { create } from "zustand"
import type { Schemas } from "@/lib/api"
import { inBrowser } from "@/lib/browser"
import { queryClient } from "@/lib/query-client"
import { randomId } from "@/lib/random-id"
import { browserStorage } from "@/lib/storage"

const TOKEN_KEY = "cartToken"
/** Written after a change; its storage event has other tabs refetch the cart. */
const CHANGED_KEY = "cartChanged"

type CartState = {
  /** Access token of a guest's cart; mirrored in local storage for the other tabs. */
  token: string | null
  open: boolean
  /** Title of the product added last, while the drawer shows it. */
  added: string | null
  /** The line removed last, while the removal can be undone. */
  removed: Schemas["CartLineOut"] | null
  /** Number of optimistic quantity updates that are not saved yet; checkout waits for them. */
  unsavedQuantities: number
  showAdded: (title: string) => void
  showRemoved: (line: Schemas["CartLineOut"] | null) => void
  setOpen: (open: boolean) => void
}

/**
 * Client state of the cart; its content is server state.
 *
 * The initial state is empty, to match server rendering and hydration; local storage is read right after.
 */
export const useCartState = create<CartState>()((set) => ({
  token: null,
  open: false,
  added: null,
  removed: null,
  unsavedQuantities: 0,
  showAdded: (title) => set({ open: true, added: title, removed: null }),
  showRemoved: (removed) => set({ added: null, removed }),
  setOpen: (open) => set(open ? { open } : { open, added: null, removed: null }),
}))

/** Count a quantity update as unsaved; call the returned function when it is saved. */
export function trackUnsavedQuantity(): () => void {
  useCartState.setState(({ unsavedQuantities }) => ({ unsavedQuantities: unsavedQuantities + 1 }))
  return () =>
    useCartState.setState(({ unsavedQuantities }) => ({ unsavedQuantities: unsavedQuantities - 1 }))
}

/**
 * Store the cart token of a response; null in response to a token means that the token is no longer valid.
 *
 * A stale response, to a request sent with another token than the current one, is ignored.
 */
export function updateCartToken(sent: string | null, answered: string | null) {
  const { token } = useCartState.getState()
  if (token !== sent || token === answered) return
  if (answered === null) browserStorage.removeItem(TOKEN_KEY)
  else browserStorage.setItem(TOKEN_KEY, answered)
  useCartState.setState({ token: answered })
}

/** Have the other tabs invalidate their cached cart. */
export const notifyOtherTabs = () => browserStorage.setItem(CHANGED_KEY, randomId())

if (inBrowser) {
  useCartState.setState({ token: browserStorage.getItem(TOKEN_KEY) })
  // A page in the back/forward cache hears of no change, and the way back from the payment page may lead here.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    useCartState.setState({ token: browserStorage.getItem(TOKEN_KEY) })
    for (const queryKey of [["me"], ["product"]]) void queryClient.invalidateQueries({ queryKey })
  })
  window.addEventListener("storage", (event) => {
    if (event.key === TOKEN_KEY) useCartState.setState({ token: event.newValue })
    if (event.key === CHANGED_KEY) void queryClient.invalidateQueries({ queryKey: ["me", "cart"] })
  })
}
