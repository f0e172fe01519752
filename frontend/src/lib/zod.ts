import { z } from "zod"

// Zod would look whether it may compile its checks, by an eval that the page's policy forbids and browsers report.
z.config({ jitless: true })

export { z }
