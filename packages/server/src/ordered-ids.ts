/**
 * Ids of events: UUIDs of version 7 that also sort within a millisecond, because events are listed in the order in
 * which they happened (RFC 9562 §6.2, method 1: the first random bits are a counter).
 */

import { newId } from './ids.ts'

const countersMax = 0xfff

/** Creates a generator. Each id that it returns sorts after all previous ones. */
export function createOrderedIds(): (nowMs: number) => string {
  let ms = 0
  let counter = 0
  return (nowMs) => {
    if (nowMs > ms) {
      ms = nowMs
      counter = 0
    } else if (++counter > countersMax) {
      ms++
      counter = 0
    }
    const id = newId(ms)
    return `${id.slice(0, 15)}${counter.toString(16).padStart(3, '0')}${id.slice(18)}`
  }
}
