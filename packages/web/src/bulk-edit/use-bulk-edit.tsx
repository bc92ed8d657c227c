/** The bulk action that edits the selected rows of a list. */

import { PencilLine } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { BulkAction } from '../ui/entity-table/entity-description.ts'
import { type EditableField, type EditableRoom, EditConflict, editOf, type RenderProfile } from './bulk-edit.ts'

const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.tsx'))

/** Before the list's other actions; only for those who may edit. `room` and `renderProfile` must stay the same. */
export function useBulkEdit<T, S = T>(
  room: EditableRoom<T, S>,
  others: readonly BulkAction<T>[],
  canEdit: boolean,
  renderProfile?: RenderProfile,
): readonly BulkAction<T>[] {
  const t = useText()
  return useMemo(() => {
    if (!canEdit) return others
    const told = (field: EditableField) => t(`bulkEdit.${field}`)
    const edit: BulkAction<T> = {
      id: 'edit',
      label: 'bulkEdit.edit',
      icon: <PencilLine size={18} strokeWidth={1.75} aria-hidden />,
      done: 'bulkEdit.done',
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
              onStart(async (row) => {
                try {
                  await run(row)
                } catch (error) {
                  if (!(error instanceof EditConflict)) throw error
                  throw new Error(t('bulkEdit.conflict', { fields: error.fields.map(told).join(', ') }), {
                    cause: error,
                  })
                }
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
