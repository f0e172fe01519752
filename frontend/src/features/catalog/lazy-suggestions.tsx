import { lazySection } from "@/components/lazy-with-retry"

/** The suggestions for an empty page, apart from its code: they bring the product cards along. */
export const LazySuggestions = lazySection(() => import("./suggestions"), "Suggestions")
