import { create } from "zustand"

const KEY = "wishes"

function stored(text: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []
  } catch {
    return []
  }
}

type Wishes = {
  /** Product ids, the last wish first. */
  ids: readonly string[]
  set: (ids: readonly string[]) => void
}

/** A guest's wishes, kept in this browser until a login takes them into the account. */
export const useGuestWishes = create<Wishes>()((set) => ({
  ids: stored(localStorage.getItem(KEY)),
  set: (ids) => {
    if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify(ids))
    else localStorage.removeItem(KEY)
    set({ ids })
  },
}))

window.addEventListener("storage", (event) => {
  if (event.key === KEY) useGuestWishes.setState({ ids: stored(event.newValue) })
})
