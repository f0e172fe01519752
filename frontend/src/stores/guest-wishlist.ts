import { create } from "zustand"
import { inBrowser } from "@/lib/browser"
import { browserStorage } from "@/lib/storage"

const KEY = "wishes"

const read = () => ({ ids: browserStorage.getList(KEY).filter((id) => typeof id === "string") })

type Wishes = {
  /** Product ids, the last wish first. */
  ids: readonly string[]
  set: (ids: readonly string[]) => void
}

/**
 * A guest's wishes, kept in this browser until a login takes them into the account.
 *
 * Created empty, as the server renders them and hydration begins; what is stored follows at once.
 */
export const useGuestWishes = create<Wishes>()((set) => ({
  ids: [],
  set: (ids) => {
    if (ids.length > 0) browserStorage.setItem(KEY, JSON.stringify(ids))
    else browserStorage.removeItem(KEY)
    set({ ids })
  },
}))

if (inBrowser) {
  useGuestWishes.setState(read())
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) useGuestWishes.setState(read())
  })
}
