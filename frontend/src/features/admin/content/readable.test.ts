import { expect, it } from "vitest"
import { readable } from "./readable"

it("shows the alternatives of a text and its values, without conditions", () => {
  expect(readable("{if late}Your {order_id} is late{else}It is on its way{end}: see {site}")).toBe(
    "Your {order_id} is late / It is on its way: see {site}",
  )
})
