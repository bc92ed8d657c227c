/** Reads the OTA packages that have a file from the store. */

import type { ChecksumAlgorithm } from '@sonde/model/ota-packages/ota-package'
import type { RelationalStore } from '../storage/relational.ts'

export interface PackageRow {
  readonly title: string
  readonly version: string
  readonly file: string
  readonly data_size: number
  readonly checksum_algorithm: ChecksumAlgorithm
  readonly checksum: string
}

/** Sorted by file name. Includes packages in the trash. */
export async function readPackageRows({ build, all }: RelationalStore): Promise<PackageRow[]> {
  const present = build
    .selectFrom('ota_package')
    .select(['title', 'version', 'file', 'data_size', 'checksum_algorithm', 'checksum'])
    .where('file', 'is not', null)
  const inTrash = build.selectFrom('trash').select('snapshot').where('file', 'is not', null)
  // A row with a file has values in all columns.
  const rows = (await all(present)) as PackageRow[]
  for (const { snapshot } of await all(inTrash)) rows.push(JSON.parse(snapshot).ota_package[0])
  return rows.sort((a, b) => (a.file < b.file ? -1 : 1))
}
