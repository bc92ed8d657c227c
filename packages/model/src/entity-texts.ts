/** Validation of entity texts: limited length, not blank if required, no markup. */

import { badRequest } from './errors.ts'
import { nameLengthMax } from './schema-parts.ts'

type Texts = Readonly<Record<string, string | null | undefined>>

/**
 * Throws 400 with the name of the invalid text. `word` names the entity in the message: `asset`.
 *
 * Markup is rejected because names appear in emails, reports and pages of other users.
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
