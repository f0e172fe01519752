import { useNavigate } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { Button } from "./button"

type GoBackProps = {
  /** Path to open when nothing of the shop was opened before. */
  otherwise?: string
  variant?: "secondary" | "quiet"
}

/** Back to the previous page of the shop; without one, to a fallback page. */
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
