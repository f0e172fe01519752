// @vitest-environment node
import { expect, test } from "vitest"
import { pageOf, publicPages, serverHtml } from "../tests/public-pages"

/** Every module but where browser and server start; pages of staff and developers are rendered in the browser alone. */
const modules = import.meta.glob([
  "./**/*.{ts,tsx}",
  "!./**/*.test.{ts,tsx}",
  "!./{entry-client,entry-server}.tsx",
  "!./features/{admin,dev}/**",
])

test("there is no window here", () => {
  expect(typeof window).toBe("undefined")
})

test.each(Object.entries(modules))("%s is imported without a window", async (_, load) => {
  await expect(load()).resolves.toBeDefined()
})

test.each(publicPages)("%s is rendered without a window", async (_, Component, path, address) => {
  expect(await serverHtml(() => pageOf(Component, path, address))).not.toBe("")
})
