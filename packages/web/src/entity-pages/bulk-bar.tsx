/** What can be done with the selected rows; docks above the pages. Shows how far it is, and what failed per row. */

import { X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { WayBack } from '../trash/restore-hint.tsx'
import { useUndo } from '../trash/use-undo.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { BulkAction, RowsDescription } from '../ui/entity-table/entity-description.ts'
import { type BulkProgress, runBulk } from '../ui/entity-table/run-bulk.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'

/** From this many on the number must be typed. */
const typedFrom = 11

interface BulkBarProps<T> {
  readonly description: RowsDescription<T>
  readonly rows: readonly T[]
  readonly onClear: () => void
  /** Rows that are done leave the selection. */
  readonly onDone: (rows: readonly T[]) => void
}

interface Run<T> {
  readonly action: BulkAction<T>
  readonly progress: BulkProgress<T>
}

export function BulkBar<T>({ description, rows, onClear, onDone }: BulkBarProps<T>) {
  const t = useText()
  const toasts = useToasts()
  const undo = useUndo()
  const [asked, setAsked] = useState<BulkAction<T> | null>(null)
  const [run, setRun] = useState<Run<T> | null>(null)
  const isRunning = run !== null && run.progress.done < run.progress.total
  // Of those that are still chosen: a row that is no longer here has nothing to tell.
  const chosen = new Set(rows.map(description.idOf))
  const failures = run && !isRunning ? run.progress.failures.filter(({ row }) => chosen.has(description.idOf(row))) : []

  async function start(action: BulkAction<T>, over: readonly T[]) {
    setAsked(null)
    const result = await runBulk(over, action.run, (progress) => setRun({ action, progress }))
    const failed = new Set(result.failures.map((failure) => failure.row))
    const done = over.filter((row) => !failed.has(row))
    if (done.length > 0) {
      toasts.show({
        kind: 'success',
        text: t(action.done, { ...action.values, count: done.length }),
        action: (await canUndo(action)) ? { label: t('ui.undo'), onSelect: () => void bringBack(done) } : undefined,
      })
    }
    if (failed.size === 0) setRun(null)
    onDone(done)
  }

  const canUndo = async (action: BulkAction<T>) => action.isUndoable === true && (await undo.days()) > 0

  const bringBack = (gone: readonly T[]) =>
    undo.restore(gone.map((row) => ({ id: description.idOf(row), name: description.nameOf(row) })))

  async function choose(action: BulkAction<T>) {
    const over = rowsFor(action)
    const isLight = over.length < typedFrom && (await canUndo(action))
    const isAsked = action.ask || (action.confirm && !isLight)
    if (isAsked) setAsked(action)
    else await start(action, over)
  }

  const rowsFor = ({ isAllowed }: BulkAction<T>) => (isAllowed ? rows.filter(isAllowed) : rows)

  if (rows.length === 0) return null
  return (
    <section className="sd-bulk" aria-label={t('ui.selected', { count: rows.length })}>
      <div className="sd-bulk-row">
        <b className="sd-num" aria-live="polite">
          {isRunning
            ? t('ui.bulkProgress', { ...run.progress, failures: undefined })
            : t('ui.selected', { count: rows.length })}
        </b>
        <span className="sd-bulk-line" aria-hidden />
        {description.bulkActions.map((action) => (
          <Button
            key={action.id}
            kind={action.isDanger ? 'dangerText' : 'plain'}
            icon={action.icon}
            disabled={isRunning || rowsFor(action).length === 0}
            onClick={() => void choose(action)}
          >
            {t(action.label)}
          </Button>
        ))}
        <span className="sd-spacer" />
        <IconButton
          label={t('ui.clearSelection')}
          icon={<X size={18} strokeWidth={1.75} />}
          onClick={() => {
            setRun(null)
            onClear()
          }}
          disabled={isRunning}
        />
      </div>
      {isRunning && <progress className="sd-bulk-progress" max={run.progress.total} value={run.progress.done} />}
      {run && failures.length > 0 && (
        <div className="sd-bulk-failures" role="alert">
          <ul>
            {failures.map(({ row, message }) => (
              <li key={description.idOf(row)}>
                <b>{description.nameOf(row)}</b>: {message}
              </li>
            ))}
          </ul>
          <Button
            size="sm"
            onClick={() =>
              void start(
                run.action,
                failures.map((failure) => failure.row),
              )
            }
          >
            {t('ui.bulkRetry')}
          </Button>
        </div>
      )}
      {asked?.ask?.({
        rows: rowsFor(asked),
        onStart: (run) => void start({ ...asked, run }, rowsFor(asked)),
        onCancel: () => setAsked(null),
      })}
      {asked?.confirm && (
        <ConfirmDialog
          title={t(asked.confirm.title, { ...asked.values, count: rowsFor(asked).length })}
          action={t(asked.confirm.action, { ...asked.values, count: rowsFor(asked).length })}
          isDanger={asked.isDanger}
          typed={
            asked.confirm.isTyped || rowsFor(asked).length >= typedFrom ? String(rowsFor(asked).length) : undefined
          }
          onCancel={() => setAsked(null)}
          onConfirm={() => void start(asked, rowsFor(asked))}
        >
          {t(asked.confirm.text, { ...asked.values, count: rowsFor(asked).length })}
          {asked.isUndoable && (
            <>
              {' '}
              <WayBack />
            </>
          )}
        </ConfirmDialog>
      )}
    </section>
  )
}
