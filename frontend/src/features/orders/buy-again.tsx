import { useMutation, useQueryClient } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { Link } from "@/components/link"
import { Notice } from "@/components/notice"
import { useLineTitle } from "@/components/option-notes"
import { callCart } from "@/features/cart/queries"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, api } from "@/lib/api"
import { notifyOtherTabs } from "@/stores/cart"
import type { Order } from "./queries"

type Item = Order["items"][number]
type Left = { item: Item; why: ApiError }

/** Add the order's items to the cart one by one, with their options, and report those no longer sold. */
async function putIntoCart(items: readonly Item[]): Promise<Left[]> {
  const left: Left[] = []
  for (const item of items) {
    try {
      await add(item)
    } catch (error) {
      // A refusal (4xx) is about this item; any other error ends the loop.
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
      left.push({ item, why: error })
    }
  }
  return left
}

const add = ({ productId, quantity, customization }: Item) =>
  callCart((headers) =>
    api.POST("/api/cart/lines", { body: { productId, quantity, customization }, headers }),
  )

export function BuyAgain({ order }: { order: Order }) {
  const { t } = useTranslation("orders")
  const lineTitle = useLineTitle()
  const errorText = useErrorText()
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => putIntoCart(order.items),
    onSettled: () => {
      notifyOtherTabs()
      return client.invalidateQueries({ queryKey: ["me", "cart"] })
    },
  })
  const left = again.data
  const added = left ? order.items.length - left.length : 0
  return (
    <>
      <Button variant="secondary" busy={again.isPending} onClick={() => again.mutate()}>
        {!again.isPending && <RotateCw className="size-4.5" />}
        {t("again.button")}
      </Button>
      <ErrorNotice className="w-full" error={again.error} fallback={t("again.failed")} />
      {left && (
        <Notice className="w-full" tone={left.length === 0 ? "success" : "warning"} announce>
          {added > 0 && (
            <p>
              {t("again.added", { count: added })}{" "}
              <Link to="/cart" className="text-accent underline underline-offset-4">
                {t("again.toCart")}
              </Link>
            </p>
          )}
          {left.length > 0 && (
            <>
              <p className={added > 0 ? "mt-2" : undefined}>{t("again.left")}</p>
              <ul className="mt-1 list-disc pl-5">
                {left.map(({ item, why }) => (
                  <li key={item.line}>
                    {t("again.reason", {
                      title: lineTitle(item.title, item.customization),
                      why: errorText(why),
                    })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
    </>
  )
}
