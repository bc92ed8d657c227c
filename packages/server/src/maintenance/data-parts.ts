/**
 * Files of a data folder that a backup must contain in addition to the database: all that aren't recreated at each
 * start.
 */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolderName } from '../ota-packages/package-files.ts'
import { passingFiles } from '../storage/data-folder.ts'

/**
 * Relative paths with `/` of all files other than the database. Package files are excluded, because the database
 * determines which are needed. Symbolic links and special files are skipped.
 */
export function filesBeside(dataFolder: string): string[] {
  const found: string[] = []
  const walk = (folder: string, prefix: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (prefix === '' && (passingFiles.test(entry.name) || entry.name === packageFolderName)) continue
      if (entry.isDirectory()) walk(join(folder, entry.name), `${prefix}${entry.name}/`)
      else if (entry.isFile()) found.push(prefix + entry.name)
    }
  }
  walk(dataFolder, '')
  return found
}

/** True if a folder contains no data. A leftover lock and `lost+found` of the file system are ignored. */
export const isEmptyFolder = (path: string): boolean =>
  readdirSync(path).every((name) => /^lock\.db(-journal)?$/.test(name) || name === 'lost+found')
