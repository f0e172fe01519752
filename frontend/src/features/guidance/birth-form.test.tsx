import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { BirthForm } from "./birth-form"
import { type Draft, emptyDraft } from "./draft"
import type { Details } from "./queries"

function ask(first: Partial<Draft> = {}, address = "/") {
  const sent: Details[] = []
  function Form() {
    const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...first })
    return (
      <BirthForm
        draft={draft}
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        busy={false}
        error={null}
        onSubmit={(details) => sent.push(details)}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <Form />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { sent, user: userEvent.setup() }
}

const press = (name: string) => screen.getByRole("button", { name })

test("each question comes when the one before it is answered, by the keyboard alone", async () => {
  const { sent, user } = ask()
  expect(screen.getByText("Question 1 of 5")).toBeInTheDocument()

  await user.type(screen.getByLabelText("Full Name"), "Asha Rao{Enter}")
  expect(screen.getByRole("radio", { name: "Male" })).toHaveFocus()
  await user.keyboard("{ArrowDown}{Enter}")
  expect(screen.getByLabelText("Date of Birth")).toHaveFocus()
  await user.keyboard("22081990{Enter}")
  await user.click(screen.getByRole("checkbox", { name: "I do not know the time" }))
  await user.click(press("Next"))
  await user.keyboard("Ujjain{Enter}")

  expect(sent).toEqual([
    {
      name: "Asha Rao",
      gender: "female",
      dateOfBirth: "1990-08-22",
      timeOfBirth: "unknown",
      placeOfBirth: "Ujjain",
    },
  ])
})

test("an unanswered question stays and says what it wants", async () => {
  const { user } = ask()

  await user.click(press("Next"))

  expect(screen.getByLabelText("Full Name")).toHaveAccessibleDescription("Please fill in all fields")
  expect(screen.getByText("Question 1 of 5")).toBeInTheDocument()
})

test("an answer is changed without giving the others again", async () => {
  const { user } = ask(
    { name: "Asha", gender: "female", dateOfBirth: "1990-08-22" },
    "/?question=timeOfBirth",
  )
  expect(press("Change Date of Birth")).toHaveTextContent("22/08/1990")

  await user.click(press("Change Full Name"))
  await user.clear(screen.getByLabelText("Full Name"))
  await user.type(screen.getByLabelText("Full Name"), "Usha{Enter}{Enter}{Enter}")

  expect(screen.getByText("Question 4 of 5")).toBeInTheDocument()
  expect(press("Change Full Name")).toHaveTextContent("Usha")
})
