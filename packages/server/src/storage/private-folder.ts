/**
 * The data folder holds password hashes, device tokens and the signing key in plain form: its owner alone may read it.
 *
 * Whatever mode a folder had before, it and all that it holds end as 0700 and 0600. Files of another user are refused:
 * that user could read and change them whatever their mode.
 */

import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Set at the start of a process that writes into a data folder: new files are the owner's only. */
export const privateUmask = 0o077

const folderMode = 0o700
const fileMode = 0o600
/** Bits of the group and of all others. */
const othersBits = 0o077
/** Made by the file system at the top of a volume; it is the root user's and holds nothing of ours. */
const volumeFolder = 'lost+found'

/** Something that cannot be made private; the message is one line for the operator. */
export class NotPrivate extends Error {
  override readonly name = 'NotPrivate'
}

/** Takes the rights of others from the folder itself. Returns whether it had to. Throws `NotPrivate`. */
export const makeFolderPrivate = (path: string): boolean => makePrivate(realpathSync(path))

/** Takes the rights of others from all within. Returns the paths that had to change. Links are not followed. */
export function makeContentsPrivate(path: string): string[] {
  const changed: string[] = []
  const walk = (folder: string, isTop: boolean) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isSymbolicLink() || (isTop && entry.name === volumeFolder)) continue
      const entryPath = join(folder, entry.name)
      if (makePrivate(entryPath)) changed.push(entryPath)
      if (entry.isDirectory()) walk(entryPath, false)
    }
  }
  walk(realpathSync(path), true)
  return changed
}

function makePrivate(path: string): boolean {
  const ownId = process.getuid?.()
  // Windows has neither owners nor modes of this kind.
  if (ownId === undefined) return false
  const stats = lstatSync(path)
  if (stats.uid !== ownId) {
    throw new NotPrivate(
      `${path} belongs to the user with the ID ${stats.uid}, but Sonde runs as ${ownId}. Run it as that user, or change the owner with chown -R.`,
    )
  }
  if ((stats.mode & othersBits) === 0) return false
  try {
    chmodSync(path, stats.isDirectory() ? folderMode : fileMode)
  } catch (cause) {
    throw new NotPrivate(`${path} is readable by other users, and its mode couldn't be changed: ${String(cause)}`, {
      cause,
    })
  }
  return true
}
