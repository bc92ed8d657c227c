/**
 * Latest values that aren't in the table yet, oldest first.
 *
 * Each is written once, however often it changed since: when `hot` needs its group in the table, or when too many are
 * pending.
 */

import type { Point } from '@sonde/model/telemetry/values'
import { createPointsWriter, NEVER } from '../series/points-batch.ts'
import type { SeriesSlot } from './series-index.ts'

/** Maximum number of pending latest values; above, they're written with each group. */
const waitingMax = 20_000
/** Maximum number of pending text characters; above, they're written with each group. */
const charactersMax = 8 * 1024 * 1024
const latestAtOnce = 1000
/** Number per group when `hot` waits for them. */
const latestWantedAtOnce = 4000
/** Number of taken entries at the head of the list before it is compacted. */
const takenMax = 4096

/** A class because it is used for every point: its members are monomorphic. */
export class PendingLatest {
  /** Entries before `#at` are taken. */
  #slots: SeriesSlot[] = []
  #at = 0
  /** Approximate: includes replaced texts. */
  #characters = 0
  /** Number of pending entries after the last group. */
  #before = 0
  /** The writer needs the latest values of groups up to this one. */
  #wanted = 0

  /** Records that a slot got a latest value in a group. */
  add(slot: SeriesSlot, { value }: Point, group: number): void {
    if (typeof value === 'string') this.#characters += value.length
    if (slot.dirtyGroup !== 0) return
    slot.dirtyGroup = group
    this.#slots.push(slot)
  }

  /** Makes the latest values of groups up to this one due. */
  want(group: number): void {
    this.#wanted = group
  }

  /** The group up to which the table contains all latest values when all groups before `next` are written. */
  through(next: number): number {
    const oldest = this.#slots[this.#at]
    return oldest ? oldest.dirtyGroup - 1 : next - 1
  }

  /** Returns the oldest due values, packed; null: none is due. */
  drain(): Uint8Array<ArrayBuffer> | null {
    const oldest = this.#slots[this.#at]
    if (!oldest || !this.#isDue(oldest)) return null
    const batch = createPointsWriter()
    const most = this.#atOnce()
    while (batch.count < most) {
      const slot = this.#slots[this.#at]
      if (!slot || !this.#isDue(slot)) break
      this.#at++
      slot.dirtyGroup = 0
      // A deleted value was already removed from the table by the deletion itself.
      const { latest } = slot
      if (latest && latest.value !== null) {
        batch.point(slot.series, latest.type, latest.ts, latest.value, NEVER)
        if (typeof latest.value === 'string') this.#characters -= latest.value.length
      }
    }
    this.#cut()
    return batch.count > 0 ? batch.finish() : null
  }

  /** Drops all entries, because the table contains them. */
  clear(): void {
    for (const slot of this.#slots) slot.dirtyGroup = 0
    this.#slots = []
    this.#at = this.#wanted = this.#characters = 0
  }

  get #waiting() {
    return this.#slots.length - this.#at
  }

  #isDue(slot: SeriesSlot) {
    return slot.dirtyGroup <= this.#wanted || this.#waiting > waitingMax || this.#characters > charactersMax
  }

  #atOnce() {
    // Above the limit, at least as many are written as were added; otherwise their number would grow.
    const came = this.#waiting > waitingMax ? Math.max(0, this.#waiting - this.#before) : 0
    return (this.#wanted > 0 ? latestWantedAtOnce : latestAtOnce) + came
  }

  #cut() {
    if (this.#waiting === 0) this.#characters = 0
    if (this.#at > takenMax && this.#at * 2 > this.#slots.length) {
      this.#slots = this.#slots.slice(this.#at)
      this.#at = 0
    }
    this.#before = this.#waiting
  }
}
