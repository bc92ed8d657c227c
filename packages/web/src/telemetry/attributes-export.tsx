/** Attributes of a scope as an exported table: key, value, time of the last change. */

import type { KeyLookup } from '@sonde/model/key-descriptions/key-lookup'
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
    // Stays text if a number would lose digits.
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

/** Included only if a key has a description. */
const describedColumns = (describe: KeyLookup): readonly EntityColumn<StoredAttribute>[] => [
  { id: 'name', title: 'keyDescriptions.name', priority: 4, minWidth: 1, cell: ({ key }) => describe(key)?.name ?? '' },
  { id: 'unit', title: 'keyDescriptions.unit', priority: 5, minWidth: 1, cell: ({ key }) => describe(key)?.unit ?? '' },
]

/** `shown`: attributes as filtered and sorted. */
export function useAttributesExport(
  shown: readonly StoredAttribute[],
  selected: readonly StoredAttribute[],
  describe: KeyLookup,
) {
  const t = useText()
  const all = shown.some(({ key }) => describe(key)) ? [...columns, ...describedColumns(describe)] : columns
  return useTableExport<StoredAttribute>({
    description: { idOf: ({ key }: StoredAttribute) => key, columns: all },
    title: t('telemetry.tabAttributes'),
    shown: all,
    total: shown.length,
    selected,
    load: async () => ({ data: shown, totalElements: shown.length, totalPages: 1, hasNext: false }),
  })
}
