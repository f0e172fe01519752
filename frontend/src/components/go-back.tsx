import { useNavigate } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { Button } from "./button"

type GoBackProps = {
  /** Where to go when nothing of the shop was opened before. */
  otherwise?: string
  variant?: "secondary" | "quiet"
}

/** The way back to the page of the shop that was open before this one; without one, to another. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate()
  // React Router numbers its own entries; before the first page of a visit may lie the provider's page, or another site.
  return () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(otherwise))
}

export function GoBack({ otherwise = "/", variant = "secondary" }: GoBackProps) {
  const { t } = useTranslation()
  const goBack = useGoBack(otherwise)
  return (
    <Button variant={variant} onClick={goBack}>
      {t("common.goBack")}
    </Button>
  )
}
