import { saveFile } from "./save-file"

/** Hand the data to the browser as a file to keep. */
export const downloadJson = (name: string, data: unknown) =>
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), name)
