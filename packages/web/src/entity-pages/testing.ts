/** Sample table of plain rows, for tests of pages. */

import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'

export interface Row {
  readonly id: string
  readonly name: string
}

type Parts = Partial<EntityTableDescription<Row>> & Pick<EntityTableDescription<Row>, 'columns' | 'load'>

export const tableOfRows = (deps: Parts): EntityTableDescription<Row> => ({
  name: 'things',
  entityType: 'DEVICE',
  title: 'devices.title',
  icon: null,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  defaultSort: { property: 'createdTime', direction: 'DESC' },
  rowActions: [],
  bulkActions: [],
  phone: { mark: () => null, line: () => null },
  texts: {
    search: 'devices.search',
    emptyTitle: 'devices.emptyTitle',
    emptyText: 'devices.emptyText',
    noMatch: 'devices.noMatch',
    noFilterMatch: 'devices.noFilterMatch',
    failed: 'devices.listFailed',
  },
  ...deps,
})
