/** New ids: UUIDs of version 7, which sort by time and keep index pages warm. */

import { randomFillSync } from 'node:crypto'

const pool = new Uint8Array(16 * 256)
let used = pool.length
const hex = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/** A new UUID (RFC 9562, version 7). */
export function newId(nowMs = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, used + 16)
  used += 16
  const high = Math.floor(nowMs / 0x10000)
  const low = nowMs % 0x10000
  bytes[0] = (high >>> 24) & 0xff
  bytes[1] = (high >>> 16) & 0xff
  bytes[2] = (high >>> 8) & 0xff
  bytes[3] = high & 0xff
  bytes[4] = (low >>> 8) & 0xff
  bytes[5] = low & 0xff
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  let text = ''
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-'
    text += hex[bytes[i] as number]
  }
  return text
}
