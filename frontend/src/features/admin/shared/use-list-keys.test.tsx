import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { KeyHelp } from "./key-help"
// Loaded by the page when it is opened, which takes longer than a test waits.
import "./key-list"

const NAMES = ["Asha", "Bina", "Chitra"]

/** A list with links, checkboxes and, in its last row, a button that opens it. */
function Page() {
  const [opened, setOpened] = useState("nobody")
  return (
    <div id="staff-page">
      <KeyHelp />
      <input type="search" aria-label="Search" />
      <p role="status">{opened}</p>
      <ul>
        {NAMES.map((name) => (
          <li key={name} data-row={name} aria-label={name}>
            <input type="checkbox" aria-label={`Select ${name}`} />
            <a href={`#${name}`} onClick={() => setOpened(`link of ${name}`)}>
              {name}
            </a>
            <button type="button" onClick={() => setOpened("a wrong button")}>
              Cancel {name}
            </button>
            {name === "Chitra" && (
              <button type="button" data-opens onClick={() => setOpened("button of Chitra")}>
                Open
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function show() {
  render(<Page />, { wrapper: MemoryRouter })
  return userEvent.setup()
}

const row = (name: string) => screen.getByRole("listitem", { name })

test("j and k move between the rows and stop at the ends", async () => {
  const user = show()

  await user.keyboard("j")
  expect(row("Asha")).toHaveFocus()
  await user.keyboard("jjj")
  expect(row("Chitra")).toHaveFocus()
  await user.keyboard("k")
  expect(row("Bina")).toHaveFocus()
  await user.keyboard("kk")
  expect(row("Asha")).toHaveFocus()
})

test("j goes on from the row of the link that has the focus", async () => {
  const user = show()
  screen.getByRole("link", { name: "Asha" }).focus()

  await user.keyboard("j")

  expect(row("Bina")).toHaveFocus()
})

test("Enter opens the row by its marked button, else by its first link", async () => {
  const user = show()

  await user.keyboard("j{Enter}")
  expect(screen.getByRole("status")).toHaveTextContent("link of Asha")
  await user.keyboard("jj{Enter}")
  expect(screen.getByRole("status")).toHaveTextContent("button of Chitra")
})

test("x selects the row, and once more takes it out", async () => {
  const user = show()
  const box = screen.getByRole("checkbox", { name: "Select Bina" })

  await user.keyboard("jjx")
  expect(box).toBeChecked()
  // Shift presses it with Shift, which extends a selection.
  const isShift: boolean[] = []
  box.addEventListener("click", (event) => isShift.push(event.shiftKey))
  await user.keyboard("X")
  expect(isShift).toEqual([true])
  expect(box).not.toBeChecked()
  expect(row("Bina")).toHaveFocus()
})

test("/ goes to the search, in which all keys are text", async () => {
  const user = show()
  const search = screen.getByRole("searchbox", { name: "Search" })

  await user.keyboard("/")
  expect(search).toHaveFocus()
  await user.keyboard("jx?/")

  expect(search).toHaveValue("jx?/")
  expect(search).toHaveFocus()
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("shortcuts of the browser are left alone", async () => {
  const user = show()

  await user.keyboard("{Control>}j{/Control}{Alt>}k{/Alt}{Meta>}x{/Meta}")

  expect(document.body).toHaveFocus()
})

test("? lists the keys, and the others rest while the list is open", async () => {
  const user = show()
  await user.keyboard("jj")

  await user.keyboard("?")
  const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" })
  await user.keyboard("j")
  const rows = within(help)
    .getAllByRole("term")
    .map((term) => term.textContent)
  await user.keyboard("{Escape}")

  expect(rows).toEqual(["/", "j", "k", "Enter", "x", "X", "Ctrl Enter", "Esc", "Ctrl K", "?"])
  expect(row("Bina")).toHaveFocus()
})

test("the button opens the same list", async () => {
  const user = show()

  await user.click(screen.getByRole("button", { name: "Keyboard shortcuts" }))

  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible()
})
