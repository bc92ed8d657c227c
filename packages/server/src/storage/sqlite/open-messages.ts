/**
 * Journal messages without an outcome: one page of state bytes per range of positions, dropped when all of its messages
 * are done.
 *
 * Not a `Set`: with constant additions and deletions it is rehashed every few messages, and each old table points to
 * the next one. Once the first table is promoted to the old generation, all of them are, until the next full garbage
 * collection.
 */

import { invariant } from '@sonde/model/errors'

const pageSize = 16_384

const DONE = 0
const OPEN = 1
/** The outcome is being written to disk. */
const FINISHING = 2

interface Page {
  readonly first: number
  readonly states: Uint8Array
  /** All positions before this offset are done. */
  from: number
  /** Number of positions that aren't done. */
  left: number
}

export class OpenMessages {
  /** Ascending, because positions are added in the order of the journal. */
  readonly #pages = new Map<number, Page>()
  /** The page last used. */
  #page: Page | null = null
  /** The page with the lowest open position. */
  #lowest: Page | null = null
  #spare: Uint8Array | null = null
  #size = 0

  constructor(seqs: Iterable<number>) {
    for (const seq of seqs) this.add(seq)
  }

  /** Number of messages without an outcome on disk. */
  get size(): number {
    return this.#size
  }

  /** Adds a new message; positions must be ascending. */
  add(seq: number): void {
    const page = this.#pageOf(seq) ?? this.#newPage(seq)
    const at = seq - page.first
    if (page.states[at] !== DONE) return
    page.states[at] = OPEN
    page.left++
    this.#size++
  }

  /** Whether no outcome was submitted. */
  isOpen(seq: number): boolean {
    const page = this.#pageOf(seq)
    return page !== undefined && page.states[seq - page.first] === OPEN
  }

  /** Marks the outcome as submitted. */
  begin(seq: number): void {
    const page = this.#pageOf(seq)
    if (page && page.states[seq - page.first] === OPEN) page.states[seq - page.first] = FINISHING
  }

  /** Reverts `begin`, after the outcome was rejected. */
  reopen(seq: number): void {
    const page = this.#pageOf(seq)
    if (page && page.states[seq - page.first] === FINISHING) page.states[seq - page.first] = OPEN
  }

  /** Marks the outcome as on disk. */
  finish(seq: number): void {
    const page = this.#pageOf(seq)
    if (!page || page.states[seq - page.first] === DONE) return
    page.states[seq - page.first] = DONE
    this.#size--
    if (--page.left === 0) this.#drop(page)
  }

  /** The lowest position that isn't done; undefined: all are done. */
  get lowest(): number | undefined {
    if (this.#size === 0) return undefined
    this.#lowest ??= this.#pages.values().next().value ?? null
    const page = this.#lowest
    invariant(page, 'a message that is not done has its page')
    while (page.states[page.from] === DONE) page.from++
    return page.first + page.from
  }

  /** Positions that aren't done, ascending. */
  *[Symbol.iterator](): Generator<number> {
    for (const { first, states, from } of this.#pages.values()) {
      for (let at = from; at < pageSize; at++) if (states[at] !== DONE) yield first + at
    }
  }

  #pageOf(seq: number): Page | undefined {
    const known = this.#page
    if (known && seq >= known.first && seq < known.first + pageSize) return known
    const page = this.#pages.get(Math.floor(seq / pageSize))
    if (page) this.#page = page
    return page
  }

  #newPage(seq: number): Page {
    const number = Math.floor(seq / pageSize)
    const page: Page = { first: number * pageSize, states: this.#spare ?? new Uint8Array(pageSize), from: 0, left: 0 }
    this.#spare = null
    this.#pages.set(number, page)
    this.#page = page
    return page
  }

  #drop(page: Page) {
    this.#pages.delete(page.first / pageSize)
    if (this.#page === page) this.#page = null
    if (this.#lowest === page) this.#lowest = null
    this.#spare = page.states
  }
}
