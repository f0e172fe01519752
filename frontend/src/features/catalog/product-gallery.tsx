import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Picture } from "@/components/picture"
import { cx } from "@/lib/cx"

type ProductGalleryProps = { title: string; images: readonly string[] }

/** One picture large, the others to choose from. */
export function ProductGallery({ title, images }: ProductGalleryProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(0)
  const shown = images[chosen] ?? images[0] ?? ""
  return (
    <section aria-label={t("product.gallery")}>
      <Picture
        key={shown}
        src={shown}
        alt={title}
        sizes="(min-width: 64rem) 40rem, 100vw"
        eager
        className="animate-fade-in rounded-md"
      />
      {images.length > 1 && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-pressed={image === shown}
                aria-label={t("product.picture", { number: index + 1, title })}
                onClick={() => setChosen(index)}
                className={cx(
                  "block w-20 overflow-hidden rounded-sm border",
                  image === shown ? "border-accent" : "border-transparent hover:border-line-strong",
                )}
              >
                <Picture src={image} alt="" sizes="5rem" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
