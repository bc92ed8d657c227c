/** Text search of lists: case-insensitive substring. */

/** The text as searches compare it: `Ü` finds `ü`, `SS` does not find `ß`. */
export const foldCase = (text: string): string => text.toLowerCase()

/**
 * Pattern for `Dialect.isLike`. `_` and `\` stand for themselves; `%` stands for any text, because the
 * wire's lists answer a search for `%` with everything.
 */
export const likePattern = (text: string): string => `%${foldCase(text).replace(/[\\_]/g, '\\$&')}%`
