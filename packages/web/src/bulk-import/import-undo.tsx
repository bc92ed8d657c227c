/** Undo of an import: deletes the entities that it created. Updates of existing entities stay. */

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
import type { CreatedEntity } from './import-run.ts'

interface ImportUndoProps {
  readonly kind: ImportKind
  readonly created: readonly CreatedEntity[]
  /** Number of lines that updated existing entities. */
  readonly updated: number
  /** Called when deletion starts (true) and ends (false). */
  readonly onRun: (isRunning: boolean) => void
  /** Called after entities were deleted, to reload lists. */
  readonly onDone: () => void
}

export function ImportUndo({ kind, created, updated, onRun, onDone }: ImportUndoProps) {
  const t = useText()
  const { rest } = useClient()
  const [isRequested, setRequested] = useState(false)
  const [work, setWork] = useState<BulkProgress | null>(null)
  const [deleted, setDeleted] = useState<ReadonlySet<CreatedEntity>>(new Set())
  const [failures, setFailures] = useState<readonly BulkFailure<CreatedEntity>[]>([])
  const left = created.filter((entity) => !deleted.has(entity))
  const [failure] = failures

  async function undo() {
    setRequested(false)
    onRun(true)
    try {
      const calls = createAssignableCalls(rest, kindOf(kind).path)
      const result = await runBulk(left, ({ id }, how) => calls.delete(id.id, how), {
        onProgress: setWork,
      })
      setDeleted(new Set([...deleted, ...result.done]))
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
      {deleted.size > 0 && <p role="status">{t('bulkImport.undone', { count: deleted.size })}</p>}
      {left.length > 0 && (
        <div>
          <Button icon={<Undo2 size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setRequested(true)}>
            {t('bulkImport.undo')}
          </Button>
        </div>
      )}
      {deleted.size > 0 && updated > 0 && <p className="sd-text-2">{t('bulkImport.undoStays', { count: updated })}</p>}
      {isRequested && (
        <ConfirmDialog
          title={t('bulkImport.undoTitle')}
          action={t('bulkImport.undoAction', { count: left.length })}
          isDanger
          onCancel={() => setRequested(false)}
          onConfirm={() => void undo()}
        >
          <p>
            {t('bulkImport.undoText', { count: left.length })} <WayBack />
          </p>
          {updated > 0 && <p>{t('bulkImport.undoStays', { count: updated })}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
