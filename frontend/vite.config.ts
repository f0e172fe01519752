/// <reference types="vitest/config" />
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, gzip } from "node:zlib"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import browserslistToEsbuild from "browserslist-to-esbuild"
import { defineConfig, type Plugin, type Rolldown } from "vite"
import { budget } from "./budget.ts"

const backend = process.env.VITE_BACKEND ?? "http://127.0.0.1:8000"

/** Lay a .gz and a .br beside every script and style: the server sends what the browser can read. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name)
          const plain = await readFile(path)
          await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
          await writeFile(`${path}.br`, await promisify(brotliCompress)(plain))
        }),
      )
    },
  }
}

/** Fetch later parts with a plain `import()`: there is nothing to fetch ahead of them, and one style sheet for all. */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    apply: "build",
    load: (id) =>
      id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load()" : undefined,
  }
}

/**
 * Build with React Router's production files: its package names the ones with the developers' warnings alone. What
 * keeps its unused parts (forms, the framework's scripts) in the build is taken out on the way.
 */
function productionRouter(): Plugin {
  const folder = join(import.meta.dirname, "node_modules/react-router/dist/production")
  const files: Record<string, string> = { "react-router": "index.mjs", "react-router/dom": "dom-export.mjs" }
  return {
    name: "production-router",
    enforce: "pre",
    apply: "build",
    resolveId: (id) => (files[id] ? join(folder, files[id]) : undefined),
    transform(code, id) {
      if (!id.startsWith(folder)) return
      return (
        code
          // Names for developer tools.
          .replace(/^\w+\.displayName = .*$/gm, "")
          // To make a component is no side effect.
          .replace(/(?<== )React\d*\.forwardRef\(/g, "/* @__PURE__ */ $&")
          // Links fetch pages ahead under the router's own server alone.
          .replace("shouldPrefetch && !isAbsolute ?", "false ?")
      )
    },
  }
}

/** Build the icons with the few lines of ours that they need; their drawings stay lucide-react's. */
function smallIcons(): Plugin {
  const icon = join(import.meta.dirname, "src/components/icon.tsx")
  return {
    name: "small-icons",
    enforce: "pre",
    apply: "build",
    resolveId: (id) => (id === "../createLucideIcon.mjs" ? icon : undefined),
  }
}

/**
 * Name the file of a module that many pages share: `app` for what every page has, `products` for what every list of
 * products has, `signs` for the small pictures beside the shop's promises. One file instead of forty small ones: fewer
 * questions, and better compressed.
 */
function sharedChunk() {
  const roots = {
    // The small parts are those of pages without lists.
    app: [
      "main.tsx",
      "components/skeleton.tsx",
      "components/live-dot.tsx",
      "components/notice.tsx",
      "components/page-title.tsx",
      "i18n/promises.ts",
      "lib/shop.ts",
      "lib/money.ts",
      "lib/time.ts",
      "lib/toast.ts",
      "lib/use-debounced.ts",
    ],
    products: [
      "features/catalog/product-grid.tsx",
      "features/catalog/queries.ts",
      "components/breadcrumb.tsx",
    ],
  }
  const reached = new Map<string, string>()
  let found = false
  // A package's index leads to all of it. Icons go by the names a file imports, the others by who needs them.
  const isIndexed = (id: string) => /node_modules[\\/](lucide-react|@tanstack)[\\/]/.test(id)
  const iconsOf = (code: string) =>
    [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => {
        const icon = (name.split(" as ")[0] ?? "").trim()
        return `/${icon.replace(/(?<=.)(?=[A-Z]|\d+$)/g, "-").toLowerCase()}.mjs`
      }),
    )
  for (const icon of ["award", "badge-indian-rupee", "shield-check", "truck"])
    reached.set(`/${icon}.mjs`, "signs")
  reached.set("/check.mjs", "app")
  return (module: string, context: Rolldown.ChunkingContext) => {
    if (!found) {
      found = true
      for (const [name, files] of Object.entries(roots)) {
        const waiting = files.map((file) => join(import.meta.dirname, "src", file))
        for (const id of waiting) {
          if (reached.has(id)) continue
          const info = context.getModuleInfo(id)
          if (isIndexed(id)) continue
          reached.set(id, name)
          for (const icon of iconsOf(info?.code ?? "")) if (!reached.has(icon)) reached.set(icon, name)
          waiting.push(...(info?.importedIds ?? []))
        }
      }
    }
    const [icon] = module.includes("lucide-react") ? (/\/[^/]+$/.exec(module) ?? []) : []
    return reached.get(icon ?? module)
  }
}

export default defineConfig({
  plugins: [
    plainImports(),
    productionRouter(),
    smallIcons(),
    react(),
    tailwindcss(),
    budget(),
    precompress(),
  ],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    // The browsers of package.json's "browserslist", for scripts and styles.
    target: browserslistToEsbuild(),
    // Tells the server which files a page needs.
    manifest: true,
    // Files, never data: URLs: the page's policy allows fonts and pictures from this site alone.
    assetsInlineLimit: 0,
    // Naming every later part's files beside its import costs more, in the first scripts, than it saves later: the
    // server names the files of the page that is asked for.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What fetches later parts: the page's first script needs it and nothing else.
            { name: "fetch", test: /vite\/preload-helper|src\/lib\/(pause|load-code)/, priority: 4 },
            {
              // What every page needs, in one file that stays in the browser's cache over our own changes.
              name: "base",
              test: /src\/libraries\.ts|node_modules[\\/](react|react-dom|react-error-boundary|scheduler|react-router|react-router-dom|@tanstack|zustand|i18next|openapi-fetch)[\\/](?!.*(queriesObserver|useQueries|useMutationState|esm.middleware))/,
              priority: 3,
            },
            { name: sharedChunk(), priority: 2 },
            {
              // A product's page and windows; what they use of other parts stays in those parts' files.
              name: "product",
              test: /features\/catalog\/(product-page|product-purchase|purchase-choice|price-line|stock-|use-purchase|live-product|countdown|recently-viewed-)|components\/(image-gallery|quantity-stepper|customization-picker|option-chips|checkbox)|i18n\/option-label|lib\/(quote|product)\.|lucide-react.*\/(plus|minus|zoom-in)\./,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              // Products with their filters; what other parts use of it, but for one page of examples, is not here.
              name: "listing",
              test: /features\/catalog\/(listing|list-filters|product-results|active-filters|use-wanted|use-price-range|products-query)\.|components\/chip\.|stores\/preferences\.|lib\/use-media\.|lucide-react.*\/sliders-horizontal\./,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              // What floats over pages shares most of its code: one file for it instead of a dozen.
              name: "layers",
              test: /node_modules[\\/](@base-ui|@floating-ui|use-sync-external-store)[\\/]/,
              minShareCount: 6,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: "links", test: /app\/links\.|components\/brand-icons\./, priority: 1 },
            {
              // Which payment is meant, and how to ask for it: on a payment's page, and in the help of every page.
              name: "last-payment",
              test: /lib\/last-payment\.|buy-now-order\.|features\/payment\/(queries|which-payment)\./,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              // Whoever has a field has, or soon needs, the other kind.
              name: "field",
              test: /components\/(field|native-select|select)\.|lucide-react.*\/chevron-down\./,
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": backend,
      "/media": backend,
      "/sandbox": backend,
      "/dev/mail": backend,
      "/socket.io": { target: backend, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["./tests/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    // One window for all files, a new one for each takes seven times as long; the set-up clears what a test leaves.
    isolate: false,
    // Real timers and real elements: on a busy machine a few seconds are not much.
    testTimeout: 20_000,
  },
})
