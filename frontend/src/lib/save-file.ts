/** Hand a file that was fetched to the reader, as if its link had been pressed. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  saveFrom(address, name)
  // Some browsers begin to read only after the click is over.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Have the browser fetch and keep a file; if there is none by now, the page stays where it is. */
export function saveFrom(address: string, name = "") {
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
}
