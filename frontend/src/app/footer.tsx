import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { Wordmark } from "@/components/logo"
import { categoriesQuery } from "@/features/catalog/queries"
import { shopQuery, whatsappLink } from "@/lib/shop"

const linkClass = "inline-flex min-h-9 items-center underline-offset-4 hover:text-accent hover:underline"

/** Ways through the shop, and who stands behind it. */
export function Footer() {
  const { t } = useTranslation(["shell", "shop"])
  const shop = useQuery(shopQuery).data
  const categories = useQuery(categoriesQuery)
  const lines = shop?.address.split("\n").filter(Boolean) ?? []
  return (
    <footer className="mt-24 border-line border-t bg-tile max-lg:[:root:has([data-buy-bar])_&]:pb-20">
      <div className="page grid gap-x-10 gap-y-12 py-14 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr]">
        <div>
          <Wordmark name={t("shop:common.brand")} />
          <p className="mt-4 max-w-xs text-ink-soft text-sm">{t("footer.about")}</p>
        </div>
        <LinkList title={t("footer.shop")}>
          <li>
            <Link to="/products" className={linkClass}>
              {t("shop:common.allProducts")}
            </Link>
          </li>
          {categories.data?.slice(0, 8).map((category) => (
            <li key={category._id}>
              <Link to={`/category/${category.slug}`} className={linkClass}>
                {category.name}
              </Link>
            </li>
          ))}
        </LinkList>
        <LinkList title={t("footer.service")}>
          <li>
            <Link to="/payment/status" className={linkClass}>
              {t("footer.paymentStatus")}
            </Link>
          </li>
          <li>
            <Link to="/login" className={linkClass}>
              {t("footer.yourAccount")}
            </Link>
          </li>
        </LinkList>
        {shop && (
          <div>
            <h2 className="eyebrow font-text">{t("footer.contact")}</h2>
            <ul className="mt-3 text-sm">
              {shop.email && (
                <li>
                  <a href={`mailto:${shop.email}`} className={linkClass}>
                    {shop.email}
                  </a>
                </li>
              )}
              {shop.phone && (
                <li>
                  <a href={`tel:${shop.phone.replace(/[^\d+]/g, "")}`} className={linkClass}>
                    {shop.phone}
                  </a>
                </li>
              )}
              {shop.whatsapp && (
                <li>
                  <a href={whatsappLink(shop.whatsapp)} className={linkClass}>
                    {t("footer.whatsapp")}
                  </a>
                </li>
              )}
            </ul>
            <dl className="mt-4 space-y-2 text-ink-soft text-sm">
              <div>
                <dt className="inline">{t("footer.soldBy")}: </dt>
                <dd className="inline text-ink">
                  {shop.legalName}
                  {lines.map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                </dd>
              </div>
              {shop.grievanceOfficer && (
                <div>
                  <dt className="inline">{t("footer.grievance")}: </dt>
                  <dd className="inline text-ink">{shop.grievanceOfficer}</dd>
                </div>
              )}
            </dl>
          </div>
        )}
      </div>
      <p className="page border-line border-t py-6 text-ink-soft text-xs">
        {t("footer.rights", {
          year: new Date().getFullYear(),
          name: shop?.legalName ?? t("shop:common.brand"),
        })}
      </p>
    </footer>
  )
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="eyebrow font-text">{title}</h2>
      <ul className="mt-3 text-sm">{children}</ul>
    </nav>
  )
}
