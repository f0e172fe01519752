import type { CustomizationSelection, ProductDetail } from "./types"

type Options = ProductDetail["customization"]

const plain: CustomizationSelection = {
  origin: "Nepal",
  xrayCertification: false,
  pendantType: "none",
  size: "regular",
}

/** The usual choice if the product offers it, else the first that it does. */
function pick(options: readonly { name: string; available: boolean }[], usual: string): string {
  const offered = options.filter((option) => option.available)
  return offered.find((option) => option.name === usual)?.name ?? offered[0]?.name ?? usual
}

/** What was chosen, as far as it is still offered; the usual choice where it is not. */
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

/** What is chosen before the shopper chooses: Nepal, regular, no pendant, no certificate. */
export const defaultSelection = (options: Options): CustomizationSelection => offeredSelection(options, {})

/** Whether there is anything to choose at all. */
export const hasOptions = ({ origins, sizes, pendantOptions, xrayCertification }: Options) =>
  origins.length > 1 ||
  sizes.length > 1 ||
  pendantOptions.some(({ type }) => type !== plain.pendantType) ||
  xrayCertification.available

/** Whether the piece is made to the shopper's choice: set into a pendant, it is nobody else's any more. */
export const isCustom = ({ pendantType }: CustomizationSelection) => pendantType !== plain.pendantType
