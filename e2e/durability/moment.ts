/** A moment drawn from what happens, not from a clock. */

export interface Moment {
  /** Something happened once more. */
  note(): void
  /** Resolves within the call that is the last. */
  readonly reached: Promise<void>
}

/** When `note` has been called as often. */
export function momentAfter(times: number): Moment {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = times
  return {
    note() {
      left--
      if (left === 0) resolve()
    },
    reached: promise,
  }
}
