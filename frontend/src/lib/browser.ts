/** False on the server, where pages are rendered without a window, storage or events. */
export const inBrowser = typeof window !== "undefined"
