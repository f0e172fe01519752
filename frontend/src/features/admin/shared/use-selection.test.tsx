import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { SelectionBar, useSelection } from "./use-selection"

const ROWS = ["Asha", "Bina"]

function List({ of, rows = ROWS }: { of: string; rows?: string[] }) {
  const { selected, clear, choose } = useSelection(of, rows, (row) => row)
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li key={row}>{choose(row)}</li>
        ))}
      </ul>
      <SelectionBar label="Bulk acts" count={selected.length} onClear={clear}>
        <p>{selected.join(", ")}</p>
      </SelectionBar>
    </>
  )
}

const boxes = () => screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).checked)

test("the bar counts the selected rows, and goes with the last of them", async () => {
  const user = userEvent.setup()
  render(<List of="" />)
  expect(screen.queryByRole("region", { name: "Bulk acts" })).toBeNull()

  await user.click(screen.getByRole("checkbox", { name: "Select Bina" }))
  expect(screen.getByRole("status")).toHaveTextContent("1 selected")
  await user.click(screen.getByRole("checkbox", { name: "Select Asha" }))
  expect(screen.getByText("Asha, Bina")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Clear selection" }))

  expect(boxes()).toEqual([false, false])
  expect(screen.queryByRole("region", { name: "Bulk acts" })).toBeNull()
})

test("other filters are another selection, and rows that have gone are not acted on", async () => {
  const user = userEvent.setup()
  const { rerender } = render(<List of="" />)
  for (const row of ROWS) await user.click(screen.getByRole("checkbox", { name: `Select ${row}` }))

  rerender(<List of="" rows={["Asha"]} />)
  expect(screen.getByRole("status")).toHaveTextContent("1 selected")
  rerender(<List of="?status=paid" />)

  expect(boxes()).toEqual([false, false])
})
