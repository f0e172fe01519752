import { saveFile } from "./save-file"

export const downloadJson = (name: string, data: unknown) =>
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), name)
