/** Called once, as soon as something could not be stored. */
let tell: (() => void) | null = null
let isRefused = false
let isTold = false

/**
 * Web storage that never throws: what the browser cannot store, being full or told not to, is held in memory for this
 * page's life. On the server there is nothing in it.
 */
class GuardedStorage implements Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear"> {
  private readonly memory = new Map<string, string>()

  constructor(private readonly name: "localStorage" | "sessionStorage") {}

  getItem(key: string): string | null {
    return this.attempt((storage) => storage.getItem(key)) ?? this.memory.get(key) ?? null
  }

  /** Return the object that is stored as JSON, an empty one without it: untrusted input. */
  getRecord(key: string): Record<string, unknown> {
    const stored = this.parsed(key)
    return typeof stored === "object" && stored !== null ? { ...stored } : {}
  }

  /** Return the list that is stored as JSON, an empty one without it: untrusted input. */
  getList(key: string): unknown[] {
    const stored = this.parsed(key)
    return Array.isArray(stored) ? stored : []
  }

  setItem(key: string, value: string) {
    if (this.attempt((storage) => storage.setItem(key, value)) !== null) {
      this.memory.delete(key)
      return
    }
    // An earlier value must not come back at the next visit.
    this.removeItem(key)
    this.memory.set(key, value)
    isRefused = true
    tellOnce()
  }

  removeItem(key: string) {
    this.memory.delete(key)
    this.attempt((storage) => storage.removeItem(key))
  }

  clear() {
    this.memory.clear()
    this.attempt((storage) => storage.clear())
  }

  private parsed(key: string): unknown {
    try {
      return JSON.parse(this.getItem(key) ?? "null")
    } catch {
      return null
    }
  }

  /** Null where there is no storage, or it refuses. */
  private attempt<T>(use: (storage: Storage) => T): T | null {
    try {
      return use(window[this.name])
    } catch {
      return null
    }
  }
}

/** Outlives the browser and is shared by its tabs. */
export const browserStorage = new GuardedStorage("localStorage")
/** Ends with the tab: the computer may be shared. */
export const tabStorage = new GuardedStorage("sessionStorage")

/** Have the page's one notice shown when something cannot be stored, also when that has happened already. */
export function onStorageRefused(show: () => void) {
  tell = show
  tellOnce()
}

function tellOnce() {
  if (!isRefused || isTold || tell === null) return
  isTold = true
  tell()
}
