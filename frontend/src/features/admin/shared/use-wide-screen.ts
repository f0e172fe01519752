import { useMedia } from "@/lib/use-media"

/** Return true when a table of seven columns fits beside the rail; otherwise each row is a card. */
export const useWideScreen = () => useMedia("(min-width: 70rem)")
