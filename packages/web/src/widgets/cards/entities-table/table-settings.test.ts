import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { expect, test } from 'vitest'
import { nextSort } from '../../table-sort.ts'
import { fittingColumns, tableSettings } from './table-settings.ts'

const table = (settings: object = {}) =>
  tableSettings(
    normalizeWidget(
      'w',
      {
        config: {
          settings,
          datasources: [
            {
              type: 'entity',
              dataKeys: [
                { name: 'flow', label: 'Flow' },
                { name: 'active', type: 'attribute', label: 'Active', usePostProcessing: true, postFuncBody: 'x' },
                { name: 'hidden', settings: { defaultColumnVisibility: 'hidden' } },
              ],
            },
          ],
        },
      },
      new Map(),
    ),
  )

test('columns are name and type, then the keys that are visible', () => {
  expect(table().columns.map(({ id }) => id)).toEqual(['entityName', 'entityType', 'Flow', 'Active'])
  const few = table({ displayEntityName: false, displayEntityLabel: true, displayEntityType: false })
  expect(few.columns.map(({ id }) => id)).toEqual(['entityLabel', 'Flow', 'Active'])
})

test('the order is a column or a key, with a sign; what is changed before it is shown has none', () => {
  expect(table().sort).toEqual({ columnId: 'entityName', direction: 'ASC' })
  expect(table({ defaultSortOrder: '-flow' }).sort).toEqual({ columnId: 'Flow', direction: 'DESC' })
  expect(table({ defaultSortOrder: 'Active' }).sort).toBeNull()
  expect(table().columns.at(-1)?.sortKey).toBeNull()
  expect(nextSort({ columnId: 'a', direction: 'ASC' }, 'a').direction).toBe('DESC')
  expect(nextSort({ columnId: 'a', direction: 'ASC' }, 'b')).toEqual({ columnId: 'b', direction: 'ASC' })
})

test('without pages it has as many rows as one page may', () => {
  expect(table().pageSize).toBe(10)
  expect(table({ displayPagination: false }).pageSize).toBe(1024)
})

test('the first column always fits', () => {
  const { columns } = table()
  expect(fittingColumns(columns, 0)).toBe(1)
  expect(fittingColumns(columns, 250)).toBe(2)
  expect(fittingColumns(columns, 2000)).toBe(4)
})
