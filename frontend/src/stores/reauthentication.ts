import { create } from "zustand"

type Reauthentication = {
  /** True while the second factor is being asked for again. */
  asked: boolean
  /** Ask for it; resolves to true when it was proven. Calls that are refused at the same time share the answer. */
  ask: () => Promise<boolean>
  answer: (proven: boolean) => void
}

let waiting: ((proven: boolean) => void)[] = []

export const useReauthentication = create<Reauthentication>()((set) => ({
  asked: false,
  ask: () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      set({ asked: true })
    }),
  answer: (proven) => {
    set({ asked: false })
    const told = waiting
    waiting = []
    for (const resolve of told) resolve(proven)
  },
}))
