import type { ProductDetail } from "@/lib/types"

const languages = ["hi", "en"] as const

/** A verse that goes with a product, and what it means in both languages of the shop. */
export function Verse({ verse }: { verse: NonNullable<ProductDetail["verse"]> }) {
  return (
    // Its Sanskrit needs two fonts more, which a browser fetches for what is near the screen.
    <figure className="mt-20 border-line border-y py-14 text-center [contain-intrinsic-size:auto_20rem] [content-visibility:auto]">
      <blockquote lang="sa" className="font-display text-lg leading-relaxed sm:text-2xl">
        {verse.sanskrit.split("\n").map((half) => (
          <span key={half} className="block">
            {half}
          </span>
        ))}
      </blockquote>
      <figcaption className="mx-auto mt-6 grid max-w-3xl gap-x-12 gap-y-4 text-ink-soft sm:grid-cols-2 sm:text-left">
        {languages.map((language) => {
          const translation = verse.translations[language]
          return (
            translation && (
              <p key={language} lang={language}>
                {translation}
              </p>
            )
          )
        })}
      </figcaption>
    </figure>
  )
}
