/** Undo history: snapshots with the label of the change that led to each. Snapshots share what didn't change. */

export interface HistoryEntry<T, L> {
  /** Null: the value from before the first change, or from before the oldest remembered one. */
  readonly label: L | null
  readonly value: T
  /** Changes in a row with the same key are one step, such as the letters typed into a field. */
  readonly key?: string
}

export interface History<T, L> {
  /** Never empty. */
  readonly entries: readonly HistoryEntry<T, L>[]
  /** Entry that is in effect; those after it can be redone. */
  readonly index: number
}

/** Changes that can be undone. Older ones are forgotten. */
export const historyMax = 200

export const startHistory = <T, L>(value: T): History<T, L> => ({ entries: [{ label: null, value }], index: 0 })

export const currentOf = <T, L>({ entries, index }: History<T, L>): T => (entries[index] as HistoryEntry<T, L>).value

/**
 * Adds a change after the current entry; changes that were undone are discarded. The same history if nothing changed.
 * `merges`: the change continues the previous one, such as another step of a held key, and is undone with it; a text:
 * only if the previous one has the same key.
 */
export function withChange<T, L>(
  history: History<T, L>,
  label: L,
  value: T,
  merges: boolean | string = false,
): History<T, L> {
  if (value === currentOf(history)) return history
  const key = typeof merges === 'string' ? merges : undefined
  const isMerged = history.index > 0 && (key === undefined ? merges : history.entries[history.index]?.key === key)
  const kept = history.entries.slice(0, isMerged ? history.index : history.index + 1)
  const all = [...kept, { label, value, ...(key !== undefined && { key }) }]
  const entries =
    all.length > historyMax + 1 ? [{ ...(all[1] as HistoryEntry<T, L>), label: null }, ...all.slice(2)] : all
  return { entries, index: entries.length - 1 }
}

/** Ends the current step: no later change merges with it by its key. */
export function sealed<T, L>(history: History<T, L>): History<T, L> {
  const current = history.entries[history.index]
  if (current?.key === undefined) return history
  const { key: _, ...open } = current
  return { ...history, entries: history.entries.with(history.index, open) }
}

export const canUndo = <T, L>({ index }: History<T, L>): boolean => index > 0

export const canRedo = <T, L>({ entries, index }: History<T, L>): boolean => index < entries.length - 1

export const undo = <T, L>(history: History<T, L>): History<T, L> => jumpTo(history, history.index - 1)

export const redo = <T, L>(history: History<T, L>): History<T, L> => jumpTo(history, history.index + 1)

/** Makes an entry the current one. The same history if there is no such entry. */
export function jumpTo<T, L>(history: History<T, L>, index: number): History<T, L> {
  return index === history.index || !(index in history.entries) ? history : { ...history, index }
}
