/** What can be changed of many edges at once. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { useMemo } from 'react'
import type { EditableRoom } from '../../bulk-edit/bulk-edit.ts'
import { useBulkEdit } from '../../bulk-edit/use-bulk-edit.tsx'
import type { BulkAction } from '../../ui/entity-table/entity-description.ts'
import { useEdgeCalls } from './edge-calls.ts'
import { draftOf, inputOf } from './edge-input.ts'

const quiet = { ignoreErrors: true } as const

export function useEdgeBulkEdit(others: readonly BulkAction<EdgeInfo>[], canEdit: boolean) {
  const calls = useEdgeCalls()
  const room = useMemo(
    (): EditableRoom<EdgeInfo> => ({
      kind: 'EDGE',
      fields: ['label', 'type', 'description'],
      idOf: ({ id }) => id.id,
      valuesOf(edge) {
        const { label, type, description } = draftOf(edge)
        return { label, type, description }
      },
      load: ({ id }) => calls.info(id.id, quiet),
      save: (edge, values) => calls.save(inputOf({ ...draftOf(edge), ...values }, edge), quiet),
      types: (signal) => calls.types({ ...quiet, ignoreLoading: true, signal }),
    }),
    [calls],
  )
  return useBulkEdit(room, others, canEdit)
}
