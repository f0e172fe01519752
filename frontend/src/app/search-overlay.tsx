import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { Clock, Search } from "lucide-react"
import { useRef, useState } from "react"
import { useNavigate, useSearchParams } from "react-router-dom"
import { Picture } from "@/components/picture"
import { SearchBox, type SearchGroup } from "@/components/search-box"
import { Skeleton } from "@/components/skeleton"
import { TopDialog, TopDialogClose } from "@/components/top-dialog"
import { categoriesQuery } from "@/features/catalog/categories"
import { useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { clearRecent, recent as recentOf, rememberRecent } from "@/lib/browsing-history"
import { formatRupees } from "@/lib/money"
import type { ProductCard } from "@/lib/types"
import { useDebounced } from "@/lib/use-debounced"

const PAUSE_MS = 180

const suggestQuery = (text: string) =>
  queryOptions({
    queryKey: ["products", "suggest", text],
    queryFn: read("/api/products/suggest", { query: { q: text } }),
    // Keep the previous suggestions while the next load: the list must not flicker.
    placeholderData: keepPreviousData,
    enabled: text !== "",
  })

const resultsAddress = (text: string) => `/products?search=${encodeURIComponent(text)}`

type SearchOverlayProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Search overlay: suggestions while typing, recent searches, and the categories. */
export function SearchOverlay({ open, onOpenChange }: SearchOverlayProps) {
  const { t } = useTranslation(["shell-more", "shell"])
  const input = useRef<HTMLInputElement>(null)
  return (
    <TopDialog open={open} onOpenChange={onOpenChange} title={t("find.title")} initialFocus={input}>
      <Find input={input} onDone={() => onOpenChange(false)} />
    </TopDialog>
  )
}

type FindProps = { input: React.RefObject<HTMLInputElement | null>; onDone: () => void }

function Find({ input, onDone }: FindProps) {
  const { t } = useTranslation(["shell-more", "shell", "shop"])
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [text, setText] = useState(params.get("search") ?? "")
  const [recent, setRecent] = useState(() => recentOf("recentSearches"))
  const typed = text.trim()
  const asked = useDebounced(typed, PAUSE_MS)
  const suggestions = useQuery(suggestQuery(asked))
  const categories = useQuery(categoriesQuery)

  const current = typed !== "" && !suggestions.isError ? suggestions.data : undefined
  const pending = typed !== "" && (typed !== asked || suggestions.isFetching)
  const count = current ? current.products.length + current.categories.length : 0
  const isNone = !pending && current !== undefined && count === 0

  function submit() {
    if (typed !== "") rememberRecent("recentSearches", typed)
    onDone()
    navigate(typed === "" ? "/products" : resultsAddress(typed))
  }

  const groups: SearchGroup[] =
    typed === ""
      ? [
          {
            label: t("find.recent"),
            options: recent.map((past) => ({
              id: `recent:${past}`,
              label: past,
              to: resultsAddress(past),
              content: <Row icon={Clock} text={past} />,
            })),
          },
          {
            label: t("find.kinds"),
            options: (categories.data ?? []).map(({ slug, name, picture }) => ({
              id: `kind:${slug}`,
              label: name,
              to: `/category/${slug}`,
              content: (
                <>
                  <Picture picture={picture} alt="" sizes="2.5rem" className="w-10 rounded-sm" />
                  {name}
                </>
              ),
            })),
          },
        ]
      : [
          {
            label: t("find.kinds"),
            options: (current?.categories ?? []).map(({ slug, name }) => ({
              id: `kind:${slug}`,
              label: name,
              to: `/category/${slug}`,
            })),
          },
          {
            label: t("find.products"),
            options: (current?.products ?? []).map((product) => ({
              id: `product:${product.slug}`,
              label: product.title,
              to: `/products/${product.slug}`,
              content: <Product product={product} />,
            })),
          },
          {
            label: t("find.more"),
            options: [
              {
                id: "all",
                label: t("find.all", { text: typed }),
                to: resultsAddress(typed),
                content: <Row icon={Search} text={t("find.all", { text: typed })} />,
              },
            ],
          },
        ]

  const status = () => {
    if (typed === "") return ""
    if (suggestions.isError) return t("find.failed")
    if (pending) return t("find.searching")
    return isNone ? t("find.none", { text: typed }) : t("find.found", { count })
  }

  return (
    <SearchBox
      inputRef={input}
      label={t("shell:searchLabel")}
      placeholder={t("shell:searchPlaceholder")}
      text={text}
      onTextChange={setText}
      groups={groups}
      onSubmit={submit}
      onChoose={(option) => {
        if (option.id === "all" || option.id.startsWith("recent:"))
          rememberRecent("recentSearches", option.id === "all" ? typed : option.label)
        onDone()
      }}
      status={status()}
      aside={<TopDialogClose />}
      note={
        <>
          {typed === "" && recent.length > 0 && (
            <button
              type="button"
              onClick={() => {
                clearRecent("recentSearches")
                setRecent([])
                input.current?.focus()
              }}
              className="order-last min-h-11 border-line border-t px-4 text-left text-ink-soft text-sm hover:text-accent sm:px-6"
            >
              {t("find.forget")}
            </button>
          )}
          {typed !== "" && suggestions.isError && (
            <p aria-hidden="true" className="px-4 pt-5 text-danger text-sm sm:px-6">
              {t("find.failed")}
            </p>
          )}
          {isNone && (
            <p aria-hidden="true" className="px-4 pt-5 text-ink-soft sm:px-6">
              {t("find.none", { text: typed })}
            </p>
          )}
          {pending && !current && <Waiting />}
        </>
      }
    />
  )
}

function Row({ icon: Icon, text }: { icon: typeof Search; text: string }) {
  return (
    <>
      <Icon className="size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="min-w-0 truncate">{text}</span>
    </>
  )
}

function Product({ product }: { product: ProductCard }) {
  return (
    <>
      <Picture
        picture={product.picture}
        src={product.mainImage}
        alt=""
        sizes="3.5rem"
        className="w-14 shrink-0 rounded-sm"
      />
      <span className="min-w-0 flex-1 truncate">{product.title}</span>
      <span className="shrink-0 text-ink-soft text-sm tabular-nums" translate="no">
        {formatRupees(product.price)}
      </span>
    </>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="space-y-3 px-4 pt-5 sm:px-6">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="size-14" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      ))}
    </div>
  )
}
