/** Random characters for property tests. */

import fc from 'fast-check'

/**
 * Any Unicode character. fast-check's unit `binary` isn't used: it builds a table of all characters first, which takes
 * 1 s.
 */
export const anyCharacter = fc
  .nat(0x10ffff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => character.isWellFormed())
