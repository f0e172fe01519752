import { useMedia } from "@/lib/use-media"

/** Whether a table of seven columns fits beside the rail; below that each row is a card. */
export const useWideScreen = () => useMedia("(min-width: 70rem)")
