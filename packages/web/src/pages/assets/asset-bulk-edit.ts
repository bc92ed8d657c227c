/** What can be changed of many assets at once. */

import type { AssetInfo } from '@sonde/model/assets/asset'
import { reservedAssetType } from '@sonde/model/assets/reserved-type'
import { useMemo } from 'react'
import type { EditableRoom } from '../../bulk-edit/bulk-edit.ts'
import { useBulkEdit } from '../../bulk-edit/use-bulk-edit.tsx'
import type { BulkAction } from '../../ui/entity-table/entity-description.ts'
import { useAssetCalls } from './asset-calls.ts'
import { draftOf, inputOf } from './asset-input.ts'

const quiet = { ignoreErrors: true } as const

export function useAssetBulkEdit(others: readonly BulkAction<AssetInfo>[], canEdit: boolean) {
  const calls = useAssetCalls()
  const room = useMemo(
    (): EditableRoom<AssetInfo> => ({
      kind: 'ASSET',
      fields: ['label', 'type', 'description'],
      idOf: ({ id }) => id.id,
      valuesOf(asset) {
        const { label, type, description } = draftOf(asset)
        return { label, type, description }
      },
      load: ({ id }) => calls.info(id.id, quiet),
      save: (asset, values) => calls.save(inputOf({ ...draftOf(asset), ...values }, asset), quiet),
      types: (signal) => calls.types({ ...quiet, ignoreLoading: true, signal }),
      reservedType: reservedAssetType,
    }),
    [calls],
  )
  return useBulkEdit(room, others, canEdit)
}
