import { useTranslation } from "react-i18next"
import { Tabs } from "@/components/tabs"
import type { ProductDetail } from "@/lib/types"

/** What there is to read about a product. */
export function ProductTexts({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const { verse } = product
  return (
    <>
      {verse && (
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
      )}
      <div className="mt-16">
        <Tabs
          label={t("product.tabs")}
          tabs={[
            { value: "details", label: t("product.details"), content: <Details product={product} /> },
            {
              value: "specifications",
              label: t("product.specifications"),
              content: <Specifications product={product} />,
            },
          ]}
        />
      </div>
    </>
  )
}

function Details({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const paragraphs = [product.description, ...product.longDescription.split(/\n+/)].filter(Boolean)
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1.5fr_1fr]">
      <div className="max-w-2xl space-y-4">
        {[...new Set(paragraphs)].map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="space-y-10">
        <Lines title={t("product.benefits")} lines={product.benefits} note={t("product.benefitsNote")} />
        <Lines title={t("product.care")} lines={product.care} />
      </div>
    </div>
  )
}

function Lines({ title, lines, note }: { title: string; lines: readonly string[]; note?: string }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-3 space-y-2 text-ink-soft">
        {lines.map((line) => (
          <li
            key={line}
            className="relative pl-5 before:absolute before:top-3 before:left-0 before:size-1.5 before:rounded-full before:bg-gold"
          >
            {line}
          </li>
        ))}
      </ul>
      {note && <p className="mt-3 text-ink-soft text-xs">{note}</p>}
    </section>
  )
}

const specNames = [
  "type",
  "origin",
  "size",
  "weight",
  "color",
  "material",
  "beads",
  "hardness",
  "deity",
  "planet",
  "mantra",
  "chakras",
] as const satisfies readonly (keyof ProductDetail["specifications"])[]

function Specifications({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  return (
    <dl className="max-w-2xl">
      {specNames.map((name) => {
        const value = product.specifications[name]
        return (
          value && (
            <div key={name} className="grid grid-cols-[9rem_1fr] gap-4 border-line border-b py-3">
              <dt className="text-ink-soft">{t(`product.specs.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
