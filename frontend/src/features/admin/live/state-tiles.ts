import type { indianStates } from "@/lib/indian-states"

export const COLUMNS = 7
export const ROWS = 8

const tile = (code: string, column: number, row: number) => ({ code, column, row })

/**
 * One square for each state and union territory, roughly where it is: no border is drawn, and none is left out.
 *
 * The codes are those of vehicles' number plates, the same in both languages.
 */
export const stateTiles: Record<(typeof indianStates)[number], ReturnType<typeof tile>> = {
  "Jammu and Kashmir": tile("JK", 1, 0),
  Ladakh: tile("LA", 2, 0),
  Punjab: tile("PB", 0, 1),
  Chandigarh: tile("CH", 1, 1),
  "Himachal Pradesh": tile("HP", 2, 1),
  Haryana: tile("HR", 1, 2),
  Uttarakhand: tile("UK", 2, 2),
  "Arunachal Pradesh": tile("AR", 6, 2),
  Rajasthan: tile("RJ", 0, 3),
  Delhi: tile("DL", 1, 3),
  "Uttar Pradesh": tile("UP", 2, 3),
  Bihar: tile("BR", 3, 3),
  Sikkim: tile("SK", 4, 3),
  Assam: tile("AS", 5, 3),
  Nagaland: tile("NL", 6, 3),
  Gujarat: tile("GJ", 0, 4),
  "Madhya Pradesh": tile("MP", 1, 4),
  Chhattisgarh: tile("CG", 2, 4),
  Jharkhand: tile("JH", 3, 4),
  "West Bengal": tile("WB", 4, 4),
  Meghalaya: tile("ML", 5, 4),
  Manipur: tile("MN", 6, 4),
  "Dadra and Nagar Haveli and Daman and Diu": tile("DD", 0, 5),
  Maharashtra: tile("MH", 1, 5),
  Telangana: tile("TS", 2, 5),
  Odisha: tile("OD", 3, 5),
  Tripura: tile("TR", 5, 5),
  Mizoram: tile("MZ", 6, 5),
  Goa: tile("GA", 0, 6),
  Karnataka: tile("KA", 1, 6),
  "Andhra Pradesh": tile("AP", 2, 6),
  Lakshadweep: tile("LD", 0, 7),
  Kerala: tile("KL", 1, 7),
  "Tamil Nadu": tile("TN", 2, 7),
  Puducherry: tile("PY", 3, 7),
  "Andaman and Nicobar Islands": tile("AN", 5, 7),
}

/** How dark a square is, from 0 (no order) to 4, by its share of the largest count. */
export const shadeOf = (orders: number, most: number) =>
  orders > 0 && most > 0 ? Math.max(1, Math.ceil((4 * orders) / most)) : 0
