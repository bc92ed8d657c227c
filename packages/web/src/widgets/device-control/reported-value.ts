/** Values that devices store, as functions of control widgets get them. */

/** JSON of a stored value's text: `true` and `7` are no texts. Other texts stay as they are. */
export function jsonOfReport(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
