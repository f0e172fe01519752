import { useLocation, useNavigate, useSearchParams } from "react-router-dom"
import { useStable } from "@/lib/use-stable"

/** State of the history entry that opening the dialog adds: closing goes back to the one before. */
const PUSHED = { openedHere: true }

/** The row whose dialog is open, by its id in the URL's parameter; Back closes it. */
export function useOpened(parameter: string) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { state: typeof PUSHED | null }
  const navigate = useNavigate()
  const linkTo = (id: string) => {
    const opening = new URLSearchParams(params)
    opening.set(parameter, id)
    return { to: `?${opening}`, state: PUSHED, preventScrollReset: true }
  }
  return {
    opened: params.get(parameter),
    /** Props of a link that opens the dialog of this row. */
    linkTo,
    open: useStable((id: string) => {
      const { to, ...options } = linkTo(id)
      navigate(to, options)
    }),
    close: () => {
      if (state?.openedHere) navigate(-1)
      else {
        setParams(
          (now) => {
            now.delete(parameter)
            return now
          },
          { replace: true, preventScrollReset: true },
        )
      }
    },
  }
}
