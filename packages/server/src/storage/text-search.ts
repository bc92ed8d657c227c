/** Text search of lists: case-insensitive substring. */

/**
 * Pattern for `lower(column) like ? escape '\'`. `_` and `\` stand for themselves; `%` stands for any text, because the
 * wire's lists answer a search for `%` with everything.
 */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\_]/g, '\\$&')}%`
