/** What can be changed of many entity views at once. */

import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { useMemo } from 'react'
import type { EditableRoom } from '../../bulk-edit/bulk-edit.ts'
import { useBulkEdit } from '../../bulk-edit/use-bulk-edit.tsx'
import type { BulkAction } from '../../ui/entity-table/entity-description.ts'
import { useEntityViewCalls } from './entity-view-calls.ts'
import { draftOf, inputOf } from './entity-view-input.ts'

const quiet = { ignoreErrors: true } as const

export function useEntityViewBulkEdit(others: readonly BulkAction<EntityViewInfo>[], canEdit: boolean) {
  const calls = useEntityViewCalls()
  const room = useMemo(
    (): EditableRoom<EntityViewInfo> => ({
      kind: 'ENTITY_VIEW',
      fields: ['type', 'description'],
      idOf: ({ id }) => id.id,
      valuesOf(view) {
        const { type, description } = draftOf(view)
        return { type, description }
      },
      load: ({ id }) => calls.info(id.id, quiet),
      save: (view, values) => calls.save(inputOf({ ...draftOf(view), ...values }, view), quiet),
      types: (signal) => calls.types({ ...quiet, ignoreLoading: true, signal }),
    }),
    [calls],
  )
  return useBulkEdit(room, others, canEdit)
}
