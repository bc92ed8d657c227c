/** What a line of an import says of an edge. */

import { randomUUID } from 'node:crypto'
import type { ImportColumnType } from '@sonde/model/bulk-import/bulk-import'
import type { Scope } from '../access/scope.ts'
import {
  type BulkImport,
  type BulkImportParts,
  commonColumns,
  createBulkImport,
  type ImportedLine,
  importedInfo,
} from '../bulk-import/bulk-import.ts'
import { newToken } from '../devices/credentials.ts'
import type { EdgeService } from './edge-service.ts'

export interface EdgeImportParts {
  readonly edges: EdgeService
  readonly turns: BulkImportParts['turns']
}

const columns: readonly ImportColumnType[] = [...commonColumns, 'ROUTING_KEY', 'SECRET']

export function createEdgeImport({ edges, turns }: EdgeImportParts): BulkImport {
  async function importLine(scope: Scope, line: ImportedLine): Promise<'created' | 'updated'> {
    const { NAME: name = '', TYPE: type, LABEL: label, ROUTING_KEY: routingKey, SECRET: secret } = line.cells
    const before = name === '' ? undefined : await edges.findByName(scope.tenantId, name)
    await edges.save(scope, {
      id: before?.id ?? null,
      name,
      type: type ?? before?.type ?? '',
      label: label ?? before?.label ?? null,
      // Seed 1, section 3: what a line leaves blank is made.
      routingKey: routingKey ?? before?.routingKey ?? randomUUID(),
      secret: secret ?? before?.secret ?? newToken(),
      additionalInfo: importedInfo(before?.additionalInfo, line),
    })
    return before ? 'updated' : 'created'
  }

  return createBulkImport({ importer: { word: 'edge', columns, importLine }, turns })
}
