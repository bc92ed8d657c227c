/**
 * Email addresses for signing in: allowed characters, and when two addresses are equal.
 *
 * Mail servers and people ignore case, and people can't see the difference between a letter and its lookalike, or an
 * invisible character. Such addresses must therefore never belong to two accounts.
 */

/**
 * Letters, digits and the characters that need no quotes (RFC 5322, 3.2.3), one `@`, a domain; `admin@localhost` is
 * valid.
 */
export const emailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i

/** Invisible characters and white space, which an address can't contain. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Normal form for comparison: addresses with the same key are equal. Compatibility forms (NFKC) become the plain
 * character, invisible characters and spaces are removed, and case is folded via uppercase, in which `ı` and `ſ` are
 * `I` and `S`. Addresses are shown and mailed as entered.
 */
export const emailKey = (email: string): string =>
  email.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(unseen, '')

/**
 * Reason why an address is rejected for an account, as a sentence; null if it is valid. Older accounts may have invalid
 * ones.
 */
export function emailProblem(email: string): string | null {
  const hidden = email.match(invisible)?.[0]
  if (hidden !== undefined) {
    return `The email contains an invisible character (${codePointText(hidden)}). Enter the email without it.`
  }
  const foreign = /[^ -~]/u.exec(email)?.[0]
  if (foreign !== undefined) {
    return `The email contains ${foreign} (${codePointText(foreign)}), which isn’t an ASCII character. Use the form name@example.org.`
  }
  return emailPattern.test(email) ? null : 'The email isn’t valid. Use the form name@example.org.'
}

const codePointText = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
