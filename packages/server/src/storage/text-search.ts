/** Text search of lists: case-insensitive substring. */

/**
 * The text as lists compare it. Only A to Z are folded, as SQLite's `lower` does: both sides must fold alike, or `Ü`
 * would not find `Ü`.
 */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/**
 * Pattern for `lower(column) like ? escape '\'`. `_` and `\` stand for themselves; `%` stands for any text, because the
 * wire's lists answer a search for `%` with everything.
 */
export const likePattern = (text: string): string => `%${foldCase(text).replace(/[\\_]/g, '\\$&')}%`
