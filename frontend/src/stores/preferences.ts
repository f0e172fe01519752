import { create } from "zustand"

const KEY = "preferences"

type ListView = "grid" | "rows"

type Choices = {
  listView: ListView
  /** Whether the list's filters stand beside it on a wide screen. */
  filtersShown: boolean
}

type Preferences = Choices & {
  setListView: (view: ListView) => void
  showFilters: (shown: boolean) => void
}

function stored(): Choices {
  try {
    const kept: Partial<Record<keyof Choices, unknown>> = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    return { listView: kept.listView === "rows" ? "rows" : "grid", filtersShown: kept.filtersShown !== false }
  } catch {
    return { listView: "grid", filtersShown: true }
  }
}

/** How this reader likes the shop to look; kept in the browser. */
export const usePreferences = create<Preferences>()((set) => ({
  ...stored(),
  setListView: (listView) => set({ listView }),
  showFilters: (filtersShown) => set({ filtersShown }),
}))

usePreferences.subscribe(({ listView, filtersShown }) =>
  localStorage.setItem(KEY, JSON.stringify({ listView, filtersShown } satisfies Choices)),
)
