/** Bar with the bulk actions for the selected rows, above the pagination. Shows progress, and failures per row. */

import { X } from 'lucide-react'
import { useState } from 'react'
import type { BulkFailure } from '../bulk/run-bulk.ts'
import { useText } from '../locale/use-text.tsx'
import { WayBack } from '../trash/restore-hint.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { BulkAction, SelectableRows } from '../ui/entity-table/entity-description.ts'
import { type BulkRunDeps, type BulkWork, useBulkRun } from './use-bulk-run.ts'

/** From this number of rows on, the user must type the number to confirm. */
const typedFrom = 11
/** Maximum number of failures listed by name. */
const failuresShownMax = 50

interface BulkBarProps<T> extends BulkRunDeps<T> {
  /** Rows of the current page. */
  readonly rows: readonly T[] | undefined
  /** Number of rows on all pages. */
  readonly total: number
}

export function BulkBar<T>({ rows: here = [], total, ...parts }: BulkBarProps<T>) {
  const { description, selection } = parts
  const { rows } = selection
  const t = useText()
  const [requested, setRequested] = useState<BulkAction<T> | null>(null)
  const run = useBulkRun(parts)

  const { idOf, isSelectable = () => true, bulkActions } = description
  const selectable = here.filter(isSelectable)
  const isPageSelected = selectable.length > 0 && selectable.every((row) => selection.ids.has(idOf(row)))
  const hasMore = isPageSelected && total > here.length && !run.hasSelected(total)

  const rowsFor = ({ isAllowed }: BulkAction<T>) => (isAllowed ? rows.filter(isAllowed) : rows)

  async function choose(action: BulkAction<T>) {
    const over = rowsFor(action)
    const isLight = over.length < typedFrom && (await run.isRestorable(action))
    if (action.ask || (action.confirm && !isLight)) setRequested(action)
    else await run.start(action, over)
  }

  function begin(action: BulkAction<T>) {
    setRequested(null)
    void run.start(action, rowsFor(action))
  }

  if (rows.length === 0 && !run.work) return null
  const count = t('ui.selected', { count: rows.length })
  return (
    <section className="sd-bulk" aria-label={count}>
      {run.work ? (
        <WorkRow work={run.work} onStop={run.stop} />
      ) : (
        <div className="sd-bulk-row">
          <b className="sd-num" aria-live="polite">
            {count}
          </b>
          {hasMore && (
            <Button kind="plain" onClick={() => void run.selectEverything()}>
              {t('ui.selectMatching', { count: total })}
            </Button>
          )}
          <span className="sd-bulk-line" aria-hidden />
          {bulkActions.map((action) => (
            <Button
              key={action.id}
              kind={action.isDanger ? 'dangerText' : 'plain'}
              icon={action.icon}
              disabled={rowsFor(action).length === 0}
              onClick={() => void choose(action)}
            >
              {t(action.label)}
            </Button>
          ))}
          <span className="sd-spacer" />
          <IconButton label={t('ui.clearSelection')} icon={<X size={18} strokeWidth={1.75} />} onClick={run.clear} />
        </div>
      )}
      {!run.work && run.failures.length > 0 && (
        <Failures description={description} failures={run.failures} onRetry={run.retry} />
      )}
      {requested?.ask?.({
        rows: rowsFor(requested),
        onStart: (each) => begin({ ...requested, run: each }),
        onCancel: () => setRequested(null),
      })}
      {requested?.confirm && (
        <Confirmation
          action={requested}
          count={rowsFor(requested).length}
          onCancel={() => setRequested(null)}
          onConfirm={() => begin(requested)}
        />
      )}
    </section>
  )
}

function WorkRow({ work, onStop }: { readonly work: BulkWork; readonly onStop: () => void }) {
  const t = useText()
  const { text, done, total } = work
  return (
    <>
      <div className="sd-bulk-row">
        <b className="sd-num" role="status">
          {t(text, { done, total })}
        </b>
        <span className="sd-spacer" />
        <Button kind="plain" onClick={onStop}>
          {t('ui.stop')}
        </Button>
      </div>
      <progress className="sd-bulk-progress" aria-label={t(text, { done, total })} max={total || 1} value={done} />
    </>
  )
}

interface FailuresProps<T> {
  readonly description: SelectableRows<T>
  readonly failures: readonly BulkFailure<T>[]
  readonly onRetry: () => void
}

function Failures<T>({ description, failures, onRetry }: FailuresProps<T>) {
  const t = useText()
  const more = failures.length - failuresShownMax
  return (
    <div className="sd-bulk-failures" role="alert">
      <ul>
        {failures.slice(0, failuresShownMax).map(({ row, message }) => (
          <li key={description.idOf(row)}>
            <b>{description.nameOf(row)}</b>: {message}
          </li>
        ))}
        {more > 0 && <li>{t('ui.bulkMoreFailed', { count: more })}</li>}
      </ul>
      <Button size="sm" onClick={onRetry}>
        {t('ui.bulkRetry')}
      </Button>
    </div>
  )
}

interface ConfirmationProps<T> {
  readonly action: BulkAction<T>
  readonly count: number
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

function Confirmation<T>({ action, count, onCancel, onConfirm }: ConfirmationProps<T>) {
  const t = useText()
  const { confirm, values, isDanger, isUndoable } = action
  if (!confirm) return null
  return (
    <ConfirmDialog
      title={t(confirm.title, { ...values, count })}
      action={t(confirm.action, { ...values, count })}
      isDanger={isDanger}
      typed={confirm.isTyped || count >= typedFrom ? String(count) : undefined}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {t(confirm.text, { ...values, count })}
      {isUndoable && (
        <>
          {' '}
          <WayBack />
        </>
      )}
    </ConfirmDialog>
  )
}
