/// <reference types="vitest/config" />
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import browserslistToEsbuild from "browserslist-to-esbuild"
import { defineConfig } from "vite"
import { compression } from "vite-plugin-compression2"
import { budget } from "./budget.ts"

const backend = process.env.VITE_BACKEND ?? "http://127.0.0.1:8000"

// What every page needs.
const LIBRARIES =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|react-error-boundary|@tanstack|zustand|i18next|react-i18next|i18next-resources-to-backend|openapi-fetch)[\\/]/

const SMALL =
  "lib/money last-payment payment-status use-open-payment typed-id time support-link order-link buy-now-order load-queries live live-dot verbatim check package-check picture visit"
const PAYMENT = "piece-list with-order-id payment-health copy payment-from-path"
const PRODUCT_CARDS =
  "product-grid structured-data breadcrumb catalog/queries plus chevron-left chevron-right"
const PRODUCT_PURCHASE =
  "price-line stock-line image-gallery customization-picker lazy-unpaid-orders lazy-waitlist quantity-stepper use-product-purchase live-product use-offered-product"

/** Match modules by their names. */
const modules = (names: string) =>
  new RegExp(`[\\\\/](${names.replaceAll(" ", "|").replaceAll("/", "[\\\\/]")})\\.(tsx?|mjs)$`)

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(isSsrBuild
      ? []
      : [budget(), compression({ include: /\.(js|css|svg)$/, algorithms: ["gzip", "brotliCompress"] })]),
  ],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  publicDir: isSsrBuild ? false : "public",
  build: {
    // The browsers of package.json's "browserslist", for scripts and styles.
    target: isSsrBuild ? "node20" : browserslistToEsbuild(),
    // Old browsers without it fetch a little later.
    modulePreload: { polyfill: false },
    outDir: isSsrBuild ? "dist-server" : "dist",
    // The renderer names a page's files in the page.
    manifest: !isSsrBuild,
    // Files, never data: URLs: the page's policy allows fonts and pictures from this site alone.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              groups: [
                // Stays in the browser's cache over our own changes.
                { name: "libraries", test: LIBRARIES },
                // What the first script needs, so that no other file imports that script itself.
                { name: "load-code", test: /vite[\\/]preload-helper|lib[\\/]load-code/ },
                // Parts of the shop's pages in few files: a request costs more than its bytes, and together they compress
                // better. A group takes what its modules import, unless a group before it has.
                { name: "app", test: modules("hydrate") },
                // With fewer pages it would take the windows that open over a page into the first script.
                { name: "shared", test: /[\\/](src|node_modules)[\\/]/, minShareCount: 58 },
                { name: "small", test: modules(SMALL) },
                { name: "payment", test: modules(PAYMENT) },
                { name: "product-cards", test: modules(PRODUCT_CARDS) },
                { name: "product-list", test: modules("listing") },
                { name: "product-purchase", test: modules(PRODUCT_PURCHASE) },
              ],
            },
          },
    },
  },
  define: isSsrBuild ? { "process.env.NODE_ENV": '"production"' } : {},
  // In one file, and React's production build: the renderer needs no node_modules.
  ssr: { noExternal: true },
  // deploy/dev: what Django answers itself; every other address is a page.
  server: {
    proxy: {
      "/api": backend,
      "/media": backend,
      "/sandbox": backend,
      "/dev/mail": backend,
      "/dev/second-factor": backend,
      "/healthz": backend,
      "/readyz": backend,
      "/robots.txt": backend,
      "/.well-known": backend,
      "/manifest.webmanifest": backend,
      "/sitemap.xml": backend,
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
}))
