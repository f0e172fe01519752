import { formatDate } from "@/lib/time"

/** A month given as 2026-11: Nov 2026. */
export const formatMonth = (month: string, language: string) =>
  formatDate(`${month}-01`, language).replace(/^1 /, "")
