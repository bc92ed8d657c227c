/** Moment that is determined by a number of events instead of a clock. */

export interface Moment {
  /** Counts an event. */
  note(): void
  /** Resolves within the last call of `note`. */
  readonly reached: Promise<void>
}

/** Moment after `note` was called `times` times. */
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
