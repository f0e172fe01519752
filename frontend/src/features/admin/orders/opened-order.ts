import { useLocation, useNavigate, useSearchParams } from "react-router-dom"

/** URL parameter of the opened order; the code on a packing slip contains it. */
const OPENED = "order"
/** State of the history entry that opening the dialog adds: closing goes back to the one before. */
const PUSHED = { openedHere: true }

/** The order whose dialog is open, by the URL; Back closes it. */
export function useOpenedOrder() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { state: typeof PUSHED | null }
  const navigate = useNavigate()
  return {
    opened: params.get(OPENED),
    open: (orderId: string) =>
      setParams(
        (now) => {
          now.set(OPENED, orderId)
          return now
        },
        { preventScrollReset: true, state: PUSHED },
      ),
    close: () => {
      if (state?.openedHere) navigate(-1)
      else {
        setParams(
          (now) => {
            now.delete(OPENED)
            return now
          },
          { replace: true, preventScrollReset: true },
        )
      }
    },
  }
}
