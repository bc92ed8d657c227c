/** How lists search and sort texts: without regard to case. */

/** Case-folded text for comparisons: `Ü` matches `ü`, `SS` doesn't match `ß`. */
export const foldCase = (text: string): string => text.toLowerCase()

/**
 * Pattern for `Dialect.isLike`. `_` and `\` match literally; `%` matches any text, because lists of the wire API answer
 * a search for `%` with all rows.
 */
export const likePattern = (text: string): string => `%${foldCase(text).replace(/[\\_]/g, '\\$&')}%`

/** Letters whose base letters Unicode doesn't name. */
const bases: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
}
const baseless = new RegExp(`[${Object.keys(bases).join('')}]`, 'g')
const accented = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu
/** `ё`, which Russian sorts as `е`. `й` and others are letters of their own. */
const yo = /е\u0308/g

/**
 * Key by which texts are sorted, in the order of its code points: without case and, in Latin and Greek letters, without
 * accents, so that `Ärger` comes between `apfel` and `Zange`. Equal for texts that differ in these only.
 */
export function sortKey(text: string): string {
  const folded = text.toLowerCase()
  if (isAscii(folded)) return folded
  return folded
    .normalize('NFD')
    .replace(accented, '$1')
    .replace(yo, 'е')
    .replace(baseless, (letter) => bases[letter] ?? letter)
    .normalize('NFC')
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** Order of texts by `sortKey`; equal keys by code point. */
export const compareTexts = (a: string, b: string): number =>
  compareCodePoints(sortKey(a), sortKey(b)) || compareCodePoints(a, b)

/** Compares by code point, as databases do. Comparing UTF-16 units would sort surrogates before U+E000 to U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (x !== y) return placeOf(x) - placeOf(y)
  }
  return a.length - b.length
}

const placeOf = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)
