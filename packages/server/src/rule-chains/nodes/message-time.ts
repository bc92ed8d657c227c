/**
 * The time that a message speaks of: metadata `ts` when it is a whole number, else when the message was made, as on the
 * wire. A number outside the range of data points fails the node, as devices get it refused: nothing is stored at another
 * time than the one named.
 */

import { pointTime } from '@sonde/model/telemetry/payload'
import type { Message } from '../../messages/message.ts'

const whole = /^-?\d+$/

/** Epoch ms. Throws `PayloadError`. */
export function messageTime({ metadata, ts }: Pick<Message, 'metadata' | 'ts'>): number {
  return metadata.ts !== undefined && whole.test(metadata.ts) ? pointTime(metadata.ts) : ts
}
