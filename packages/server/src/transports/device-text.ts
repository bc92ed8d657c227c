/**
 * The text in what devices send: the same is refused on every transport as from people (`storable-text.ts`), and broken
 * UTF-8 is refused instead of repaired.
 */

import { isUtf8 } from 'node:buffer'
import { jsonTextProblem } from '@sonde/model/storable-text'
import { PayloadError } from '@sonde/model/telemetry/payload'

/** What the decoder puts where bytes are no UTF-8; a text without it was sound. */
const replacement = '\uFFFD'

/** The text between two bytes; null when they are not UTF-8. Text of one-byte characters costs no second look. */
export function utf8Text(bytes: Buffer, start: number, end: number): string | null {
  const text = bytes.toString('utf8', start, end)
  return text.includes(replacement) && !isUtf8(bytes.subarray(start, end)) ? null : text
}

/** A payload that is parsed afterwards. Throws `PayloadError`. */
export function payloadText(bytes: Buffer, start: number, end: number): string {
  const text = utf8Text(bytes, start, end)
  if (text === null) throw new PayloadError('The payload isn’t valid UTF-8.')
  return text
}

/** Refuses what cannot be stored, in JSON or plain text. Throws `PayloadError`. */
export function checkPayloadText(text: string): string {
  const problem = jsonTextProblem(text, 'The payload')
  if (problem) throw new PayloadError(problem)
  return text
}
