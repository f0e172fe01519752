import { useTranslation } from "@/i18n"
import type { Shop } from "@/lib/types"

/** Return a function that words the shop's promises; the numbers, and which are made, come from the shop's settings. */
export function usePromiseTexts() {
  const { t, i18n } = useTranslation()
  return (promises: Shop["promises"]) => {
    const factor = promises.moneyBackFactor
    return {
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
      support: t(
        promises.supportAroundTheClock ? "promises.support.aroundTheClock" : "promises.support.text",
        { hours: promises.supportAnswerHours },
      ),
    }
  }
}
