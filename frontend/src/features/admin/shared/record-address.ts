/** Return the address of a list that finds one record and opens its dialog, by the URL's parameter `name`. */
export const recordAddress = (path: string, name: string, id: string) =>
  `${path}?${new URLSearchParams({ search: id, [name]: id })}`

/** Return the address of an order's page. */
export const orderAddress = (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}`
