/** Return the address of a list that finds one record and opens its dialog, by the URL's parameter `name`. */
export const recordAddress = (path: string, name: string, id: string) =>
  `${path}?${new URLSearchParams({ search: id, [name]: id })}`
