import { lazySection } from "@/components/lazy-with-retry"
import { withTexts } from "@/i18n"

/** The panel with its texts, fetched only where a product is contended. */
export const WaitlistPanel = lazySection(
  () => withTexts(import("./waitlist"), "waitlist"),
  "WaitlistPanel",
  // About as high as the panel.
  <div aria-hidden="true" className="h-44" />,
)
