/**
 * The states and union territories of India, as India Post writes them, each with the first digits its
 * pincodes have. The digits are the postal circles': coarse, but they catch a pincode of another region.
 */
const circles = {
  "Andaman and Nicobar Islands": ["744"],
  "Andhra Pradesh": ["50", "51", "52", "53"],
  "Arunachal Pradesh": ["79"],
  Assam: ["78"],
  Bihar: ["80", "81", "82", "84", "85"],
  Chandigarh: ["14", "16"],
  Chhattisgarh: ["49"],
  "Dadra and Nagar Haveli and Daman and Diu": ["36", "39"],
  Delhi: ["11"],
  Goa: ["403"],
  Gujarat: ["36", "37", "38", "39"],
  Haryana: ["12", "13"],
  "Himachal Pradesh": ["17"],
  "Jammu and Kashmir": ["18", "19"],
  Jharkhand: ["81", "82", "83"],
  Karnataka: ["56", "57", "58", "59"],
  Kerala: ["67", "68", "69"],
  Ladakh: ["19"],
  Lakshadweep: ["682"],
  "Madhya Pradesh": ["45", "46", "47", "48"],
  Maharashtra: ["40", "41", "42", "43", "44"],
  Manipur: ["79"],
  Meghalaya: ["79"],
  Mizoram: ["79"],
  Nagaland: ["79"],
  Odisha: ["75", "76", "77"],
  Puducherry: ["53", "60", "67"],
  Punjab: ["14", "15", "16"],
  Rajasthan: ["30", "31", "32", "33", "34"],
  Sikkim: ["737"],
  "Tamil Nadu": ["60", "61", "62", "63", "64"],
  Telangana: ["50"],
  Tripura: ["79"],
  "Uttar Pradesh": ["20", "21", "22", "23", "24", "25", "26", "27", "28"],
  Uttarakhand: ["24", "26"],
  "West Bengal": ["70", "71", "72", "73", "74"],
} as const satisfies Record<string, readonly string[]>

type IndianState = keyof typeof circles

export const isIndianState = (name: string): name is IndianState => name in circles

export const indianStates = Object.keys(circles).filter(isIndianState)

/** Army postal codes begin with 9 and belong to no state. */
const ARMY = "9"

/** Whether a pincode can belong to a state; true for an unknown state. */
export function pincodeFitsState(pincode: string, state: string): boolean {
  const starts: readonly string[] | undefined = isIndianState(state) ? circles[state] : undefined
  return starts === undefined || pincode.startsWith(ARMY) || starts.some((start) => pincode.startsWith(start))
}
