/** The marks of a toolbar button: around the selected words, or before each selected line. */
export type Mark = { before: string; after?: string; sample: string } | { line: string }

type Edited = { text: string; start: number; end: number }

/** The text with the selection marked, and the new selection. */
export function marked(text: string, start: number, end: number, mark: Mark): Edited {
  if ("line" in mark) {
    const first = text.lastIndexOf("\n", start - 1) + 1
    const lines = text.slice(first, end).split("\n")
    const done = lines.every((line) => line.startsWith(mark.line))
    // A second press takes it away.
    const changed = lines
      .map((line) => (done ? line.slice(mark.line.length) : mark.line + line.replace(/^[#>~-] /, "")))
      .join("\n")
    return {
      text: text.slice(0, first) + changed + text.slice(end),
      start: first,
      end: first + changed.length,
    }
  }
  const words = text.slice(start, end) || mark.sample
  const begin = start + mark.before.length
  return {
    text: text.slice(0, start) + mark.before + words + (mark.after ?? "") + text.slice(end),
    start: begin,
    end: begin + words.length,
  }
}
