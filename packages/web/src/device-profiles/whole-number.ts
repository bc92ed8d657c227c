/** Parses typed numbers. */

/** Undefined unless the text is a whole number from `min` to `max`. */
export function wholeNumber(text: string, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const typed = text.trim()
  if (!/^\d+$/.test(typed)) return undefined
  const value = Number(typed)
  return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined
}
