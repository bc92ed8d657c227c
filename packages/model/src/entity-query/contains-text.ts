/**
 * Substring search in linear time: proportional to the sum of both lengths, not to their product.
 *
 * `includes` is fast for short texts, but not for two long, repetitive ones: 60,000 and 30,000 characters took 100 ms,
 * which blocks the server for all users. Long patterns therefore use the Knuth-Morris-Pratt algorithm, which reads each
 * character of `text` once.
 */

/** Maximum pattern length for `includes`: V8's search table covers only this many characters of a pattern. */
const shortMax = 250

export function containsText(text: string, wanted: string): boolean {
  if (wanted.length <= shortMax) return text.includes(wanted)
  if (wanted.length > text.length) return false
  const borders = bordersOf(wanted)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] as number
    if (wanted.charCodeAt(matched) === code) matched++
    if (matched === wanted.length) return true
  }
  return false
}

/** For each prefix, by length - 1: length of its longest border (a proper prefix that is also a suffix). */
function bordersOf(wanted: string): Uint32Array {
  const borders = new Uint32Array(wanted.length)
  let length = 0
  for (let at = 1; at < wanted.length; at++) {
    const code = wanted.charCodeAt(at)
    while (length > 0 && wanted.charCodeAt(length) !== code) length = borders[length - 1] as number
    if (wanted.charCodeAt(length) === code) length++
    borders[at] = length
  }
  return borders
}
