/** Package files referenced by the database: selects them for a backup and verifies them. */

import { existsSync, statSync } from 'node:fs'
import { checksumOfFile } from '../ota-packages/checksums.ts'
import { packageFilePath, packageFolderName } from '../ota-packages/package-files.ts'
import { MaintenanceError } from '../storage/maintenance-error.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Breathe, CheckReport } from '../storage/store-maintenance.ts'
import { type PackageRow, readPackageRows } from './package-file-store.ts'

const nameOf = ({ title, version, file }: PackageRow): string => `${title} ${version} (${packageFolderName}/${file})`

/** Paths in the data folder that the database refers to. Throws `MaintenanceError` if a file is missing. */
export async function packageFilesOf(relational: RelationalStore, dataFolder: string): Promise<string[]> {
  const rows = await readPackageRows(relational)
  return rows.map((row) => {
    if (!existsSync(packageFilePath(dataFolder, row.file))) {
      throw new MaintenanceError(
        `The file of the package ${nameOf(row)} is missing. Nothing was written. Run \`npm run sonde -- check\` for details.`,
      )
    }
    return `${packageFolderName}/${row.file}`
  })
}

/** Checks that each file exists and has the right size and checksum. */
export async function checkPackages(
  relational: RelationalStore,
  dataFolder: string,
  report: CheckReport,
  breathe: Breathe,
): Promise<void> {
  const rows = await readPackageRows(relational)
  for (const [i, row] of rows.entries()) {
    await breathe('packages', i, rows.length)
    const fault = await faultOf(row, packageFilePath(dataFolder, row.file))
    if (fault) report.found('Packages with a damaged file', `${nameOf(row)}: ${fault}`)
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
    return code === 'ENOENT' ? 'the file is missing' : message
  }
}
