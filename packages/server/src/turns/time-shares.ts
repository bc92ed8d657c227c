/**
 * Shares time among tenants: tenants with work wait here, and the one that has used the least time is next.
 *
 * Each tenant has a virtual time that grows by the duration of its turns. A tenant with new work after a pause starts
 * at the virtual time of the last turn, so it gets no credit for its idle time, and no debt except for its most recent
 * use. A long step is thus compensated by turns of the other tenants. (Start-time fair queueing: Goyal, Vin, Cheng,
 * "Start-time Fair Queueing", 1996.)
 */

/** State of a queue member. Both fields are changed only by `TimeShares`. */
export interface Sharer {
  /** Virtual time in ms, initially 0. */
  virtualMs: number
  /** Index in the heap; -1: it isn't waiting. */
  place: number
}

export class TimeShares<T extends Sharer> {
  /** Binary heap, ordered by virtual time. */
  readonly #heap: T[] = []
  #nowVirtualMs = 0

  /** Number of waiting members. */
  get size(): number {
    return this.#heap.length
  }

  /** Adds a member with work; a waiting member keeps its position. */
  add(member: T): void {
    if (member.place >= 0) return
    if (member.virtualMs < this.#nowVirtualMs) member.virtualMs = this.#nowVirtualMs
    member.place = this.#heap.push(member) - 1
    this.#up(member)
  }

  /** Removes and returns the next member; undefined: none is waiting. */
  next(): T | undefined {
    const first = this.#heap[0]
    if (!first) return undefined
    this.#nowVirtualMs = first.virtualMs
    this.remove(first)
    return first
  }

  /** Charges the duration of a turn, or of work outside of turns. */
  charge(member: T, ms: number): void {
    member.virtualMs += ms
    if (member.place >= 0) this.#down(member)
  }

  /**
   * Reports that a member continues because none is waiting: the time that it has used so far doesn't count against it
   * when other members arrive.
   */
  goOn(member: T): void {
    if (this.#heap.length === 0 && member.virtualMs > this.#nowVirtualMs) this.#nowVirtualMs = member.virtualMs
  }

  /** Removes a member that has no more work. */
  remove(member: T): void {
    const { place } = member
    if (place < 0) return
    member.place = -1
    const last = this.#heap.pop() as T
    if (last === member) return
    last.place = place
    this.#heap[place] = last
    this.#down(last)
    this.#up(last)
  }

  #up(member: T): void {
    const heap = this.#heap
    let at = member.place
    while (at > 0) {
      const parent = heap[(at - 1) >> 1] as T
      if (parent.virtualMs <= member.virtualMs) break
      heap[at] = parent
      parent.place = at
      at = (at - 1) >> 1
    }
    heap[at] = member
    member.place = at
  }

  #down(member: T): void {
    const heap = this.#heap
    let at = member.place
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      const right = heap[child + 1]
      if (right && right.virtualMs < (heap[child] as T).virtualMs) child++
      const smaller = heap[child] as T
      if (smaller.virtualMs >= member.virtualMs) break
      heap[at] = smaller
      smaller.place = at
      at = child
    }
    heap[at] = member
    member.place = at
  }
}
