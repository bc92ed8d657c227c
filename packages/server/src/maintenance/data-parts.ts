/** What of a data folder must survive beside the database: every file that is not recreated at each start. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolderName } from '../ota-packages/package-files.ts'
import { passingFiles } from '../storage/data-folder.ts'

/**
 * Paths of the files beside the database, relative, with `/`; of packages the database says which are theirs. Links and
 * other special files are not followed.
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

/** Whether a folder holds nothing of anybody: a lock that is left is no matter, nor what a file system brings along. */
export const isEmptyFolder = (path: string): boolean =>
  readdirSync(path).every((name) => /^lock\.db(-journal)?$/.test(name) || name === 'lost+found')
