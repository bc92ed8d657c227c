/** Characters of property tests. */

import fc from 'fast-check'

/** Any character: fast-check's own unit `binary` first makes a table of all of them, which takes a second. */
export const anyCharacter = fc
  .nat(0x10ffff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => character.isWellFormed())
