/**
 * Email addresses that people sign in with: what a new one may hold, and when two of them are the same.
 *
 * Whoever reads an address, a person or a mail server, sees no difference between upper and lower case, and a person none
 * between a letter and its lookalike, or where nothing is seen. So such addresses never belong to two accounts.
 */

/** Letters, digits and the signs that need no quotes (RFC 5322, 3.2.3), one `@`, a domain; `admin@localhost` is one. */
export const emailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i

/** White space as well: none is part of an address. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The normal form: two addresses with the same one are the same. Compatibility forms (NFKC) become the plain character,
 * invisible characters and spaces go, and case goes by way of upper case, in which `ı` and `ſ` are `I` and `S`. For comparison only:
 * an address is shown and mailed as it was entered.
 */
export const emailKey = (email: string): string =>
  email.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(unseen, '')

/** Why an address isn't accepted for an account, as a sentence; null when it is. Older accounts may have others. */
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
