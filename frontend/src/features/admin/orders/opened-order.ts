import { useLocation, useNavigate, useSearchParams } from "react-router-dom"

/** The name of the opened order in the address, beside the filters; the code on a packing slip leads there. */
const OPENED = "order"
/** Marks the entry of the history that opening the dialog made: closing it goes back instead of adding one. */
const PUSHED = { openedHere: true }

/** The order whose dialog is open, as the address says; Back closes it. */
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
