/** Generates default aliases from a title or name. Pure. */

/** Leaves space for a numeric suffix. */
const aliasLengthMax = 240

/** Lowercase, with `_` for each sequence of characters other than ASCII letters, digits and `_`. */
const aliasOf = (text: string): string => text.toLowerCase().replace(/\W+/g, '_').slice(0, aliasLengthMax)

/** Returns the alias from `given`, by default from `text`. If it is taken, appends the first free number from 2 on. */
export function freeAlias(given: string | null | undefined, text: string, taken: ReadonlySet<string>): string {
  const base = given?.trim().slice(0, aliasLengthMax) || aliasOf(text)
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}${number}`)) number++
  return `${base}${number}`
}
