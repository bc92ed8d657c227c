/** Undo of an import: deletes the entities that it created and changes back those that it updated. */

import { createAssignableCalls } from '@sonde/client/assignables/assignable-calls'
import { kindOf } from '@sonde/model/entities/entity-kinds'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type BulkFailure, type BulkProgress, runBulk } from '../bulk/run-bulk.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { WayBack } from '../trash/restore-hint.tsx'
import { Button } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { FormError } from '../ui/field/form-error.tsx'
import type { ImportKind } from './import-columns.ts'
import { type ImportUndoRow, undoImportRow } from './undo-rows.ts'

interface ImportUndoProps {
  readonly kind: ImportKind
  readonly rows: readonly ImportUndoRow[]
  /** Called when the undo starts (true) and ends (false). */
  readonly onRun: (isRunning: boolean) => void
  /** Called after entities were changed, to reload lists. */
  readonly onDone: () => void
}

const countOf = (rows: Iterable<ImportUndoRow>, kind: ImportUndoRow['kind']) =>
  [...rows].filter((row) => row.kind === kind).length

export function ImportUndo({ kind, rows, onRun, onDone }: ImportUndoProps) {
  const t = useText()
  const { rest, telemetry } = useClient()
  const [isRequested, setRequested] = useState(false)
  const [work, setWork] = useState<BulkProgress | null>(null)
  const [undone, setUndone] = useState<ReadonlySet<ImportUndoRow>>(new Set())
  const [failures, setFailures] = useState<readonly BulkFailure<ImportUndoRow>[]>([])
  const left = rows.filter((row) => !undone.has(row))
  const deletes = countOf(left, 'delete')
  const restores = countOf(left, 'restore')
  const deleted = countOf(undone, 'delete')
  const restored = countOf(undone, 'restore')
  const [failure] = failures

  async function undo() {
    setRequested(false)
    onRun(true)
    try {
      const calls = { entities: createAssignableCalls(rest, kindOf(kind).path), telemetry }
      const result = await runBulk(left, (row, how) => undoImportRow(row, how, calls), { onProgress: setWork })
      setUndone(new Set([...undone, ...result.done]))
      setFailures(result.failures)
    } finally {
      setWork(null)
      onRun(false)
      onDone()
    }
  }

  if (work) {
    const text = t('ui.bulkUndoing', { ...work })
    return (
      <div>
        <p className="sd-num" role="status">
          {text}
        </p>
        <progress className="sd-import-progress" max={work.total} value={work.done} aria-label={text} />
      </div>
    )
  }
  return (
    <>
      {failure && <FormError text={t('bulkImport.undoFailed', { count: failures.length, why: failure.message })} />}
      {deleted > 0 && <p role="status">{t('bulkImport.deleted', { count: deleted })}</p>}
      {restored > 0 && <p role="status">{t('bulkImport.restored', { count: restored })}</p>}
      {left.length > 0 && (
        <div>
          <Button icon={<Undo2 size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setRequested(true)}>
            {t('bulkImport.undo')}
          </Button>
        </div>
      )}
      {isRequested && (
        <ConfirmDialog
          title={t('bulkImport.undoTitle')}
          action={restores > 0 ? t('bulkImport.restoreAction') : t('bulkImport.undoAction', { count: deletes })}
          isDanger={deletes > 0}
          onCancel={() => setRequested(false)}
          onConfirm={() => void undo()}
        >
          {deletes > 0 && (
            <p>
              {t('bulkImport.undoText', { count: deletes })} <WayBack />
            </p>
          )}
          {restores > 0 && <p>{t('bulkImport.restoreText', { count: restores })}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
