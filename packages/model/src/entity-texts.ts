/** Texts that users give to entities: no longer than a column, not blank where they are needed, no markup. */

import { badRequest } from './errors.ts'
import { nameLengthMax } from './schema-parts.ts'

type Texts = Readonly<Record<string, string | null | undefined>>

/**
 * Throws 400 that names the text. `word` names the entity in the message: `asset`.
 *
 * Markup is refused because names end up in mails, reports and the pages of other users.
 */
export function checkEntityTexts(word: string, needed: Texts, optional: Texts = {}): void {
  for (const [field, text] of Object.entries(needed)) {
    if (!text || text.trim() === '') throw badRequest(`Enter a ${field} for the ${word}.`)
  }
  for (const [field, text] of Object.entries({ ...needed, ...optional })) {
    if (!text) continue
    if (text.length > nameLengthMax) {
      throw badRequest(`The ${word}'s ${field} has ${text.length} characters; the limit is ${nameLengthMax}.`)
    }
    if (/<[a-z!/?]/i.test(text)) throw badRequest(`The ${word}'s ${field} can’t contain HTML.`)
  }
}
