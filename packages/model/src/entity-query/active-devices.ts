/** Query that counts active devices, for the home page and the list of devices. */

import type { EntityCountQuery } from './entity-query.ts'

export const activeDevices: EntityCountQuery = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  keyFilters: [
    {
      key: { type: 'SERVER_ATTRIBUTE', key: 'active' },
      valueType: 'BOOLEAN',
      predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
    },
  ],
}
