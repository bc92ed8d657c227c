/**
 * Time of a message: metadata `ts` if it's a whole number, otherwise the creation time of the message, as in the wire
 * API.
 * A number outside the range of data points fails the node, as for uploads of devices, so that no value is stored at a
 * time
 * other than the given one.
 */

import { pointTime } from '@sonde/model/telemetry/payload'
import type { Message } from '../../messages/message.ts'

const whole = /^-?\d+$/

/** Epoch ms. Throws `PayloadError`. */
export function messageTime({ metadata, ts }: Pick<Message, 'metadata' | 'ts'>): number {
  return metadata.ts !== undefined && whole.test(metadata.ts) ? pointTime(metadata.ts) : ts
}
