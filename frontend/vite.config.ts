/// <reference types="vitest/config" />
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const backend = process.env.VITE_BACKEND ?? "http://127.0.0.1:8000"

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    target: "es2022",
    // Files, never data: URLs: the page's policy allows fonts and pictures from this site alone.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      "/api": backend,
      "/media": backend,
      "/sandbox": backend,
      "/dev": backend,
      "/socket.io": { target: backend, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["./tests/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    // Real timers and real elements: on a busy machine a few seconds are not much.
    testTimeout: 20_000,
  },
})
