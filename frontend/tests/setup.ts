import "@testing-library/jest-dom/vitest"
import { cleanup } from "@testing-library/react"
import { afterAll, afterEach, vi } from "vitest"
import { loadTexts, type Namespace } from "@/i18n"
import { en } from "@/i18n/en"
import { inBrowser } from "@/lib/browser"

// Pages wait for their texts; single components find them here.
await loadTexts(...(Object.keys(en) as Namespace[]))

// jsdom has neither; the components only need them to exist.
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizeObserver
globalThis.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

afterEach(() => {
  cleanup()
  // Tests of what the server renders have no window.
  if (!inBrowser) return
  localStorage.clear()
  sessionStorage.clear()
})

// Files share one window: code that is still on its way would fail in the next file.
afterAll(() => vi.dynamicImportSettled())
