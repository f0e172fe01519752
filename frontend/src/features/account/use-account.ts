import { useQueryClient } from "@tanstack/react-query"
import { newest } from "@/lib/versioned"
import { profileQuery, type User } from "@/stores/session"

/** Returns a function that shows what the server answered about the account; the newest version wins. */
export function useShowUser(): (user: User) => void {
  const client = useQueryClient()
  return (user) => {
    client.setQueryData(profileQuery.queryKey, (held) => newest(held, user))
  }
}
