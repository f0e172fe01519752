import { ChevronLeft, ChevronRight } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import type { Section } from "./sections"

type AdminTabsProps = { mine: readonly Section[]; here: Section | undefined }

/** One line of tabs that scrolls sideways; edges show that there are more, and the current tab is scrolled into view. */
export function AdminTabs({ mine, here }: AdminTabsProps) {
  const { t } = useTranslation("admin")
  const strip = useRef<HTMLElement>(null)
  const [more, setMore] = useState({ before: false, after: false })
  const tabs = mine.map(({ name }) => name).join(" ")

  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs and another page are another place to show
  useEffect(() => {
    const nav = strip.current
    const list = nav?.firstElementChild
    if (!nav || !list) return
    const look = () => {
      const before = nav.scrollLeft > 1
      const after = nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 1
      setMore((now) => (now.before === before && now.after === after ? now : { before, after }))
    }
    const show = () => {
      const tab = nav.querySelector<HTMLElement>("[aria-current]")
      if (tab) nav.scrollTo({ left: tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2 })
      look()
    }
    // Fonts load late, and the language changes: both change the widths of the tabs.
    const observer = new ResizeObserver(show)
    observer.observe(nav)
    observer.observe(list)
    nav.addEventListener("scroll", look, { passive: true })
    return () => {
      observer.disconnect()
      nav.removeEventListener("scroll", look)
    }
  }, [tabs, here?.name])

  const turn = (direction: 1 | -1) =>
    strip.current?.scrollBy({ left: direction * strip.current.clientWidth * 0.6 })
  return (
    <div className="relative min-w-0">
      <nav
        ref={strip}
        aria-label={t("title")}
        className="relative overflow-x-auto [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        <ul className="flex w-max gap-5 whitespace-nowrap">
          {mine.map(({ name, path }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={name === here?.name ? "page" : undefined}
                className={cx(
                  "inline-flex min-h-12 items-center border-b-2 text-sm transition-colors hover:text-accent",
                  name === here?.name
                    ? "border-accent font-medium text-ink"
                    : "border-transparent text-ink-soft",
                )}
              >
                {t(`tabs.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {more.before && <Edge side="before" onTurn={() => turn(-1)} />}
      {more.after && <Edge side="after" onTurn={() => turn(1)} />}
    </div>
  )
}

/** For the pointer only: focusing a tab by keyboard scrolls it into view. */
function Edge({ side, onTurn }: { side: "before" | "after"; onTurn: () => void }) {
  const Icon = side === "before" ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      onClick={onTurn}
      className={cx(
        "absolute inset-y-0 flex w-11 items-center from-50% from-paper to-transparent text-ink-soft hover:text-accent",
        side === "before" ? "left-0 justify-start bg-linear-to-r" : "right-0 justify-end bg-linear-to-l",
      )}
    >
      <Icon className="size-4.5" />
    </button>
  )
}
