/** Descriptor of the entity type `ASSET`. */

import { type EntityKind, plainKind } from './entity-kind.ts'

export const asset = {
  ...plainKind,
  one: 'an asset',
  many: 'assets',
  path: 'asset',
  page: '/assets',
  texts: ['label'],
  limit: 'maxAssets',
  // Type name of the API for the assets with queue statistics.
  reservedType: 'TbServiceQueue',
  importColumns: {
    entity: ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION', 'SERVER_ATTRIBUTE', 'TIMESERIES'],
    credentials: [],
  },
} as const satisfies EntityKind
