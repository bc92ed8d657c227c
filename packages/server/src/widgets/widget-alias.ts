/** Aliases that nobody gave: made of a title or name. Pure. */

/** Leaves room for a number. */
const aliasLengthMax = 240

/** Lower case, with `_` for everything that is no letter, digit or `_`; both only of ASCII, as on the wire. */
const aliasOf = (text: string): string => text.toLowerCase().replace(/\W+/g, '_').slice(0, aliasLengthMax)

/** The alias of `given`, else of `text`; when it is taken, with the first number from 2 on that is not. */
export function freeAlias(given: string | null | undefined, text: string, taken: ReadonlySet<string>): string {
  const base = given?.trim().slice(0, aliasLengthMax) || aliasOf(text)
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}${number}`)) number++
  return `${base}${number}`
}
