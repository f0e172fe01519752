import { useMedia } from "@/lib/use-media"

/** Whether a table of seven columns fits; below that each row is a card. */
export const useWideScreen = () => useMedia("(min-width: 60rem)")
