import { act, render, screen } from "@testing-library/react"
import { beforeAll, expect, test } from "vitest"
import { guardTranslatedPages } from "./translated-pages"

const { insertBefore, removeChild } = Node.prototype

beforeAll(() => {
  guardTranslatedPages()
  // Files share one window.
  return () => Object.assign(Node.prototype, { insertBefore, removeChild })
})

function fonts(text: Node) {
  const outer = document.createElement("font")
  outer.appendChild(document.createElement("font")).append(text)
  return outer
}

/** The ways of translators to put something else where a text node is. */
const translators: Record<string, (text: Text) => void> = {
  "replaces it": (text) => text.replaceWith(fonts(new Text(`${text.data}!`))),
  "wraps it": (text) => {
    const place = document.createComment("")
    text.replaceWith(place)
    place.replaceWith(fonts(text))
  },
  "inserts before it and removes it": (text) => {
    text.before(fonts(new Text(`${text.data}!`)))
    text.remove()
  },
  "inserts after it and removes it": (text) => {
    text.after(fonts(new Text(`${text.data}!`)))
    text.remove()
  },
  "removes it and inserts a text": (text) => {
    const { nextSibling, parentNode } = text
    text.remove()
    parentNode?.insertBefore(new Text(`${text.data}!`), nextSibling)
  },
  "wraps it and then writes another text": (text) => {
    const place = document.createComment("")
    text.replaceWith(place)
    place.replaceWith(fonts(text))
    if (text.parentNode) text.parentNode.textContent = `${text.data}!`
  },
}
const each = test.each(Object.entries(translators))

function textsIn(element: Node) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

async function translate(translator: (text: Text) => void, element: Element) {
  // The observer is told in a microtask.
  await act(async () => textsIn(element).forEach(translator))
}

const shown = (element: Element) => element.textContent?.replaceAll("!", "")

function Amounts({ before = "", price, after = "" }: { before?: string; price: number; after?: string }) {
  return (
    <p data-testid="amounts">
      {before && <b>{before}</b>}
      {price} rupees {after && <i>{after}</i>}
    </p>
  )
}

each("a translator that %s: what React writes is shown", async (_, translator) => {
  const { rerender } = render(<Amounts price={350} />)
  const amounts = screen.getByTestId("amounts")
  await translate(translator, amounts)

  await act(async () => rerender(<Amounts price={850} />))
  expect(shown(amounts)).toBe("850 rupees ")

  await translate(translator, amounts)
  await act(async () => rerender(<Amounts price={900} />))
  expect(shown(amounts)).toBe("900 rupees ")
})

each(
  "a translator that %s: what React puts before, after and between keeps its place",
  async (_, translator) => {
    const { rerender } = render(<Amounts price={350} />)
    const amounts = screen.getByTestId("amounts")
    await translate(translator, amounts)

    await act(async () => rerender(<Amounts before="now " price={350} after="each" />))

    expect(shown(amounts)).toBe("now 350 rupees each")
    await act(async () => rerender(<Amounts price={350} />))
    expect(shown(amounts)).toBe("350 rupees ")
  },
)

function Lines({ lines, first = false }: { lines: string[]; first?: boolean }) {
  return (
    <p data-testid="lines">
      {first && "first "}
      {lines.map((line) => (
        <Line key={line} text={line} />
      ))}
      <b>end</b>
    </p>
  )
}

/** A text without an element of its own. */
const Line = ({ text }: { text: string }) => text

each("a translator that %s: text is removed, comes and is moved", async (_, translator) => {
  const { rerender } = render(<Lines lines={["a ", "b ", "c "]} first />)
  const lines = screen.getByTestId("lines")
  await translate(translator, lines)

  await act(async () => rerender(<Lines lines={["a ", "c "]} />))
  expect(shown(lines)).toBe("a c end")

  await translate(translator, lines)
  await act(async () => rerender(<Lines lines={["c ", "d ", "a "]} first />))
  expect(shown(lines)).toBe("first c d a end")
})

test("a translator that is switched off leaves React's own text", async () => {
  const { rerender } = render(<Amounts price={350} />)
  const amounts = screen.getByTestId("amounts")
  const texts = textsIn(amounts)
  const translated = texts.map((text) => ({ text, translation: fonts(new Text(`${text.data}!`)) }))
  await act(async () => {
    for (const { text, translation } of translated) text.replaceWith(translation)
  })
  await act(async () => {
    for (const { text, translation } of translated) translation.replaceWith(text)
  })

  await act(async () => rerender(<Amounts price={850} />))

  expect(amounts.innerHTML).toBe("850 rupees ")
})

test("a node is removed and inserted before as ever where nobody translates", () => {
  const { container } = render(<Amounts price={350} />)
  const added = document.createElement("u")

  container.insertBefore(added, container.firstChild)
  expect(container.firstChild).toBe(added)
  container.removeChild(added)

  expect(container.children).toHaveLength(1)
})
