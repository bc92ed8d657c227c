/** Files of packages as the database names them: which belong into a backup, and whether they are what was uploaded. */

import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { ChecksumAlgorithm } from '@sonde/model/ota-packages/ota-package'
import { checksumOfFile } from '../ota-packages/checksums.ts'
import { packageFilePath, packageFolderName } from '../ota-packages/package-files.ts'
import type { CheckReport } from './check-report.ts'
import type { Breathe } from './check-series.ts'
import { openCopy } from './data-parts.ts'
import { MaintenanceError } from './maintenance-error.ts'

interface PackageRow {
  readonly title: string
  readonly version: string
  readonly file: string
  readonly data_size: number
  readonly checksum_algorithm: ChecksumAlgorithm
  readonly checksum: string
}

const columns = ['title', 'version', 'file', 'data_size', 'checksum_algorithm', 'checksum']

/** Those with a file, in the trash too; none in a store of a version before there were packages. */
function readPackages(database: DatabaseSync): PackageRow[] {
  const has = (table: string, column: string) =>
    database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined
  if (!has('ota_package', 'file')) return []
  const kept = columns.map((column) => `json_extract(snapshot, '$.ota_package[0].${column}')`)
  const inTrash = has('trash', 'file') ? `union all select ${kept} from trash where file is not null` : ''
  const rows = database.prepare(`select ${columns} from ota_package where file is not null ${inTrash} order by 3`)
  return rows.all() as unknown as PackageRow[]
}

const nameOf = ({ title, version, file }: PackageRow): string => `${title} ${version} (${packageFolderName}/${file})`

/** Paths inside the data folder that a copy of its database names. Throws `MaintenanceError` when one is not there. */
export function packageFilesOf(databaseCopy: string, dataFolder: string): string[] {
  const database = openCopy(databaseCopy)
  try {
    return readPackages(database).map((row) => {
      if (!existsSync(packageFilePath(dataFolder, row.file))) {
        throw new MaintenanceError(
          `The file of the package ${nameOf(row)} is not there. Nothing was written; \`npm run sonde -- check\` says more.`,
        )
      }
      return `${packageFolderName}/${row.file}`
    })
  } finally {
    database.close()
  }
}

/** Whether each file is there, as long as it was, and has its checksum. */
export async function checkPackages(
  database: DatabaseSync,
  dataFolder: string,
  report: CheckReport,
  breathe: Breathe,
): Promise<void> {
  const rows = readPackages(database)
  for (const [i, row] of rows.entries()) {
    await breathe('packages', i, rows.length)
    const fault = await faultOf(row, packageFilePath(dataFolder, row.file))
    if (fault) report.found('Packages whose file is damaged', `${nameOf(row)}: ${fault}`)
  }
  report.looked(rows.length, 'package')
}

async function faultOf(row: PackageRow, path: string): Promise<string | undefined> {
  try {
    const { size } = statSync(path)
    if (size !== row.data_size) return `it has ${size} bytes, not ${row.data_size}`
    const checksum = await checksumOfFile(path, row.checksum_algorithm)
    return checksum === row.checksum ? undefined : `its ${row.checksum_algorithm} is ${checksum}, not ${row.checksum}`
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code === 'ENOENT' ? 'it is not there' : message
  }
}
