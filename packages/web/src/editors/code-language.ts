/** What an editor is of. */

export type CodeLanguage = 'json' | 'javascript' | 'css' | 'protobuf' | 'markdown' | 'text'

/** Spaces of a level after tidying (seed 2, section 9); the object editor has 2. */
export const codeIndent = 4
/** Characters of a line that a list of values may fill (seed 2, section 9). */
export const codeWrap = 60

/** Languages whose text can be laid out. */
export const canTidy = (language: CodeLanguage): boolean =>
  language === 'json' || language === 'javascript' || language === 'css' || language === 'protobuf'
