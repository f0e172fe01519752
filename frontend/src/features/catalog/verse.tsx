import type { ProductDetail } from "@/lib/types"

/** A verse that goes with a product, and what it means. */
export function Verse({ verse }: { verse: NonNullable<ProductDetail["verse"]> }) {
  return (
    <figure className="mt-20 border-line border-y py-14 text-center">
      <blockquote lang="sa" className="font-display text-2xl leading-relaxed">
        {verse.sanskrit.split("\n").map((half) => (
          <span key={half} className="block">
            {half}
          </span>
        ))}
      </blockquote>
      <figcaption className="mx-auto mt-5 max-w-xl text-ink-soft">{verse.translation}</figcaption>
    </figure>
  )
}
