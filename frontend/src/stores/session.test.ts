import { beforeEach, expect, test } from "vitest"
import { useSession } from "./session"

beforeEach(() => useSession.setState({ session: null, pending: null, ended: false }))

test("the end of an earlier session leaves alone what another tab has begun", () => {
  useSession.setState({ session: "session-1" })
  // The other tab's news of it is still on its way.
  localStorage.setItem("token", "session-2")

  useSession.getState().expire("session-1")

  expect(localStorage.getItem("token")).toBe("session-2")
  expect(useSession.getState()).toMatchObject({ session: "session-2", ended: false })
})

test("the end of the session that all tabs have is told", () => {
  localStorage.setItem("token", "session-1")
  useSession.setState({ session: "session-1" })

  useSession.getState().expire("session-1")

  expect(localStorage.getItem("token")).toBeNull()
  expect(useSession.getState()).toMatchObject({ session: null, ended: true })
})
