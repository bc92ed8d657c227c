/** Undo and redo for a state that others can change too, such as one in the URL. Pure. */

export interface UndoLog<T> {
  /** Earlier states, oldest first. */
  readonly past: readonly T[]
  readonly present: T
  /** Undone states, the next one to redo first. */
  readonly future: readonly T[]
}

/** Maximum number of steps that can be undone. */
export const undoMax = 100

export const startLog = <T>(present: T): UndoLog<T> => ({ past: [], present, future: [] })

/** Adds a new state; the present one again is no step. */
export function withState<T>(log: UndoLog<T>, state: T, isSame: (a: T, b: T) => boolean): UndoLog<T> {
  if (isSame(log.present, state)) return log
  return { past: [...log.past, log.present].slice(-undoMax), present: state, future: [] }
}

/** Steps back; the same log if there is nothing to undo. */
export function undone<T>(log: UndoLog<T>): UndoLog<T> {
  if (log.past.length === 0) return log
  return { past: log.past.slice(0, -1), present: log.past.at(-1) as T, future: [log.present, ...log.future] }
}

/** Steps forward; the same log if there is nothing to redo. */
export function redone<T>(log: UndoLog<T>): UndoLog<T> {
  const [next, ...future] = log.future
  if (log.future.length === 0) return log
  return { past: [...log.past, log.present], present: next as T, future }
}
