import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import type { Plugin, Rolldown } from "vite"

/**
 * Each page's code, its texts beside those of every page, and the script it may load before it works,
 * brotli-compressed as it is served, in kB (1000 bytes).
 *
 * The libraries of every page are 114 of it: React DOM 55 and React 4, React Router 31 (the browser's router and the
 * links), i18next and react-i18next 17 (plurals, fetching by language), TanStack Query 12 (what the screens know of the
 * server), openapi-fetch 2, zustand 1. The server's HTML is read, and its links work, before any of it has arrived. Each
 * number is what the page weighs and 1: lower it whenever the page allows.
 */
const PAGES: Record<string, { module: string; texts: string[]; budgetKb: number }> = {
  "/": { module: "catalog/home-page.tsx", texts: ["home"], budgetKb: 154.2 },
  "/rudraksha": { module: "catalog/mukhi-page.tsx", texts: ["mukhi"], budgetKb: 155.0 },
  "/products": { module: "catalog/list-page.tsx", texts: [], budgetKb: 157.9 },
  "/products/:slug": { module: "catalog/product-page.tsx", texts: [], budgetKb: 162 },
  "/category/:slug": { module: "catalog/category-page.tsx", texts: [], budgetKb: 158.5 },
  "/payment/status": { module: "payment/payment-page.tsx", texts: ["payment"], budgetKb: 155.1 },
}

/** Fail the build when a page's script grows past its budget, and print every page's weight. */
export function budget(): Plugin {
  return {
    name: "budget",
    apply: "build",
    // Not earlier: plugins still add to the code.
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
      const src = join(import.meta.dirname, "src")
      const chunkOf = (module: string) =>
        chunks.find((chunk) => chunk.facadeModuleId === module || chunk.moduleIds.includes(module))
      const entry = chunks.find((chunk) => chunk.isEntry)
      if (!entry) throw new Error("the build has no entry")
      const sizes = new Map<string, number>()
      const size = (chunk: Rolldown.OutputChunk) => {
        const known = sizes.get(chunk.fileName) ?? brotliCompressSync(chunk.code).length
        sizes.set(chunk.fileName, known)
        return known
      }
      const tooHeavy: string[] = []
      for (const [page, { module, texts, budgetKb }] of Object.entries(PAGES)) {
        const start = [
          entry,
          ...[
            "app/hydrate.tsx",
            `features/${module}`,
            "i18n/en/core.ts",
            ...texts.map((name) => `i18n/en/${name}.json`),
          ].map((name) => {
            const chunk = chunkOf(join(src, name))
            if (!chunk) throw new Error(`${page}: ${name} is not in the build`)
            return chunk
          }),
        ]
        const needed = closure(start, bundle)
        const kb = [...needed].reduce((sum, chunk) => sum + size(chunk), 0) / 1000
        const line = `${page.padEnd(16)} ${kb.toFixed(1).padStart(6)} kB of ${budgetKb} in ${needed.size} files`
        this.info(line)
        if (process.env.BUDGET_DETAILS) {
          for (const chunk of [...needed].sort((a, b) => size(b) - size(a)))
            this.info(`    ${(size(chunk) / 1000).toFixed(1).padStart(6)} ${chunk.fileName}`)
        }
        if (kb > budgetKb) tooHeavy.push(line)
      }
      if (tooHeavy.length > 0) this.error(`Script over budget:\n${tooHeavy.join("\n")}`)
    },
  }
}

/** Everything these chunks import before they run. */
function closure(start: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const needed = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === "chunk") add(imported)
    }
  }
  start.forEach(add)
  return needed
}
