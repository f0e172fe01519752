/** Download a file that is in memory. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  saveFrom(address, name)
  // Some browsers begin to read only after the click is over.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Download a file by its address; the page stays open when there is none. */
export function saveFrom(address: string, name = "") {
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
}

/** Download the file that an API call returns (`parseAs: "blob"`). */
export async function saveResponse(call: Promise<{ data?: unknown; response: Response }>, name: string) {
  const { data, response } = await call
  if (!response.ok || !data) throw new Error(String(response.status))
  saveFile(data as Blob, name)
}

export const saveJson = (name: string, data: unknown) =>
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), name)
