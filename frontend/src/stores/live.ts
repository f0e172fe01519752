import { create } from "zustand"
import { liveLink } from "@/lib/live"
import type { LinkStatus } from "@/lib/live-link"

type Live = { status: LinkStatus; watched: boolean }

const useLive = create<Live>()(() => ({ status: "connecting", watched: false }))
liveLink.onStatus((status, watched) => useLive.setState({ status, watched }))

/** Status of the page's live link. */
export const useLiveStatus = (): LinkStatus => useLive((live) => live.status)

/** Return true when a part of the page watches a topic; otherwise the status of the link is not shown. */
export const useLinkWatched = (): boolean => useLive((live) => live.watched)
