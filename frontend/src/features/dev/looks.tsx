import { useQuery } from "@tanstack/react-query"
import { Heart } from "lucide-react"
import { Badge, type Tone } from "@/components/badge"
import { Button, ButtonLink, IconButton } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { ImageGallery } from "@/components/image-gallery"
import { BeadMark, Wordmark } from "@/components/logo"
import { Picture } from "@/components/picture"
import { Price } from "@/components/price"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"

export function Type() {
  const { t } = useTranslation(["dev", "shop"])
  const sizes = ["text-5xl", "text-4xl", "text-3xl", "text-2xl", "text-xl", "text-lg"]
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-8">
        <Wordmark name={t("shop:common.brand")} />
        <BeadMark className="size-12 text-gold" />
      </div>
      {sizes.map((size) => (
        <p key={size} className={`font-display ${size}`}>
          {t("headline")}
        </p>
      ))}
      <p className="eyebrow">{t("featured")}</p>
      <p className="max-w-2xl">{t("text")}</p>
      <p className="max-w-2xl text-ink-soft text-sm">{t("text")}</p>
      <p className="max-w-2xl text-ink-soft text-xs">{t("text")}</p>
    </div>
  )
}

const swatches = [
  ["ground", "bg-ground"],
  ["paper", "bg-paper"],
  ["tile", "bg-tile"],
  ["line", "bg-line"],
  ["line-strong", "bg-line-strong"],
  ["ink", "bg-ink"],
  ["ink-soft", "bg-ink-soft"],
  ["ink-faint", "bg-ink-faint"],
  ["accent", "bg-accent"],
  ["accent-deep", "bg-accent-deep"],
  ["accent-wash", "bg-accent-wash"],
  ["gold", "bg-gold"],
  ["success", "bg-success"],
  ["warning", "bg-warning"],
  ["danger", "bg-danger"],
  ["info", "bg-info"],
  ["orange", "bg-orange"],
  ["purple", "bg-purple"],
] as const

export function Colours() {
  return (
    <ul className="grid grid-cols-3 gap-4 sm:grid-cols-6 lg:grid-cols-9">
      {swatches.map(([name, className]) => (
        <li key={name} className="text-xs">
          <span className={`mb-1.5 block h-16 rounded-md border border-line ${className}`} />
          <code className="wrap-anywhere font-text">{name}</code>
        </li>
      ))}
    </ul>
  )
}

export function Buttons() {
  const { t } = useTranslation("dev")
  return (
    <div className="space-y-5">
      {(["lg", "md", "sm"] as const).map((size) => (
        <div key={size} className="flex flex-wrap items-center gap-3">
          <Button size={size}>{t("primary")}</Button>
          <Button size={size} variant="secondary">
            {t("secondary")}
          </Button>
          <Button size={size} variant="quiet">
            {t("quiet")}
          </Button>
          <Button size={size} busy>
            {t("busy")}
          </Button>
          <Button size={size} disabled>
            {t("disabled")}
          </Button>
          <ButtonLink size={size} variant="secondary" to="/products">
            {t("link")}
          </ButtonLink>
        </div>
      ))}
      <div className="flex items-center gap-3">
        <IconButton label={t("icon")}>
          <Heart aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={t("icon")} disabled>
          <Heart aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}

/** Pictures of products there really are: what looks good with samples alone does not count. */
function useSamplePictures() {
  return useQuery({
    queryKey: ["dev", "pictures"],
    queryFn: async ({ signal }) => {
      const { products } = await unwrap(
        api.GET("/api/products", { params: { query: { limit: 5, sortBy: "price-high" } }, signal }),
      )
      return products.flatMap(({ picture }) => picture ?? [])
    },
  })
}

export function Pictures() {
  const { t } = useTranslation("dev")
  const sample = useSamplePictures().data?.[0]
  const sizes = "(min-width: 40rem) 24rem, 45vw"
  const shown = [
    { name: t("whole"), picture: sample },
    { name: t("noPicture"), picture: null },
    { name: t("brokenPicture"), src: "/media/products/no-such-picture.webp" },
  ]
  return (
    <ul className="grid max-w-4xl grid-cols-3 gap-5">
      {shown.map(({ name, ...picture }) => (
        <li key={name}>
          <Picture {...picture} alt={t("bead")} sizes={sizes} className="rounded-md" />
          <p className="mt-2 text-ink-soft text-sm">{name}</p>
        </li>
      ))}
    </ul>
  )
}

export function Galleries() {
  const { t } = useTranslation("dev")
  const samples = useSamplePictures()
  if (samples.error) return <ErrorState compact error={samples.error} onRetry={samples.refetch} />
  if (!samples.data) return <Skeleton className="aspect-square w-full max-w-md rounded-md" />
  return (
    <ImageGallery
      title={t("bead")}
      pictures={samples.data}
      sizes="(min-width: 40rem) 28rem, 100vw"
      overlay={<Badge tone="accent">{t("off")}</Badge>}
      className="max-w-md"
    />
  )
}

const tones: readonly Tone[] = [
  "neutral",
  "accent",
  "success",
  "warning",
  "danger",
  "info",
  "orange",
  "purple",
]

export function Prices() {
  const { t } = useTranslation("dev")
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-baseline gap-8">
        <Price price={499} size="sm" />
        <Price price={1250} originalPrice={1600} />
        <Price price={124999.5} originalPrice={150000} size="lg" />
      </div>
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} dot={tone !== "accent"}>
            {t("featured")}
          </Badge>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Badge tone="accent">{t("off")}</Badge>
        <Badge tone="warning">{t("few")}</Badge>
        <Badge tone="success" dot>
          {t("paid")}
        </Badge>
        <Badge tone="danger" dot>
          {t("failed")}
        </Badge>
      </div>
    </div>
  )
}
