import { Button } from "@/components/button"
import type { FormFields } from "./use-form-action"

type StepButtonsProps<Step extends string> = {
  form: FormFields<{ step: Step | "" }> & { isPending: boolean }
  steps: readonly { name: Step; label: string; isSecondary?: boolean }[]
}

/** The buttons of a form with more than one end: the value `step` is the pressed one. */
export function StepButtons<Step extends string>({ form, steps }: StepButtonsProps<Step>) {
  return steps.map(({ name, label, isSecondary }) => (
    <Button
      key={name}
      type="submit"
      size="sm"
      variant={isSecondary ? "secondary" : "primary"}
      busy={form.isPending && form.values.step === name}
      disabled={form.isPending}
      onClick={() => form.set("step", name)}
    >
      {label}
    </Button>
  ))
}
