import { PanelLeftClose, PanelLeftOpen } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useMedia } from "@/lib/use-media"
import { usePreferences } from "@/stores/preferences"
import { SectionNav } from "./section-nav"
import { KeyHelp } from "./shared/key-help"
import { RailButton } from "./shared/rail-button"

/** The staff pages at the left edge; where there is little room only as icons, and on a phone in a drawer instead. */
export function Rail() {
  const { t } = useTranslation("admin")
  const isWide = useMedia("(min-width: 80rem)")
  const chosen = usePreferences((state) => state.railCollapsed)
  const collapse = usePreferences((state) => state.collapseRail)
  const collapsed = chosen || !isWide
  return (
    <div
      className={cx(
        "sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col self-start border-line border-r bg-paper lg:flex print:hidden",
        collapsed ? "w-16" : "w-56",
      )}
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2.5 py-3 [scrollbar-width:thin]">
        <SectionNav collapsed={collapsed} />
      </div>
      <div className="border-line border-t p-2.5">
        <KeyHelp collapsed={collapsed} />
        {isWide && (
          <RailButton
            icon={collapsed ? PanelLeftOpen : PanelLeftClose}
            label={collapsed ? t("rail.expand") : t("rail.collapse")}
            collapsed={collapsed}
            aria-expanded={!collapsed}
            onClick={() => collapse(!collapsed)}
          />
        )}
      </div>
    </div>
  )
}
