import type { CustomizationSelection, ProductDetail } from "./types"

type Options = ProductDetail["customization"]

const plain: CustomizationSelection = {
  origin: "Nepal",
  xrayCertification: false,
  pendantType: "none",
  size: "regular",
}

/** The default option if the product offers it, else its first one. */
function pick(options: readonly { name: string; available: boolean }[], usual: string): string {
  const offered = options.filter((option) => option.available)
  return offered.find((option) => option.name === usual)?.name ?? offered[0]?.name ?? usual
}

/** The chosen options; the default for those no longer offered. */
export const offeredSelection = (
  { origins, sizes, pendantOptions, xrayCertification }: Options,
  chosen: Partial<CustomizationSelection>,
): CustomizationSelection => ({
  origin: pick(origins, chosen.origin || plain.origin),
  size: pick(sizes, chosen.size || plain.size),
  pendantType: pendantOptions.some(({ type, available }) => available && type === chosen.pendantType)
    ? (chosen.pendantType ?? plain.pendantType)
    : plain.pendantType,
  xrayCertification: xrayCertification.available && chosen.xrayCertification === true,
})

/** The default selection: Nepal, regular, no pendant, no certificate. */
export const defaultSelection = (options: Options): CustomizationSelection => offeredSelection(options, {})

/** Return true when the product has options. */
export const hasOptions = ({ origins, sizes, pendantOptions, xrayCertification }: Options) =>
  origins.length > 1 ||
  sizes.length > 1 ||
  pendantOptions.some(({ type }) => type !== plain.pendantType) ||
  xrayCertification.available

/** The address of the picture that shows the chosen pendant, else size, else origin; empty where none does. */
export const pictureOf = (
  { origins, sizes, pendantOptions }: Options,
  { origin, size, pendantType }: CustomizationSelection,
): string =>
  pendantOptions.find(({ type }) => type === pendantType)?.picture ||
  sizes.find(({ name }) => name === size)?.picture ||
  origins.find(({ name }) => name === origin)?.picture ||
  ""

/** Return true when the piece is made to order: one set into a pendant cannot be sold to others. */
export const isCustom = ({ pendantType }: CustomizationSelection) => pendantType !== plain.pendantType
