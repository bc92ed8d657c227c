/** Attributes of a scope as an exported table: key, value, when it changed. */

import { useText } from '../locale/use-text.tsx'
import { useTableExport } from '../table-export/export-button.tsx'
import type { EntityColumn } from '../ui/entity-table/entity-description.ts'
import type { StoredAttribute } from './stored-attributes.ts'
import { shownValue } from './typed-value.ts'

const columns: readonly EntityColumn<StoredAttribute>[] = [
  { id: 'key', title: 'telemetry.key', priority: 1, minWidth: 1, cell: ({ key }) => key },
  {
    id: 'value',
    title: 'telemetry.value',
    priority: 2,
    minWidth: 1,
    // Digits that a number would lose stay as text.
    cell: ({ value, json }, { format }) =>
      typeof value === 'number' && String(value) === json ? format.number(value) : shownValue({ value, json }),
  },
  {
    id: 'updated',
    title: 'telemetry.updated',
    priority: 3,
    minWidth: 1,
    cell: ({ lastUpdateTs }, { format }) => format.dateTime(lastUpdateTs),
  },
]
const description = { idOf: ({ key }: StoredAttribute) => key, columns }

/** `shown`: as they are filtered and sorted. */
export function useAttributesExport(shown: readonly StoredAttribute[], selected: readonly StoredAttribute[]) {
  const t = useText()
  return useTableExport<StoredAttribute>({
    description,
    title: t('telemetry.tabAttributes'),
    shown: columns,
    total: shown.length,
    selected,
    load: async () => ({ data: shown, totalElements: shown.length, totalPages: 1, hasNext: false }),
  })
}
