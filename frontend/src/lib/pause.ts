/** Let the browser draw, and answer to touch, before the work goes on. */
export const pause = () => new Promise<void>((next) => setTimeout(next))
