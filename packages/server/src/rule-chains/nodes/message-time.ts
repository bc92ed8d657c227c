/** The time that a message speaks of: metadata `ts` when it is a number of milliseconds, else when it was made. */

import type { Message } from '../../journal/message.ts'

const whole = /^-?\d{1,15}$/

/** Epoch ms. */
export function messageTime({ metadata, ts }: Message): number {
  const text = metadata.ts
  return text !== undefined && whole.test(text) ? Number(text) : ts
}
