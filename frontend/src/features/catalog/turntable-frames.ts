import type { PictureData } from "@/components/picture"

/** A turntable's sprite: the frames of one full turn, row by row. */
export const FRAMES = 36
export const COLUMNS = 6
const FULL_SIZE = 2160

/** The frame so many frames further on; the turn has no end. */
export const frameAt = (frame: number) => ((Math.round(frame) % FRAMES) + FRAMES) % FRAMES

/** Return the face of the bead, counted from 1, that is in front in this frame; the first one is in frame 0. */
export const faceInFront = (frame: number, faces: number) =>
  (Math.round((frameAt(frame) * faces) / FRAMES) % faces) + 1

/** The sprite's files at its full size; one whole file until its sizes are rendered. */
export const spriteFiles = ({ url, pending }: PictureData) =>
  pending ? { src: url } : { src: `${url}-${FULL_SIZE}.webp`, avif: `${url}-${FULL_SIZE}.avif` }
