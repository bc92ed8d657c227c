/** Exports a list as a file, including the live values it shows. */

import { useClient } from '../session/use-session.tsx'
import { useTableExport } from '../table-export/export-button.tsx'
import { liveOfRows } from '../table-export/row-live.ts'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import type { LoadRows } from '../ui/entity-table/row-pages.ts'

interface ShownList<T> {
  readonly title: string
  readonly shown: EntityTableDescription<T>['columns']
  readonly total: number
  readonly load: LoadRows<T>
  readonly selected: readonly T[]
}

export function useListExport<T>(description: EntityTableDescription<T>, shown: ShownList<T>) {
  const client = useClient()
  return useTableExport({
    description,
    ...shown,
    liveOf: liveOfRows(client, description),
  })
}
