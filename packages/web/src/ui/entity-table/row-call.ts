/** Call that an action makes for one row. */

/** Options of the call, which send it together with those of other rows. */
export interface RowCall {
  readonly ignoreErrors?: boolean
  readonly fetch?: typeof globalThis.fetch
}

/** May resolve with a function that undoes the change; see `UndoRow`. */
export type RunRow<T> = (row: T, how: RowCall) => Promise<unknown>
