/** Import of edges: columns of a line and how it is saved. */

import { randomUUID } from 'node:crypto'
import { type BulkImport, commonColumns } from '../bulk-import/bulk-import.ts'
import { createEntityImport, type EntityImportDeps } from '../bulk-import/entity-import.ts'
import { newToken } from '../devices/credentials.ts'
import type { EdgeService } from './edge-service.ts'

export interface EdgeImportDeps extends Pick<EntityImportDeps, 'turns'> {
  readonly edges: EdgeService
}

export const createEdgeImport = ({ edges, turns }: EdgeImportDeps): BulkImport =>
  createEntityImport(
    {
      word: 'edge',
      columns: [...commonColumns, 'ROUTING_KEY', 'SECRET'],
      findByName: edges.findByName,
      save: (scope, said, { cells, before }) =>
        edges.save(scope, {
          ...said,
          // Missing keys are generated.
          routingKey: cells.ROUTING_KEY ?? before?.routingKey ?? randomUUID(),
          secret: cells.SECRET ?? before?.secret ?? newToken(),
        }),
    },
    { turns, ttlSecondsOf: () => 0 },
  )
