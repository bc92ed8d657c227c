/** Language of an editor's text. */

export type CodeLanguage = 'json' | 'javascript' | 'css' | 'protobuf' | 'markdown' | 'text'

/** Default number of spaces per indent level when formatting; the JSON object editor uses 2. */
export const codeIndent = 4
/** Line length, in characters, up to which an array stays on one line. */
export const codeWrap = 60

/** Languages that have a formatter. */
export const canTidy = (language: CodeLanguage): boolean =>
  language === 'json' || language === 'javascript' || language === 'css' || language === 'protobuf'
