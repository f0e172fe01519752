/** Maximum number of beads in the comparison. */
const MAX_CHOSEN = 3

/** Read the chosen beads from the page's address; only those there are, each once. */
export function readFaces(params: URLSearchParams, known: readonly number[]): number[] {
  const named = (params.get("faces") ?? "").split(",").map(Number)
  return [...new Set(named)].filter((faces) => known.includes(faces)).slice(0, MAX_CHOSEN)
}

/** Choose a bead, or no longer; one too many takes the place of the one chosen first. */
export function toggleFaces(chosen: readonly number[], faces: number): number[] {
  if (chosen.includes(faces)) return chosen.filter((other) => other !== faces)
  return [...chosen, faces].slice(-MAX_CHOSEN)
}

/** Write them into the address; what else it says stays. */
export function writeFaces(params: URLSearchParams, chosen: readonly number[]): URLSearchParams {
  const written = new URLSearchParams(params)
  if (chosen.length > 0) written.set("faces", chosen.join(","))
  else written.delete("faces")
  return written
}
