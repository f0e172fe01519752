import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useBuyNow } from "@/stores/buy-now"
import { useUser } from "@/stores/session"
import type { Details } from "./details"
import { DetailsFields } from "./details-fields"
import { FormSkeleton } from "./form-skeleton"
import { StepFooter } from "./step-footer"
import { type DetailsFormOptions, useDetailsForm, useSavedAddresses } from "./use-details-form"

type DetailsStepProps = {
  /** The server's words about fields, from a try to order. */
  refused: Partial<Details>
  onBack: () => void
  onContinue: (details: Details) => void
}

export function DetailsStep(props: DetailsStepProps) {
  const { user } = useUser()
  const { addresses, isLoading } = useSavedAddresses(user)
  if (isLoading) return <FormSkeleton />
  return <Filled {...props} user={user} addresses={addresses} />
}

type FilledProps = DetailsStepProps & Pick<DetailsFormOptions, "user" | "addresses">

function Filled({ user, refused, addresses, onBack, onContinue }: FilledProps) {
  const { t } = useTranslation("checkout")
  const close = useBuyNow((state) => state.close)
  const form = useDetailsForm({ user, refused, addresses, nameInOne: false })
  return (
    <form noValidate onSubmit={form.submit(onContinue)} className="space-y-6">
      <DetailsFields form={form} />
      <StepFooter>
        <div className="flex flex-wrap justify-between gap-x-2 gap-y-2">
          <Button variant="quiet" onClick={onBack}>
            {t("previous")}
          </Button>
          <Button variant="quiet" className="mr-auto" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" className="max-sm:grow">
            {t("toPayment")}
          </Button>
        </div>
      </StepFooter>
    </form>
  )
}
