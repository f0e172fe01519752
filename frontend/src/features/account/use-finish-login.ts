import { useNavigate } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { announceGuestOrders } from "@/lib/guest-orders"
import { toast } from "@/lib/toast"
import { useSession } from "@/stores/session"
import type { LoginResult } from "./login-methods"

/** Return a function that begins the session of a login. */
export function useFinishLogin() {
  const { t } = useTranslation("account")
  const navigate = useNavigate()
  const logIn = useSession((session) => session.logIn)
  return (result: LoginResult, done: string) => {
    // Staff must still verify their second factor.
    const isCustomer = result.user.role === "customer"
    if (isCustomer) toast.success(done)
    logIn(result)
    if (isCustomer)
      void announceGuestOrders(t("login.guestOrders"), t("login.seeGuestOrders"), () => navigate("/orders"))
  }
}
