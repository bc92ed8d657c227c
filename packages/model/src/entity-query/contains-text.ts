/**
 * Whether a text contains another one, in time that grows with their lengths and not with the product of the two.
 *
 * `includes` is quick for short texts. For two long ones that are alike all along it is not: 60,000 and 30,000 characters
 * took it 100 ms, during which the platform serves nobody. So long texts are looked for with the algorithm of Knuth,
 * Morris and Pratt, which never looks at a character of `text` twice.
 */

/** The engine's own search remembers so many characters of what it looks for. */
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

/** By length of a beginning, less one: the length of its longest border, which it both begins and ends with. */
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
