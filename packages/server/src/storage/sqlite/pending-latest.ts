/**
 * Latest values that wait for the table, oldest first.
 *
 * Each is written once however often it changed meanwhile: when `hot` asks for its group, or when too many wait.
 */

import type { Point } from '@sonde/model/telemetry/values'
import { createPointsWriter, NEVER } from '../series/points-batch.ts'
import type { SeriesSlot } from './series-index.ts'

/** Latest values that may wait; above, they go along with each group. */
const waitingMax = 20_000
/** Characters of their texts that may wait likewise. */
const charactersMax = 8 * 1024 * 1024
const latestAtOnce = 1000
/** When `hot` waits for them. */
const latestWantedAtOnce = 4000
/** Taken ones at the head of the list before it is cut. */
const takenMax = 4096

/** A class, since it is used for every point: its members are monomorphic. */
export class PendingLatest {
  /** Those before `#at` are taken. */
  #slots: SeriesSlot[] = []
  #at = 0
  /** Approximate: texts that were replaced count too. */
  #characters = 0
  /** How many waited after the last group. */
  #before = 0
  /** Groups up to this one are wanted by the writer. */
  #wanted = 0

  /** Notes that a slot got a latest value in a group. */
  add(slot: SeriesSlot, { value }: Point, group: number): void {
    if (typeof value === 'string') this.#characters += value.length
    if (slot.dirtyGroup !== 0) return
    slot.dirtyGroup = group
    this.#slots.push(slot)
  }

  /** Makes those due that came up to this group. */
  want(group: number): void {
    this.#wanted = group
  }

  /** The group up to which every latest value is in the table, when all groups before `next` are written. */
  through(next: number): number {
    const oldest = this.#slots[this.#at]
    return oldest ? oldest.dirtyGroup - 1 : next - 1
  }

  /** The oldest ones that are due, packed; null: none is. */
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
      // A deleted one was taken out of the table by the delete itself.
      const { latest } = slot
      if (latest && latest.value !== null) {
        batch.point(slot.series, latest.type, latest.ts, latest.value, NEVER)
        if (typeof latest.value === 'string') this.#characters -= latest.value.length
      }
    }
    this.#cut()
    return batch.count > 0 ? batch.finish() : null
  }

  /** Forgets all: they are in the table. */
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
    // Above the bound at least as many go as have come, or they would be more and more.
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
