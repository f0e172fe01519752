import type { PageModule } from "./page-handle"

const modules = import.meta.glob<PageModule>("/src/features/admin/**/{*-page,admin-layout}.tsx")

/** Load a staff page. Apart from `routes`, so that customers do not load the list of these pages' files. */
export function loadStaffPage(name: string): Promise<PageModule> {
  const load = modules[name]
  if (!load) throw new Error(`there is no ${name}`)
  return load()
}
