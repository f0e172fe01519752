import { create } from "zustand"
import type { Schemas } from "@/lib/api"
import { inBrowser } from "@/lib/browser"
import { queryClient } from "@/lib/query-client"
import { randomId } from "@/lib/random-id"

const TOKEN_KEY = "cartToken"
/** Written after a change, so that other tabs look again. */
const CHANGED_KEY = "cartChanged"

type CartState = {
  /** What opens a guest's cart; also in local storage, so that every tab has it. */
  token: string | null
  /** The panel with the cart is open. */
  open: boolean
  /** What was put into the cart last, while the panel says so. */
  added: string | null
  /** What was taken out last, as long as it can be had back. */
  removed: Schemas["CartLineOut"] | null
  /** Lines whose quantity was pressed and is not yet the server's; what is bought waits for them. */
  unsettled: number
  showAdded: (title: string) => void
  showRemoved: (line: Schemas["CartLineOut"] | null) => void
  setOpen: (open: boolean) => void
}

/**
 * What the browser knows of the cart; what is in it is the server's to say.
 *
 * Created empty, as the server renders it and hydration begins; what is stored follows at once.
 */
export const useCartState = create<CartState>()((set) => ({
  token: null,
  open: false,
  added: null,
  removed: null,
  unsettled: 0,
  showAdded: (title) => set({ open: true, added: title, removed: null }),
  showRemoved: (removed) => set({ added: null, removed }),
  setOpen: (open) => set(open ? { open } : { open, added: null, removed: null }),
}))

/** Note a line whose quantity is on its way to the server; the answer is called when it is there. */
export function noteUnsettled(): () => void {
  useCartState.setState(({ unsettled }) => ({ unsettled: unsettled + 1 }))
  return () => useCartState.setState(({ unsettled }) => ({ unsettled: unsettled - 1 }))
}

/**
 * Keep the token that an answer carries; null in answer to a token means that it opens nothing any more.
 *
 * An answer to a question asked before we had a token says nothing about the one we have.
 */
export function keepCartToken(sent: string | null, answered: string | null) {
  const { token } = useCartState.getState()
  if (token !== sent || token === answered) return
  if (answered === null) localStorage.removeItem(TOKEN_KEY)
  else localStorage.setItem(TOKEN_KEY, answered)
  useCartState.setState({ token: answered })
}

/** Let the other tabs know that the cart is another one now. */
export const tellOtherTabs = () => localStorage.setItem(CHANGED_KEY, randomId())

if (inBrowser) {
  useCartState.setState({ token: localStorage.getItem(TOKEN_KEY) })
  window.addEventListener("storage", (event) => {
    if (event.key === TOKEN_KEY) useCartState.setState({ token: event.newValue })
    if (event.key === CHANGED_KEY) void queryClient.invalidateQueries({ queryKey: ["me", "cart"] })
  })
}
