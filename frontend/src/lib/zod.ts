import { z } from "zod"

// Zod would test for eval, which the content security policy forbids and browsers report.
z.config({ jitless: true })

export { z }
