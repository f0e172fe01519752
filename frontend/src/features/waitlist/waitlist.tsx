import type { ReactNode } from "react"
import { Button, ButtonLink } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useServerNow } from "@/lib/clock"
import { cx } from "@/lib/cx"
import { useLoginAddress } from "@/lib/redirect"
import type { ProductDetail } from "@/lib/types"
import { useHydrated } from "@/lib/use-hydrated"
import { useSession } from "@/stores/session"
import { useOwnHold } from "@/stores/unpaid-orders"
import { minutesAndSeconds } from "./countdown"
import type { Waitlist } from "./use-offered-product"
import { useWaitlist, useWaitlistChanges } from "./use-waitlist"

type Contention = NonNullable<ProductDetail["contention"]>

type WaitlistPanelProps = {
  productId: string
  /** The contention as the page around knows it; undefined when it does not. */
  contention?: Contention | null
  /** Go on to buy the piece that is offered, where the page around has no button for it. */
  onBuyNow?: () => void
}

/** The line for a product whose last pieces other buyers are paying for; nothing for any other product. */
export function WaitlistPanel({ productId, contention: known, onBuyNow }: WaitlistPanelProps) {
  const own = useOwnHold(productId)
  const waitlist = useWaitlist(productId, known === undefined || othersPaying(known, own) !== null)
  const contention = othersPaying(waitlist ? waitlist.contention : (known ?? null), own)
  const status = waitlist?.place?.status
  if (status === "offered" && waitlist?.place?.offeredUntil) {
    return <Offered productId={productId} until={waitlist.place.offeredUntil} onBuyNow={onBuyNow} />
  }
  if (status === "waiting") return <Waiting productId={productId} waitlist={waitlist} />
  if (contention) return <Contended productId={productId} contention={contention} waitlist={waitlist} />
  return status === "sold_out" ? <SoldOut /> : null
}

/** The contention without the shopper's own unpaid orders; null when nobody else is paying. */
function othersPaying(contention: Contention | null, own: ReturnType<typeof useOwnHold>): Contention | null {
  // Of more than ten it is not told how many there are.
  if (contention === null || own === null || contention.payingIsMore) return contention
  const paying = contention.paying - own.orders
  const pieces = contention.piecesIsMore ? contention.pieces : contention.pieces - own.quantity
  return paying > 0 && pieces > 0 ? { ...contention, paying, pieces } : null
}

/** Not in the line (any more). */
function Contended({
  productId,
  contention,
  waitlist,
}: {
  productId: string
  contention: Contention
  waitlist: Waitlist | undefined
}) {
  const { t } = useTranslation("waitlist")
  const { join } = useWaitlistChanges(productId)
  const isGuest = useSession(({ session }) => session === null)
  const status = waitlist?.place?.status
  const waiting = waitlist?.waiting ?? 0
  return (
    <Notice>
      <div role="status">
        {(status === "left" || status === "missed") && <p className="font-medium">{t(status)}</p>}
        <p>
          <Paying contention={contention} />
        </p>
      </div>
      <KnownIn contention={contention} isFirst={waiting === 0 && !isGuest && status === undefined} />
      {waiting > 0 && <p>{t("queue", { count: waiting })}</p>}
      <p className="mt-1 text-ink-soft">
        {t("explain")} {isGuest && t("customersFirst")}
      </p>
      <div className="mt-3">
        <Button variant="secondary" busy={join.isPending} onClick={() => join.mutate()}>
          {t("wait")}
        </Button>
      </div>
    </Notice>
  )
}

