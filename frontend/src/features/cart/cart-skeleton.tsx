import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"

/** Placeholder of two loading cart lines. */
export function CartSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t("common.loading")} className="space-y-5">
      {["first", "second"].map((line) => (
        <div key={line} className="flex gap-4">
          <Skeleton className="size-20 shrink-0 sm:size-28" />
          <div className="flex-1 space-y-3">
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-11 w-36" />
          </div>
        </div>
      ))}
    </div>
  )
}
