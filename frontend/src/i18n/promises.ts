import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { shopQuery } from "@/lib/shop"

/** Return the shop's promises in words; the numbers, and which are made, come from the shop's settings. */
export function usePromiseTexts() {
  const { t, i18n } = useTranslation()
  const promises = useQuery(shopQuery).data?.promises
  if (!promises) return null
  const factor = promises.moneyBackFactor
  return {
    freeShippingAbove: promises.freeShippingAbove,
    shipping: promises.freeShipping[i18n.language],
    delivery: t("promises.delivery", { days: promises.deliveryDays, latest: promises.deliveryPromiseDays }),
    returns: t("promises.returns.text", { days: promises.returnDays }),
    customReturns: t("promises.returns.custom"),
    // What is switched off is not promised.
    authentic: promises.authentic
      ? { title: t("promises.authentic.title"), text: t("promises.authentic.text") }
      : null,
    lab: promises.labCertified ? { title: t("promises.lab.title"), text: t("promises.lab.text") } : null,
    moneyBack:
      factor > 0
        ? {
            title: t("promises.moneyBack.title", { factor }),
            text: t("promises.moneyBack.text", { factor }),
          }
        : null,
    support: t(promises.supportAroundTheClock ? "promises.support.aroundTheClock" : "promises.support.text", {
      hours: promises.supportAnswerHours,
    }),
  }
}
