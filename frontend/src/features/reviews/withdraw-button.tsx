import { useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { useAction } from "@/lib/use-action"
import { myReviewQuery } from "./queries"

/** Delete one's own review, once it is certain that this is meant: it cannot be undone. */
export function WithdrawButton({ slug }: { slug: string }) {
  const { t } = useTranslation("reviews")
  const [asking, setAsking] = useState(false)
  const withdrawing = useAction({
    act: () => unwrap(api.DELETE("/api/products/{slug}/reviews/mine", { params: { path: { slug } } })),
    done: t("mine.deleted"),
    onDone: (answer, _, client) => {
      setAsking(false)
      client.setQueryData(myReviewQuery(slug).queryKey, answer)
      void client.invalidateQueries({ queryKey: ["reviews", slug] })
    },
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t("mine.delete")}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t("mine.deleteTitle")}
        footer={
          <div className="flex justify-end gap-3">
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t("form.cancel")}
            </Button>
            <Button busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
              {t("mine.delete")}
            </Button>
          </div>
        }
      >
        <p>{t("mine.deleteText")}</p>
        <ErrorNotice className="mt-4" error={withdrawing.error} />
      </Dialog>
    </>
  )
}
