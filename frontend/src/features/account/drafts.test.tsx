import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useForm } from "react-hook-form"
import { beforeEach, expect, test } from "vitest"
import { type User, useSession } from "@/stores/session"
import { useDraft } from "./drafts"

const PERSON: User = {
  _id: "U1",
  name: "Asha",
  email: "asha@shop.example",
  phone: "",
  address: {},
  isAdmin: false,
  role: "customer",
  rights: [],
  language: "en",
  hasPassword: false,
  version: 1,
}

function Form({
  userId = "U1",
  about = null,
  city = "",
}: {
  userId?: string
  about?: string | null
  city?: string
}) {
  const form = useForm({ defaultValues: { name: "Asha", city } })
  useDraft("address", userId, form, about)
  return (
    <>
      <input aria-label="name" {...form.register("name")} />
      <input aria-label="city" {...form.register("city")} />
    </>
  )
}

const { logIn, expire, leave } = useSession.getState()
const granted = (token: string, user: User = PERSON) => ({ token, expiresIn: 900, user })
const expireCurrent = () => expire(useSession.getState().session)
const typedInto = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

/** Type a name, and let the session end in some way under the form. */
async function interrupt(end: () => void, about: string | null = null) {
  const { unmount } = render(<Form about={about} />)
  await userEvent.clear(screen.getByLabelText("name"))
  await userEvent.type(screen.getByLabelText("name"), "Meera")
  end()
  unmount()
}

beforeEach(() => logIn(granted("first")))

test("whoever was interrupted finds the text again, once, and nothing else is touched", async () => {
  await interrupt(expireCurrent)
  logIn(granted("second"))

  const { unmount } = render(<Form city="Pune, changed meanwhile" />)
  expect([typedInto("name"), typedInto("city")]).toEqual(["Meera", "Pune, changed meanwhile"])

  unmount()
  render(<Form />)
  expect(typedInto("name")).toBe("Asha")
})

test("somebody else finds nothing", async () => {
  await interrupt(expireCurrent)
  logIn(granted("second", { ...PERSON, _id: "U2" }))

  render(<Form userId="U2" />)

  expect(typedInto("name")).toBe("Asha")
})

test("the text of one address does not get into another", async () => {
  await interrupt(expireCurrent, "A1")
  logIn(granted("second"))

  render(<Form about="A2" />)

  expect(typedInto("name")).toBe("Asha")
})

test("leaving on purpose leaves nothing behind", async () => {
  sessionStorage.setItem("review:bead", "a name, a phone, an address")
  await interrupt(() => leave())
  // A store that is loaded may have written its empty state again.
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/a name|Meera/)
  logIn(granted("second"))

  render(<Form />)

  expect(typedInto("name")).toBe("Asha")
})

test("a late refusal of an earlier session ends nothing", async () => {
  const { session: first } = useSession.getState()
  logIn(granted("second"))
  const { session: second } = useSession.getState()

  expire(first)

  expect(useSession.getState()).toMatchObject({ session: second, ended: false })
})
