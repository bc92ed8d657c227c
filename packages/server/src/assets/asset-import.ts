/** What a line of an import says of an asset. */

import type { ImportColumnType } from '@sonde/model/bulk-import/bulk-import'
import type { Scope } from '../access/scope.ts'
import {
  type BulkImport,
  type BulkImportParts,
  commonColumns,
  createBulkImport,
  type ImportedLine,
  importedInfo,
  importedValues,
} from '../bulk-import/bulk-import.ts'
import type { AssetService } from './asset-service.ts'

export interface AssetImportParts {
  readonly assets: AssetService
  /** Kept for telemetry of the tenant that names no other, in seconds; 0: for ever. */
  readonly ttlSecondsOf: (tenantId: string) => number
  /** Throws when the tenant may store no more telemetry this month. */
  readonly requireStorage?: (tenantId: string) => void
  readonly turns: BulkImportParts['turns']
}

export type AssetImport = BulkImport

const columns: readonly ImportColumnType[] = [...commonColumns, 'SERVER_ATTRIBUTE', 'TIMESERIES']

export function createAssetImport(parts: AssetImportParts): AssetImport {
  const { assets, ttlSecondsOf, requireStorage, turns } = parts

  async function importLine(scope: Scope, line: ImportedLine): Promise<'created' | 'updated'> {
    if (line.timeseries.length > 0) requireStorage?.(scope.tenantId)
    const { NAME: name = '', TYPE: type, LABEL: label } = line.cells
    const before = name === '' ? undefined : await assets.findByName(scope.tenantId, name)
    await assets.save(
      scope,
      {
        id: before?.id ?? null,
        name,
        type: type ?? before?.type ?? '',
        label: label ?? before?.label ?? null,
        additionalInfo: importedInfo(before?.additionalInfo, line),
      },
      (asset, nowMs) => importedValues(scope, asset, line, nowMs, ttlSecondsOf(asset.tenantId.id)),
    )
    return before ? 'updated' : 'created'
  }

  return createBulkImport({ importer: { word: 'asset', columns, importLine }, turns })
}
