import { useState } from "react"
import { cx } from "@/lib/cx"
import type { ProductCard as Product } from "@/lib/types"
import { useHydrated } from "@/lib/use-hydrated"
import type { ListView } from "@/stores/preferences"
import { ProductCard, ProductCardSkeleton } from "./product-card"

const columns = "grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-7 sm:gap-y-14 md:grid-cols-3"
// Four in a row look better than three and one alone.
const fourColumns = "grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-7 lg:grid-cols-4"

// To compare many at once.
const denseColumns = "grid grid-cols-3 gap-x-3 gap-y-7 sm:grid-cols-4 sm:gap-x-5 xl:grid-cols-6"

type ProductGridProps = {
  products: readonly Product[]
  view?: ListView
  heading?: "h2" | "h3"
  /** The list is a page's main content, so its first row is seen at once. */
  first?: boolean
  /** The first product takes four places. */
  lead?: boolean
}

export function ProductGrid({ products, view = "grid", heading, first, lead }: ProductGridProps) {
  const four = products.length === 4 && !lead
  // Server-rendered cards do not play the entrance animation.
  const [comesIn] = useState(useHydrated())
  return (
    <ul
      className={cx(
        comesIn && "animate-fade-in",
        view === "rows" ? "grid gap-6" : view === "dense" ? denseColumns : four ? fourColumns : columns,
      )}
    >
      {products.map((product, index) => (
        <li
          key={product._id}
          className={cx(
            "min-w-0",
            lead &&
              view === "grid" &&
              (index === 0 ? "col-span-2 md:row-span-2" : "max-md:last:even:col-span-2"),
          )}
        >
          <ProductCard
            product={product}
            view={view}
            lead={lead && view === "grid" && index === 0}
            sizes={four ? "(min-width: 64rem) 18rem, 46vw" : undefined}
            heading={heading}
            eager={first && index < 3}
          />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div className={columns} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place.
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  )
}
