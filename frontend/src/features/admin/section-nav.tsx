import { useEffect, useId, useRef } from "react"
import { useLocation } from "react-router-dom"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useUser } from "@/stores/session"

import { groupsOf, sectionAt, sectionsFor } from "./sections"

type SectionNavProps = {
  /** Icons without words; the words are tooltips. */
  collapsed?: boolean
  onNavigate?: () => void
}

/** Links to the staff pages that the reader may see, by group. */
export function SectionNav({ collapsed = false, onNavigate }: SectionNavProps) {
  const { t } = useTranslation("admin")
  const { user } = useUser()
  const here = sectionAt(useLocation().pathname)
  const id = useId()
  const current = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link to show
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: "nearest" })
  }, [here?.name])
  return (
    <nav aria-label={t("title")} className={collapsed ? "space-y-2" : "space-y-2.5"}>
      {groupsOf(sectionsFor(user?.rights ?? [])).map(({ group, sections }) => (
        <div key={group} className={cx(collapsed && "border-line border-t pt-2 first:border-0 first:pt-0")}>
          <p
            id={`${id}-${group}`}
            className={collapsed ? "sr-only" : "mb-0.5 px-3 font-medium text-ink-soft text-xs"}
          >
            {t(`groups.${group}`)}
          </p>
          <ul aria-labelledby={`${id}-${group}`}>
            {sections.map(({ name, path, icon: Icon }) => {
              const isCurrent = name === here?.name
              return (
                <li key={name}>
                  <Link
                    ref={isCurrent ? current : undefined}
                    to={path}
                    onClick={onNavigate}
                    aria-current={isCurrent ? "page" : undefined}
                    title={collapsed ? t(`tabs.${name}`) : undefined}
                    className={cx(
                      "flex min-h-6.5 items-center gap-3 rounded-sm px-3 text-sm transition-colors focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
                      isCurrent
                        ? "bg-accent-wash font-medium text-accent"
                        : "text-ink hover:bg-tile hover:text-ink",
                      collapsed && "justify-center",
                    )}
                  >
                    <Icon
                      aria-hidden="true"
                      className={cx("size-4.5 shrink-0", !isCurrent && "text-ink-soft")}
                      strokeWidth={1.75}
                    />
                    <span className={collapsed ? "sr-only" : "truncate"}>{t(`tabs.${name}`)}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
