import { create } from "zustand"
import { inBrowser } from "@/lib/browser"
import { browserStorage } from "@/lib/storage"

const KEY = "preferences"

export const listViews = ["grid", "dense", "rows"] as const

export type ListView = (typeof listViews)[number]

type Choices = {
  listView: ListView
  /** True when the filter panel is open beside the product list on a wide screen. */
  filtersShown: boolean
  /** True when the staff pages' rail shows icons only. */
  railCollapsed: boolean
}

type Preferences = Choices & {
  setListView: (view: ListView) => void
  showFilters: (shown: boolean) => void
  collapseRail: (collapsed: boolean) => void
}

const USUAL: Choices = { listView: "grid", filtersShown: true, railCollapsed: false }

function stored(): Choices {
  const { listView, filtersShown, railCollapsed } = browserStorage.getRecord(KEY)
  return {
    listView: listViews.find((view) => view === listView) ?? USUAL.listView,
    filtersShown: filtersShown !== false,
    railCollapsed: railCollapsed === true,
  }
}

/**
 * The reader's preferences for the shop's look; stored in the browser.
 *
 * Created as usual, as the server renders it and hydration begins; what is stored follows at once.
 */
export const usePreferences = create<Preferences>()((set) => ({
  ...USUAL,
  setListView: (listView) => set({ listView }),
  showFilters: (filtersShown) => set({ filtersShown }),
  collapseRail: (railCollapsed) => set({ railCollapsed }),
}))

if (inBrowser) {
  usePreferences.setState(stored())
  usePreferences.subscribe(({ listView, filtersShown, railCollapsed }) =>
    browserStorage.setItem(KEY, JSON.stringify({ listView, filtersShown, railCollapsed } satisfies Choices)),
  )
}
