export { type ActionOptions, useAction } from "@/lib/use-action"

/** The server's message, as the toast of a success. */
export const messageOf = ({ message }: { message?: string }) => message
