/** Runs a bulk action on the selected rows, selects all matching rows, and undoes a run. */

import { useRef, useState } from 'react'
import { type BulkFailure, type BulkProgress, runBulk, type UndoRow } from '../bulk/run-bulk.ts'
import { useText } from '../locale/use-text.tsx'
import { useUndo } from '../trash/use-undo.ts'
import type { BulkAction, SelectableRows } from '../ui/entity-table/entity-description.ts'
import { type LoadRows, rowPages } from '../ui/entity-table/row-pages.ts'
import type { Selection } from '../ui/entity-table/use-selection.ts'
import { failureText } from '../ui/states/failure-text.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'

export interface BulkRunDeps<T> {
  readonly description: SelectableRows<T>
  /** Completed rows are removed from the selection. */
  readonly selection: Selection<T>
  /** Loads rows of the list with its search and filters. */
  readonly load: LoadRows<T>
  /** Refreshes the list after a run. */
  readonly onDone: () => void
}

/** Running operation and its progress. */
export interface BulkWork extends BulkProgress {
  readonly text: 'ui.bulkProgress' | 'ui.bulkLoading' | 'ui.bulkUndoing'
}

/** Number of matching rows when all were selected, and number of those that are selectable. */
interface Everything {
  readonly total: number
  readonly selected: number
}

interface Failed<T> {
  readonly action: BulkAction<T>
  readonly failures: readonly BulkFailure<T>[]
}

export function useBulkRun<T>({ description, selection, load, onDone }: BulkRunDeps<T>) {
  const { idOf, nameOf } = description
  const t = useText()
  const toasts = useToasts()
  const trash = useUndo()
  const [work, setWork] = useState<BulkWork | null>(null)
  const [failed, setFailed] = useState<Failed<T> | null>(null)
  const [everything, setEverything] = useState<Everything | null>(null)
  const stop = useRef<AbortController>(undefined)

  /** Shows the progress of `job` and makes it abortable. */
  async function during<R>(
    text: BulkWork['text'],
    job: (how: { signal: AbortSignal; onProgress: (progress: BulkProgress) => void }) => Promise<R>,
  ): Promise<R> {
    const controller = new AbortController()
    stop.current = controller
    try {
      return await job({ signal: controller.signal, onProgress: (progress) => setWork({ text, ...progress }) })
    } finally {
      setWork(null)
    }
  }

  const isRestorable = async ({ isUndoable = false }: BulkAction<T>) => isUndoable && (await trash.days()) > 0

  async function revert(undo: readonly UndoRow[]) {
    const { failures } = await during('ui.bulkUndoing', (options) => runBulk(undo, (one, how) => one(how), options))
    const [first] = failures
    if (first)
      toasts.show({ kind: 'error', text: t('ui.bulkUndoFailed', { count: failures.length, why: first.message }) })
    onDone()
  }

  const restore = (rows: readonly T[]) =>
    during('ui.bulkUndoing', ({ onProgress }) =>
      trash.restore(
        rows.map((row) => ({ id: idOf(row), name: nameOf(row) })),
        onProgress,
      ),
    )

  async function start(action: BulkAction<T>, rows: readonly T[]) {
    setFailed(null)
    const { done, failures, undo } = await during('ui.bulkProgress', (options) => runBulk(rows, action.run, options))
    if (done.length > 0) {
      const undoIt = (await isRestorable(action)) ? () => restore(done) : undo.length > 0 ? () => revert(undo) : null
      toasts.show({
        kind: 'success',
        text: t(action.done, { ...action.values, count: done.length }),
        action: undoIt ? { label: t('ui.undo'), onSelect: () => void undoIt() } : undefined,
      })
    }
    if (failures.length > 0) setFailed({ action, failures })
    selection.remove(done)
    onDone()
  }

  async function selectEverything() {
    const next = rowPages({ load, idOf })
    try {
      const rows = await during('ui.bulkLoading', async ({ signal, onProgress }) => {
        const all: T[] = []
        for (let page = await next(signal); page; page = await next(signal)) {
          all.push(...page.rows)
          onProgress(page)
        }
        return all
      })
      setEverything({ total: rows.length, selected: selection.add(rows) })
    } catch (error) {
      if (!stop.current?.signal.aborted) toasts.show({ kind: 'error', text: failureText(error) })
    }
  }

  // Only rows that are still selected count: the others were deleted or retried.
  const failures = failed?.failures.filter(({ row }) => selection.ids.has(idOf(row))) ?? []
  return {
    work,
    /** Whether all of `total` matching rows are selected. */
    hasSelected: (total: number) =>
      selection.rows.length >= total || (everything?.total === total && selection.rows.length >= everything.selected),
    failures,
    isRestorable,
    start,
    retry: () =>
      failed &&
      void start(
        failed.action,
        failures.map(({ row }) => row),
      ),
    selectEverything,
    stop: () => stop.current?.abort(),
    clear() {
      setFailed(null)
      selection.clear()
    },
  }
}
