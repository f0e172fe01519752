/**
 * The states and union territories of India, as India Post writes them, each with the first digits its
 * pincodes have: those of the postal circles and, where a circle has several states, of the sorting districts.
 */
const circles = {
  "Andaman and Nicobar Islands": ["744"],
  "Andhra Pradesh": ["507", "51", "52", "53"],
  "Arunachal Pradesh": ["790", "791", "792"],
  Assam: ["78"],
  Bihar: ["80", "811", "812", "813", "814", "821", "823", "824", "84", "85"],
  Chandigarh: ["160"],
  Chhattisgarh: ["49"],
  "Dadra and Nagar Haveli and Daman and Diu": ["362520", "362540", "362570", "396193", "3962"],
  Delhi: ["11"],
  Goa: ["403"],
  Gujarat: ["36", "37", "38", "39"],
  Haryana: ["12", "13"],
  "Himachal Pradesh": ["17"],
  "Jammu and Kashmir": ["18", "190", "191", "192", "193"],
  Jharkhand: ["813", "814", "815", "816", "818", "822", "825", "826", "827", "828", "829", "83"],
  Karnataka: ["56", "57", "58", "59"],
  Kerala: ["67", "68", "69"],
  Ladakh: ["194"],
  Lakshadweep: ["68255"],
  "Madhya Pradesh": ["45", "46", "47", "48"],
  Maharashtra: ["400", "401", "402", "41", "42", "43", "44"],
  Manipur: ["795"],
  Meghalaya: ["781029", "781131", "782410", "793", "794"],
  Mizoram: ["796"],
  Nagaland: ["797", "798"],
  Odisha: ["75", "76", "77"],
  Puducherry: ["533464", "605", "607402", "607403", "6096", "673310"],
  Punjab: ["14", "15", "160"],
  Rajasthan: ["30", "31", "32", "33", "34"],
  Sikkim: ["737"],
  "Tamil Nadu": ["60", "61", "62", "63", "64"],
  Telangana: ["50"],
  Tripura: ["799"],
  "Uttar Pradesh": [
    "20",
    "21",
    "22",
    "23",
    "241",
    "242",
    "243",
    "244",
    "245",
    "246",
    "247",
    "25",
    "261",
    "262",
    "27",
    "28",
  ],
  Uttarakhand: ["244", "246", "247", "248", "249", "262", "263"],
  "West Bengal": ["70", "71", "72", "731", "732", "733", "734", "735", "736", "741", "742", "743"],
} as const satisfies Record<string, readonly string[]>

type IndianState = keyof typeof circles

export const isIndianState = (name: string): name is IndianState => name in circles

export const indianStates = Object.keys(circles).filter(isIndianState)

/** Army postal codes begin with 9 and belong to no state. */
const ARMY = "9"

/** Return true when a pincode can belong to a state, and for an unknown state. */
export function pincodeFitsState(pincode: string, state: string): boolean {
  const starts: readonly string[] | undefined = isIndianState(state) ? circles[state] : undefined
  return starts === undefined || pincode.startsWith(ARMY) || starts.some((start) => pincode.startsWith(start))
}
