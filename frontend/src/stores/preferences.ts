import { create } from "zustand"
import { persist } from "zustand/middleware"

type ListView = "grid" | "rows"

type Preferences = {
  listView: ListView
  setListView: (view: ListView) => void
}

/** How this reader likes the shop to look; kept in the browser. */
export const usePreferences = create<Preferences>()(
  persist((set) => ({ listView: "grid", setListView: (listView) => set({ listView }) }), {
    name: "preferences",
  }),
)
