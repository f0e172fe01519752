import { PanelLeftClose, PanelLeftOpen } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useMedia } from "@/lib/use-media"
import { usePreferences } from "@/stores/preferences"
import { SectionNav } from "./section-nav"

/** The staff pages at the left edge; where there is little room only as icons, and on a phone in a drawer instead. */
export function Rail() {
  const { t } = useTranslation("admin")
  const isWide = useMedia("(min-width: 80rem)")
  const chosen = usePreferences((state) => state.railCollapsed)
  const collapse = usePreferences((state) => state.collapseRail)
  const collapsed = chosen || !isWide
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  const label = collapsed ? t("rail.expand") : t("rail.collapse")
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
      {isWide && (
        <div className="border-line border-t p-2.5">
          <button
            type="button"
            aria-expanded={!collapsed}
            aria-label={label}
            title={label}
            onClick={() => collapse(!collapsed)}
            className={cx(
              "flex min-h-9 w-full items-center gap-3 rounded-sm px-3 text-ink-soft text-sm transition-colors hover:bg-tile hover:text-ink",
              collapsed && "justify-center",
            )}
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
            {!collapsed && <span className="truncate">{label}</span>}
          </button>
        </div>
      )}
    </div>
  )
}
