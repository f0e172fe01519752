import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { SelectionBar, useSelection } from "./use-selection"

type Row = { name: string; version: number }
const NAMES = ["Asha", "Bina", "Chitra", "Devi"]
const named = (names: readonly string[], version = 1) => names.map((name) => ({ name, version }))

function List({ of = "", rows = named(NAMES), pushed }: { of?: string; rows?: Row[]; pushed?: Row[] }) {
  const { selected, clear, update, choose, chooseAll } = useSelection(of, rows, ({ name }) => name)
  return (
    <>
      {chooseAll}
      <ul>
        {rows.map((row) => (
          <li key={row.name}>{choose(row)}</li>
        ))}
      </ul>
      <SelectionBar label="Bulk acts" count={selected.length} onClear={clear}>
        <p>{selected.map(({ name, version }) => `${name} ${version}`).join(", ")}</p>
      </SelectionBar>
      <button type="button" onClick={() => update(pushed ?? [])}>
        Push
      </button>
    </>
  )
}

const box = (name: string) => screen.getByRole("checkbox", { name: `Select ${name}` })
const chosen = () => NAMES.filter((name) => (box(name) as HTMLInputElement).checked)

test("the bar counts the selected rows, and goes with the last of them", async () => {
  const user = userEvent.setup()
  render(<List />)
  expect(screen.queryByRole("region", { name: "Bulk acts" })).toBeNull()

  await user.click(box("Bina"))
  expect(screen.getByRole("status")).toHaveTextContent("1 selected")
  await user.click(box("Asha"))
  expect(screen.getByText("Bina 1, Asha 1")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Clear selection" }))

  expect(chosen()).toEqual([])
  expect(screen.queryByRole("region", { name: "Bulk acts" })).toBeNull()
})

test("Shift selects the rows from the one pressed before, and takes them back", async () => {
  const user = userEvent.setup()
  render(<List />)

  await user.click(box("Devi"))
  await user.keyboard("{Shift>}")
  await user.click(box("Bina"))
  expect(chosen()).toEqual(["Bina", "Chitra", "Devi"])
  await user.click(box("Chitra"))

  expect(chosen()).toEqual(["Devi"])
})

test("one box selects all rows of the page, and takes them back", async () => {
  const user = userEvent.setup()
  render(<List />)
  const all = screen.getByRole("checkbox", { name: "Select all on this page" })

  await user.click(all)
  expect(chosen()).toEqual(NAMES)
  await user.click(box("Asha"))
  expect(all).not.toBeChecked()
  await user.click(all)
  await user.click(all)

  expect(chosen()).toEqual([])
})

test("rows of other pages stay selected, in their newest state; other filters are another selection", async () => {
  const user = userEvent.setup()
  const { rerender } = render(<List />)
  await user.click(box("Asha"))

  rerender(<List rows={named(["Eka"])} pushed={named(["Asha", "Bina"], 2)} />)
  await user.click(box("Eka"))
  expect(screen.getByText("Asha 1, Eka 1")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Push" }))
  expect(screen.getByText("Asha 2, Eka 1")).toBeVisible()
  rerender(<List of="?status=paid" />)

  expect(chosen()).toEqual([])
})
