import { useState } from "react"
import { cx } from "@/lib/cx"
import type { ProductCard as Product } from "@/lib/types"
import { useHydrated } from "@/lib/use-hydrated"
import { ProductCard, ProductCardSkeleton } from "./product-card"

const columns = "grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-7 sm:gap-y-14 md:grid-cols-3"
// Four in a row look better than three and one alone.
const fourColumns = "grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-7 lg:grid-cols-4"

type ProductGridProps = {
  products: readonly Product[]
  view?: "grid" | "rows"
  heading?: "h2" | "h3"
  /** The list is a page's main content, so its first row is seen at once. */
  first?: boolean
}

export function ProductGrid({ products, view = "grid", heading, first }: ProductGridProps) {
  const four = products.length === 4
  // Server-rendered cards do not play the entrance animation.
  const [comesIn] = useState(useHydrated())
  return (
    <ul
      className={cx(
        comesIn && "animate-fade-in",
        view === "rows" ? "grid gap-6" : four ? fourColumns : columns,
      )}
    >
      {products.map((product, index) => (
        <li key={product._id} className="min-w-0">
          <ProductCard
            product={product}
            view={view}
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
