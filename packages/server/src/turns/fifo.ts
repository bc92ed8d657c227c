/**
 * Queue with constant-time removal from the front. `Array.shift` moves all remaining items: removing a hundred thousand
 * items one by one would take minutes.
 */

/** Number of removed items after which the array is compacted. */
const takenMax = 1024

export class Fifo<T> {
  #items: (T | undefined)[] = []
  #at = 0

  get length(): number {
    return this.#items.length - this.#at
  }

  push(item: T): void {
    this.#items.push(item)
  }

  /** Returns the first item; undefined: the queue is empty. */
  first(): T | undefined {
    return this.#items[this.#at]
  }

  /** Removes and returns the first item; undefined: the queue is empty. */
  shift(): T | undefined {
    const item = this.#items[this.#at]
    if (this.#at === this.#items.length) return undefined
    this.#items[this.#at++] = undefined
    if (this.#at === this.#items.length) this.clear()
    else if (this.#at >= takenMax && this.#at * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#at)
      this.#at = 0
    }
    return item
  }

  clear(): void {
    this.#items = []
    this.#at = 0
  }
}
