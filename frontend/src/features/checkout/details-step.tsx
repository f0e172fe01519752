import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import type { User } from "@/stores/session"
import type { Details } from "./details"
import { DetailsFields } from "./details-fields"
import { FormSkeleton } from "./form-skeleton"
import { StepFooter } from "./step-footer"
import { useDetailsForm, useSavedAddresses } from "./use-details-form"

type DetailsStepProps = {
  user: User | null
  remembered: Details | null
  /** The server's words about fields, from a try to order. */
  refused: Partial<Details>
  onBack: () => void
  onCancel: () => void
  onContinue: (details: Details) => void
}

export function DetailsStep(props: DetailsStepProps) {
  const { addresses, isLoading } = useSavedAddresses(props.user)
  if (isLoading) return <FormSkeleton />
  return <Filled {...props} addresses={addresses} />
}

type FilledProps = DetailsStepProps & Pick<ReturnType<typeof useSavedAddresses>, "addresses">

function Filled({ user, remembered, refused, addresses, onBack, onCancel, onContinue }: FilledProps) {
  const { t } = useTranslation("checkout")
  const form = useDetailsForm({ user, remembered, refused, addresses, nameInOne: false })
  return (
    <form noValidate onSubmit={form.submit(onContinue)} className="space-y-6">
      <DetailsFields form={form} />
      <StepFooter>
        <div className="flex flex-wrap justify-between gap-x-2 gap-y-2">
          <Button variant="quiet" onClick={onBack}>
            {t("previous")}
          </Button>
          <Button variant="quiet" className="mr-auto" onClick={onCancel}>
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
