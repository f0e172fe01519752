import { create } from "zustand"
import { persist } from "zustand/middleware"

type ListView = "grid" | "rows"

type Preferences = {
  listView: ListView
  setListView: (view: ListView) => void
  /** Whether the list's filters stand beside it on a wide screen. */
  filtersShown: boolean
  showFilters: (shown: boolean) => void
}

/** How this reader likes the shop to look; kept in the browser. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      listView: "grid",
      setListView: (listView) => set({ listView }),
      filtersShown: true,
      showFilters: (filtersShown) => set({ filtersShown }),
    }),
    { name: "preferences" },
  ),
)
