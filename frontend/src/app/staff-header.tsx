import { Menu, Search } from "lucide-react"
import { useEffect } from "react"
import { IconButton } from "@/components/button"
import { Drawer } from "@/components/drawer"
import { LanguageSwitch } from "@/components/language-switch"
import { lazyDialog, lazySection } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { LiveDot } from "@/components/live-dot"
import { Mark } from "@/components/logo"
import { SectionNav } from "@/features/admin/section-nav"
import { KeyHelp } from "@/features/admin/shared/key-help"
import { useTranslation } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import { useHydrated } from "@/lib/use-hydrated"
import { useStable } from "@/lib/use-stable"
import { useLiveStatus } from "@/stores/live"
import { useRateLimit } from "@/stores/rate-limit"
import { saveLanguage, useUser } from "@/stores/session"
import { keepAbove } from "./keep-above"
import { useOverlay } from "./use-overlay"
import { UserMenu } from "./user-menu"

const RateLimitBanner = lazySection(() => import("./rate-limit-banner"), "RateLimitBanner")
const CommandPalette = lazyDialog(() => import("@/features/admin/palette/command-palette"), "CommandPalette")

/** Header of the staff pages: one slim line, so that the page's own rows begin high. */
export function StaffHeader() {
  const { t } = useTranslation(["admin", "shop"])
  const { user } = useUser()
  const isStaff = user !== null && user.role !== "customer"
  const status = useLiveStatus()
  const limited = useRateLimit((state) => state.timestamp !== null)
  const overlay = useOverlay<"palette" | "menu">()
  const brand = useBrand()
  usePaletteShortcut(isStaff, () => overlay.show("palette"))

  return (
    <header ref={keepAbove} className="sticky top-0 z-30 border-line border-b bg-paper print:hidden">
      {limited && <RateLimitBanner />}
      <div className="flex h-14 items-center gap-1 px-4 sm:gap-3 sm:px-6">
        <IconButton
          label={t("rail.open")}
          aria-haspopup="dialog"
          className="-ml-3 lg:hidden"
          onClick={() => overlay.show("menu")}
        >
          <Menu className="size-6" strokeWidth={1.75} />
        </IconButton>
        <Link
          to="/"
          aria-label={brand}
          className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-sm"
        >
          <Mark className="size-7 text-accent" />
          <span className="font-display text-lg leading-none tracking-tight max-sm:hidden">{brand}</span>
        </Link>
        <PaletteButton onPress={() => overlay.show("palette")} />
        <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-3">
          {isStaff && <KeyHelp />}
          {isStaff && <LiveDot status={status} />}
          <div className="hidden md:block">
            <LanguageSwitch onChoose={saveLanguage} />
          </div>
          {user && <UserMenu user={user} />}
        </div>
      </div>
      <Drawer
        open={overlay.open === "menu"}
        onOpenChange={overlay.toggle("menu")}
        side="left"
        title={t("title")}
        footer={<LanguageSwitch onChoose={saveLanguage} />}
      >
        <div className="-mx-3 -mt-2">
          <SectionNav onNavigate={() => overlay.show(null)} />
        </div>
      </Drawer>
      {isStaff && (
        <CommandPalette open={overlay.open === "palette"} onOpenChange={overlay.toggle("palette")} />
      )}
    </header>
  )
}

function PaletteButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation("admin")
  const isHydrated = useHydrated()
  const isApple = isHydrated && /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <button
      type="button"
      aria-label={t("palette.open")}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
      className="inline-flex items-center justify-center gap-3 rounded-sm text-ink-soft text-sm transition-colors hover:border-accent hover:text-accent max-md:size-11 md:ml-4 md:h-9 md:w-72 md:justify-start md:border md:border-line-strong md:bg-ground md:px-3"
    >
      <Search className="size-5 md:size-4" strokeWidth={1.75} />
      <span aria-hidden="true" className="min-w-0 flex-1 truncate text-left max-md:hidden">
        {t("palette.hint")}
      </span>
      <span aria-hidden="true" className="whitespace-nowrap text-ink-faint text-xs max-md:hidden">
        {isApple ? "⌘ K" : "Ctrl K"}
      </span>
    </button>
  )
}

/** Open the palette by Ctrl-K or Cmd-K, unless another dialog is open. */
function usePaletteShortcut(isStaff: boolean, open: () => void) {
  const press = useStable((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
    if (event.altKey || event.shiftKey) return
    // The browser's own search field would take the focus.
    event.preventDefault()
    if (!document.querySelector("[role=dialog]")) open()
  })
  useEffect(() => {
    if (!isStaff) return
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [isStaff, press])
}
