import type { ReactNode } from "react"
import { ButtonLink } from "@/components/button"
import { PercentOff } from "@/components/percent-off"
import { Picture } from "@/components/picture"
import { Price } from "@/components/price"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import type { Bead } from "./queries"

type BeadCardProps = { bead: Bead; large?: boolean; children: ReactNode }

/** A bead with a link to the matching products, in stock or not. */
export function BeadCard({ bead, large, children }: BeadCardProps) {
  const { t } = useTranslation("guidance")
  const { product } = bead
  return (
    <div className={cx("mt-5 grid gap-6", large && "sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-8")}>
      <div className={cx("overflow-hidden rounded-md bg-tile", !large && "max-w-56")}>
        <Picture
          picture={product?.picture ?? null}
          alt={product ? product.title : ""}
          sizes="(min-width: 40rem) 14rem, 90vw"
          eager={large}
        />
      </div>
      <div>
        <h3 className={cx("font-display", large ? "text-2xl" : "text-xl")}>{bead.name}</h3>
        {product && (
          <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
            <Price price={product.price} originalPrice={product.originalPrice} />
            <PercentOff product={product} />
          </p>
        )}
        <div className="mt-3">{children}</div>
        <ButtonLink to={bead.path} variant={large ? "primary" : "secondary"} className="mt-5 print:hidden">
          {product?.isAvailable
            ? t("result.buy", { bead: bead.name })
            : t("result.look", { bead: bead.name })}
        </ButtonLink>
      </div>
    </div>
  )
}
