import { toast } from "./toast"

/** Share an address by the system's share sheet; without one, copy it, and say whether that worked. */
export async function share(what: { title: string; url: string }, copied: string, notCopied: string) {
  if (navigator.share) {
    // Closing the share sheet is not an error.
    await navigator.share(what).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(what.url)
    toast.success(copied)
  } catch {
    toast.error(notCopied)
  }
}
