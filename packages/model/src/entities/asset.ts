/** What an asset is to the rest of the platform. */

import { type EntityKind, plainKind } from './entity-kind.ts'

export const asset = {
  ...plainKind,
  one: 'an asset',
  many: 'assets',
  path: 'asset',
  page: '/assets',
  texts: ['label'],
  limit: 'maxAssets',
  // By the wire, for the statistics of queues.
  reservedType: 'TbServiceQueue',
  importColumns: {
    entity: ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION', 'SERVER_ATTRIBUTE', 'TIMESERIES'],
    credentials: [],
  },
} as const satisfies EntityKind
