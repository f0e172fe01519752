import { create } from "zustand"
import { type LinkStatus, liveLink } from "@/lib/live"

type Live = { status: LinkStatus }

const useLive = create<Live>()(() => ({ status: "reconnecting" }))
liveLink.onStatus((status) => useLive.setState({ status }))

/** How the page's live link is, for the dot that says so. */
export const useLiveStatus = (): LinkStatus => useLive((live) => live.status)
