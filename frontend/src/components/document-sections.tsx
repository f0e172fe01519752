import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { Link } from "./link"
import { ScenePicture } from "./scene-picture"

type Section = Schemas["DocumentSection"]
type Run = Schemas["DocumentRun"]

const linkClass =
  "inline-block py-0.5 text-accent underline underline-offset-4 hover:text-accent-deep print:text-ink"

/** The body of a fixed page. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="space-y-10">
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id}>
          <Title section={section} />
          <Blocks section={section} />
        </section>
      ))}
    </div>
  )
}

/** The body of a page with pictures: on a wide screen each is beside its words, left and right in turn. */
export function PicturedSections({ sections }: { sections: readonly Section[] }) {
  const pictured = sections.filter(({ picture }) => picture)
  return (
    <div className="mt-12 space-y-14 lg:mt-16 lg:space-y-24">
      {sections.map((section) => (
        <section
          key={section.id}
          aria-labelledby={section.id}
          className={cx("grid gap-x-20 lg:grid-cols-2", section.picture && "gap-y-7 lg:items-center")}
        >
          {section.picture ? (
            <>
              <div className={cx("print:hidden", pictured.indexOf(section) % 2 === 1 && "lg:order-last")}>
                <ScenePicture
                  name={section.picture}
                  alt={section.pictureAlt}
                  sizes="(min-width: 64rem) 36rem, 100vw"
                  className="aspect-4/3 w-full rounded-md bg-tile object-cover"
                />
              </div>
              <div>
                <Title section={section} />
                <Blocks section={section} />
              </div>
            </>
          ) : (
            <>
              <Title section={section} />
              <div className="lg:-mt-4">
                <Blocks section={section} />
              </div>
            </>
          )}
        </section>
      ))}
    </div>
  )
}

function Title({ section: { id, title } }: { section: Section }) {
  if (!title) return null
  // The contents lead here: the next key pressed goes on from this place.
  return (
    <h2 id={id} tabIndex={-1} className="scroll-mt-28 text-2xl focus:outline-none">
      {title}
    </h2>
  )
}

function Blocks({ section: { id, blocks } }: { section: Section }) {
  return blocks.map((block, index) => {
    // They never change places.
    const key = `${id}-${index}`
    if (block.kind === "list")
      return (
        <ul key={key} className="mt-4 list-disc space-y-2 pl-5 marker:text-gold">
          {block.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words may repeat, their places do not
            <li key={place}>
              <Runs runs={item} />
            </li>
          ))}
        </ul>
      )
    if (block.kind === "table")
      return (
        <dl key={key} className="@container mt-4 border-line border-t">
          {block.rows.map(({ label, runs }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words may repeat, their places do not
            <div key={place} className="grid gap-x-6 border-line border-b py-3 @lg:grid-cols-[11rem_1fr]">
              <dt className="text-ink-soft text-sm">{label}</dt>
              <dd className="wrap-anywhere">
                <Runs runs={runs} />
              </dd>
            </div>
          ))}
        </dl>
      )
    return (
      <p key={key} className={block.kind === "note" ? "mt-4 text-ink-soft text-sm" : "mt-4"}>
        <Runs runs={block.runs} />
      </p>
    )
  })
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map(({ text, href, style }, place) => {
    // Words may repeat, their places do not.
    const key = `${place}`
    if (style === "strong") return <strong key={key}>{text}</strong>
    if (style === "em") return <em key={key}>{text}</em>
    if (!href) return text
    if (href.startsWith("/"))
      return (
        <Link key={key} to={href} className={linkClass}>
          {text}
        </Link>
      )
    const elsewhere = href.startsWith("http") ? { target: "_blank", rel: "noreferrer" } : {}
    return (
      <a key={key} href={href} {...elsewhere} className={linkClass}>
        {text}
      </a>
    )
  })
}
