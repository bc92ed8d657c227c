/** Bulk action that edits the selected rows of a list. */

import type { CallOptions } from '@sonde/client/rest/rest'
import { PencilLine } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { BulkAction } from '../ui/entity-table/entity-description.ts'
import { type EditableField, type EditableRoom, EditConflict, editOf, type RenderProfile } from './bulk-edit.ts'

const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.tsx'))

/** Returns the actions with edit as the first one, if the user can edit. `room` and `renderProfile` must be stable. */
export function useBulkEdit<T, S = T>(
  room: EditableRoom<T, S>,
  others: readonly BulkAction<T>[],
  canEdit: boolean,
  renderProfile?: RenderProfile,
): readonly BulkAction<T>[] {
  const t = useText()
  return useMemo(() => {
    if (!canEdit) return others
    const label = (field: EditableField) => t(`bulkEdit.${field}`)
    async function worded<R>(
      text: 'bulkEdit.conflict' | 'bulkEdit.undoConflict',
      change: () => Promise<R>,
    ): Promise<R> {
      try {
        return await change()
      } catch (error) {
        if (!(error instanceof EditConflict)) throw error
        throw new Error(t(text, { fields: error.fields.map(label).join(', ') }), { cause: error })
      }
    }
    const edit: BulkAction<T> = {
      id: 'edit',
      label: 'bulkEdit.edit',
      icon: <PencilLine size={18} strokeWidth={1.75} aria-hidden />,
      done: `bulkEdit.done_${room.kind}`,
      ask: ({ rows, onStart, onCancel }) => (
        <Suspense>
          <BulkEditDialog
            kind={room.kind}
            fields={room.fields}
            count={rows.length}
            types={room.types}
            reservedType={room.reservedType}
            renderProfile={renderProfile}
            onCancel={onCancel}
            onApply={(values) => {
              const run = editOf(room, values)
              onStart(async (row, how) => {
                const undo = await worded('bulkEdit.conflict', () => run(row, how))
                return undo && ((undoing: CallOptions) => worded('bulkEdit.undoConflict', () => undo(undoing)))
              })
            }}
          />
        </Suspense>
      ),
      run: async () => {},
    }
    return [edit, ...others]
  }, [room, others, canEdit, renderProfile, t])
}
