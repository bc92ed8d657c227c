/** Generates ids: UUIDs of version 7, which sort by time, so that inserts touch few index pages. */

import { randomFillSync } from 'node:crypto'

const idBytes = 16
const textLength = 36
const pool = new Uint8Array(idBytes * 256)
let used = pool.length
const text = Buffer.alloc(textLength, '-')
const digits = Buffer.from('0123456789abcdef')
/** Offsets of each byte's two hex digits in the text form of a UUID. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/** A new UUID (RFC 9562, version 7). */
export function newId(nowMs = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += idBytes
  const high = Math.floor(nowMs / 0x10000)
  const low = nowMs % 0x10000
  pool[at] = (high >>> 24) & 0xff
  pool[at + 1] = (high >>> 16) & 0xff
  pool[at + 2] = (high >>> 8) & 0xff
  pool[at + 3] = high & 0xff
  pool[at + 4] = (low >>> 8) & 0xff
  pool[at + 5] = low & 0xff
  pool[at + 6] = ((pool[at + 6] as number) & 0x0f) | 0x70
  pool[at + 8] = ((pool[at + 8] as number) & 0x3f) | 0x80
  for (let i = 0; i < idBytes; i++) {
    const byte = pool[at + i] as number
    const place = places[i] as number
    text[place] = digits[byte >>> 4] as number
    text[place + 1] = digits[byte & 15] as number
  }
  // Returns a flat string. Concatenation would create a rope (a tree of strings).
  return text.toString('latin1')
}
