/**
 * Validates text in device payloads: the rules of `storable-text.ts` apply as for user input, and invalid UTF-8 is
 * rejected instead of repaired.
 */

import { isUtf8 } from 'node:buffer'
import { jsonTextProblem } from '@sonde/model/storable-text'
import { PayloadError } from '@sonde/model/telemetry/payload'

/** Replacement character that the decoder inserts for invalid UTF-8; a text without it was valid. */
const replacement = '\uFFFD'

/**
 * Decodes the bytes from `start` to `end`; null when they aren't valid UTF-8. The bytes are validated only when the
 * decoded text contains a replacement character.
 */
export function utf8Text(bytes: Buffer, start: number, end: number): string | null {
  const text = bytes.toString('utf8', start, end)
  return text.includes(replacement) && !isUtf8(bytes.subarray(start, end)) ? null : text
}

/** Decodes a payload that is parsed afterwards. Throws `PayloadError`. */
export function payloadText(bytes: Buffer, start: number, end: number): string {
  const text = utf8Text(bytes, start, end)
  if (text === null) throw new PayloadError('The payload isn’t valid UTF-8.')
  return text
}

/** Rejects JSON or plain text that cannot be stored. Throws `PayloadError`. */
export function checkPayloadText(text: string): string {
  const problem = jsonTextProblem(text, 'The payload')
  if (problem) throw new PayloadError(problem)
  return text
}
