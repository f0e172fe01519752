import { useQuery } from "@tanstack/react-query"
import { type ComponentType, type ReactNode, useId } from "react"
import { FacebookIcon, InstagramIcon, YouTubeIcon } from "@/components/brand-icons"
import { Link } from "@/components/link"
import { Wordmark } from "@/components/logo"
import { categoriesQuery } from "@/features/catalog/categories"
import { useTranslation } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import { usePromiseTexts } from "@/i18n/promises"
import { shopQuery, whatsappLink } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { LinkState } from "./link-state"
import { type PageLink, useLinks } from "./links"
import { Visit } from "./visit"

/** Links to the shop's pages, and the seller's details; `quiet`: who sells, and on which terms. */
export function Footer({ quiet }: { quiet?: boolean }) {
  const { t } = useTranslation(["shell-more", "shop"])
  const shop = useQuery(shopQuery).data
  const brand = useBrand()
  const categories = useQuery(categoriesQuery)
  const links = useLinks()
  const kinds = (categories.data ?? []).map(({ slug, name }) => ({ to: `/category/${slug}`, label: name }))
  if (quiet) {
    return (
      <footer className="page flex flex-wrap items-center justify-between gap-x-8 pb-6 text-ink-soft text-xs">
        <ul className="footer-links flex flex-wrap gap-x-6">
          {[...links.policies.slice(0, 6), ...links.service.slice(0, 1)].map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
        {shop && (
          <p>
            {t("footer.soldBy")}: <span translate="no">{shop.legalName}</span>
          </p>
        )}
      </footer>
    )
  }
  return (
    <footer className="mt-24 border-line border-t bg-tile max-lg:[[data-with-buy-bar]_&]:pb-20 print:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-12 py-14 sm:gap-x-10 lg:grid-cols-[1.5fr_1fr_1fr_1.4fr] lg:py-16">
        <div className="max-lg:col-span-2">
          <Wordmark name={brand} />
          <p className="mt-4 max-w-xs text-ink-soft text-sm">{t("footer.about")}</p>
          {shop && <Social addresses={shop.social} />}
        </div>
        <LinkList
          title={t("footer.shop")}
          links={[{ to: "/products", label: t("shop:common.allProducts") }, ...kinds, ...links.quick]}
        />
        <div className="space-y-10">
          <LinkList title={t("footer.service")} links={links.service} />
          <LinkList title={t("footer.policies")} links={links.policies} />
        </div>
        {shop && <Seller shop={shop} />}
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-t py-6 text-ink-soft text-xs">
        {/* The year may differ between the server's render and hydration: the server's stays. */}
        <p suppressHydrationWarning>
          {t("footer.rights", {
            year: new Date().getFullYear(),
            name: shop?.legalName ?? brand,
          })}
          {shop?.isSample && <span className="block">{t("footer.sample")}</span>}
        </p>
        <LinkState />
        <Visit />
      </div>
    </footer>
  )
}

function LinkList({ title, links }: { title: string; links: readonly PageLink[] }) {
  const id = useId()
  if (links.length === 0) return null
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="eyebrow font-text">
        {title}
      </h2>
      <ul className="footer-links mt-3 text-sm">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The seller's name and contacts, which an Indian online shop must show on every page. */
function Seller({ shop }: { shop: Shop }) {
  const { t, i18n } = useTranslation(["shell-more", "shop"])
  const lines = shop.address.split("\n").filter(Boolean)
  return (
    <div className="max-lg:col-span-2">
      <h2 className="eyebrow font-text">{t("footer.contact")}</h2>
      <address className="mt-3 text-sm not-italic">
        <ul className="footer-links">
          {shop.phone && (
            <li>
              <a href={`tel:${shop.phone.replace(/[^\d+]/g, "")}`} translate="no">
                {shop.phone}
              </a>
            </li>
          )}
          {shop.email && (
            <li>
              <a href={`mailto:${shop.email}`} translate="no">
                {shop.email}
              </a>
            </li>
          )}
          {shop.whatsapp && (
            <li>
              <a href={whatsappLink(shop.whatsapp)} target="_blank" rel="noreferrer">
                {t("footer.whatsapp")}
              </a>
            </li>
          )}
        </ul>
      </address>
      <p className="mt-1 text-ink-soft text-sm">{usePromiseTexts()?.support}</p>
      {shop.openingHours && (
        <p className="mt-1 text-ink-soft text-sm">
          {t("footer.hours", { hours: shop.openingHours[i18n.language] })}
        </p>
      )}
      <dl className="mt-6 space-y-2 text-ink-soft text-sm">
        <Detail name={t("footer.soldBy")}>
          {shop.legalName}
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Detail>
        {shop.gstin && (
          <Detail name={t("footer.gstin")}>
            <span className="tabular-nums">{shop.gstin}</span>
          </Detail>
        )}
        {shop.grievanceOfficer && <Detail name={t("footer.officer")}>{shop.grievanceOfficer}</Detail>}
      </dl>
    </div>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline">{name}: </dt>
      <dd className="inline text-ink" translate="no">
        {children}
      </dd>
    </div>
  )
}

const icons: Record<string, { name: string; icon: ComponentType<{ className?: string }> }> = {
  instagram: { name: "Instagram", icon: InstagramIcon },
  facebook: { name: "Facebook", icon: FacebookIcon },
  youtube: { name: "YouTube", icon: YouTubeIcon },
}

/** The shop elsewhere; an icon without an address is not shown. */
function Social({ addresses }: { addresses: Readonly<Record<string, string>> }) {
  const known = Object.entries(icons).flatMap(([key, look]) => {
    const address = addresses[key]
    return address ? [{ key, address, ...look }] : []
  })
  if (known.length === 0) return null
  return (
    <ul className="mt-5 -ml-2.5 flex">
      {known.map(({ key, address, name, icon: Icon }) => (
        <li key={key}>
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={name}
            title={name}
            className="inline-flex size-11 items-center justify-center text-ink-soft transition-colors hover:text-accent"
          >
            <Icon className="size-5" />
          </a>
        </li>
      ))}
    </ul>
  )
}
