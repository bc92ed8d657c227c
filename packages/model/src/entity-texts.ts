/** Texts that people give to things: no longer than a column, not blank where they are needed, no markup. */

import { badRequest } from './errors.ts'
import { nameLengthMax } from './schema-parts.ts'

type Texts = Readonly<Record<string, string | null | undefined>>

/**
 * Throws 400 that names the text. `thing` is the word for what has the texts: `asset`.
 *
 * Markup is refused because names end up in mails, reports and other people's pages.
 */
export function checkEntityTexts(thing: string, needed: Texts, optional: Texts = {}): void {
  for (const [field, text] of Object.entries(needed)) {
    if (!text || text.trim() === '') throw badRequest(`Give the ${thing} a ${field}.`)
  }
  for (const [field, text] of Object.entries({ ...needed, ...optional })) {
    if (!text) continue
    if (text.length > nameLengthMax) {
      throw badRequest(`The ${thing}'s ${field} has ${text.length} characters; the limit is ${nameLengthMax}.`)
    }
    if (/<[a-z!/?]/i.test(text)) throw badRequest(`The ${thing}'s ${field} must not hold markup.`)
  }
}