function Waiting({ productId, waitlist }: { productId: string; waitlist: Waitlist | undefined }) {
  const { t } = useTranslation("waitlist")
  const position = waitlist?.place?.position ?? 1
  const contention = waitlist?.contention
  return (
    <Notice
      title={
        <span role="status">
          {position === 1 ? t("first") : t("position", { position: String(position) })}
        </span>
      }
    >
      {contention && (
        <>
          <p>
            <Paying contention={contention} />
          </p>
          <KnownIn
            contention={contention}
            isFirst={position === 1 && waitlist?.place?.canBeOvertaken === false}
          />
        </>
      )}
      <p className="mt-1 text-ink-soft">
        {t("stay")} {waitlist?.place?.isGuest && t("customersFirst")}
      </p>
      <div className="mt-2 -ml-3.5 flex flex-wrap">
        {waitlist?.place?.isGuest && <MoveUp productId={productId} />}
        <LeaveButton productId={productId} label={t("leave")} />
      </div>
    </Notice>
  )
}

/** A guest's way to the customers' places: log in, and then wait as a customer. */
function MoveUp({ productId }: { productId: string }) {
  const { t } = useTranslation("waitlist")
  const login = useLoginAddress()
  const { join } = useWaitlistChanges(productId)
  const isGuest = useSession(({ session }) => session === null)
  const look = { variant: "quiet", size: "sm", className: "min-h-11" } as const
  if (isGuest) {
    return (
      <ButtonLink {...look} to={login}>
        {t("logIn")}
      </ButtonLink>
    )
  }
  return (
    <Button {...look} busy={join.isPending} onClick={() => join.mutate()}>
      {t("moveUp")}
    </Button>
  )
}

function Offered({
  productId,
  until,
  onBuyNow,
}: {
  productId: string
  until: string
  onBuyNow: (() => void) | undefined
}) {
  const { t } = useTranslation("waitlist")
  const left = Date.parse(until) - useServerNow(1000)
  return (
    <Notice tone="success" title={<span role="status">{t("offered")}</span>}>
      <p role="timer" className="tabular-nums">
        {t("offeredFor", { time: minutesAndSeconds(left) })}
      </p>
      {/* Read out once, as the clock itself is not. */}
      <p role="status" className="sr-only">
        {left < 60_000 && t("lastMinute")}
      </p>
      <div className={cx("mt-3 flex flex-wrap items-center gap-2", !onBuyNow && "-ml-3.5")}>
        {onBuyNow && <Button onClick={onBuyNow}>{t("buyNow")}</Button>}
        <LeaveButton productId={productId} label={t("pass")} />
      </div>
    </Notice>
  )
}

function LeaveButton({ productId, label }: { productId: string; label: string }) {
  const { leave } = useWaitlistChanges(productId)
  return (
    <Button
      variant="quiet"
      size="sm"
      className="min-h-11"
      busy={leave.isPending}
      onClick={() => leave.mutate()}
    >
      {label}
    </Button>
  )
}

function SoldOut() {
  const { t } = useTranslation("waitlist")
  return (
    <Notice tone="warning" title={<span role="status">{t("soldOut")}</span>}>
      {t("soldOutText")}
    </Notice>
  )
}

/** "12 people are paying for the last 3 pieces." */
function Paying({ contention }: { contention: Contention }): ReactNode {
  const { t } = useTranslation("waitlist")
  const { paying, payingIsMore, pieces, piecesIsMore } = contention
  return t("paying", {
    count: paying,
    people: payingIsMore ? `${paying}+` : String(paying),
    pieces: t("pieces", { count: pieces, number: piecesIsMore ? `${pieces}+` : String(pieces) }),
  })
}

/** Countdown to the end of the pending payments; all but the first in line also wait for those ahead of them. */
function KnownIn({ contention, isFirst }: { contention: Contention; isFirst: boolean }) {
  const { t } = useTranslation("waitlist")
  const hydrated = useHydrated()
  const left = Date.parse(contention.knownBy) - useServerNow(1000, hydrated)
  if (!hydrated) return <p>&nbsp;</p>
  if (left <= 0) return <p>{t("anyMoment")}</p>
  const time = minutesAndSeconds(left)
  return (
    <p role="timer" className="tabular-nums">
      {isFirst ? t("knownIn", { time }) : t("decidedIn", { time })}
    </p>
  )
}
