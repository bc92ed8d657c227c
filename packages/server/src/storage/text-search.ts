/** Text search of lists: case-insensitive substring. */

/** Case-folded text for comparisons: `Ü` matches `ü`, `SS` doesn't match `ß`. */
export const foldCase = (text: string): string => text.toLowerCase()

/**
 * Pattern for `Dialect.isLike`. `_` and `\` match literally; `%` matches any text, because lists of the wire API answer
 * a search for `%` with all rows.
 */
export const likePattern = (text: string): string => `%${foldCase(text).replace(/[\\_]/g, '\\$&')}%`
