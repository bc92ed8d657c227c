/**
 * Shares time among tenants: those with work wait here, and the one that has used the least time is next.
 *
 * Each tenant has a virtual time that grows by what its turns took. A tenant that comes with work after a pause starts at
 * the virtual time of the last turn, so it has no credit from the time in which it had nothing to do, and no debt but
 * what it just used. One step that takes long is thus paid for with turns of the others. (Start-time fair queueing:
 * Goyal, Vin, Cheng, "Start-time Fair Queueing", 1996.)
 */

/** What a member of the queue carries; zero when it is made, changed only here. */
export interface Sharer {
  /** Virtual time, ms. */
  virtualMs: number
  /** Its place in the heap; -1: it does not wait. */
  place: number
}

export class TimeShares<T extends Sharer> {
  /** A binary heap by virtual time. */
  readonly #heap: T[] = []
  #nowVirtualMs = 0

  /** Members that wait for a turn. */
  get size(): number {
    return this.#heap.length
  }

  /** Adds a member that has work; one that waits already keeps its place. */
  add(member: T): void {
    if (member.place >= 0) return
    if (member.virtualMs < this.#nowVirtualMs) member.virtualMs = this.#nowVirtualMs
    member.place = this.#heap.push(member) - 1
    this.#up(member)
  }

  /** Takes the member out whose turn it is; undefined: nobody waits. */
  next(): T | undefined {
    const first = this.#heap[0]
    if (!first) return undefined
    this.#nowVirtualMs = first.virtualMs
    this.remove(first)
    return first
  }

  /** Charges what a turn, or work beside the turns, took. */
  charge(member: T, ms: number): void {
    member.virtualMs += ms
    if (member.place >= 0) this.#down(member)
  }

  /** Says that a member goes on, because nobody waits: what it has used until now is no debt to who comes later. */
  goOn(member: T): void {
    if (this.#heap.length === 0 && member.virtualMs > this.#nowVirtualMs) this.#nowVirtualMs = member.virtualMs
  }

  /** Takes a member out that has no work any more. */
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
