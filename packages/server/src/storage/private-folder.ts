/**
 * File permissions of the data folder. It holds password hashes, device tokens and the signing key in plain form, so
 * only its owner may read it.
 *
 * Folders are set to 0700 and files to 0600, whatever their mode was. Files of another user are rejected: that user
 * could read and change them whatever their mode.
 */

import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Set at startup of each process that writes to a data folder: only the owner can access new files. */
export const privateUmask = 0o077

const folderMode = 0o700
const fileMode = 0o600
/** Permission bits of the group and of all other users. */
const othersBits = 0o077
/** Created by the file system at the top of a volume. Owned by root and contains none of the server's data. */
const volumeFolder = 'lost+found'

/** A path can't be made private; the message is one line for the operator. */
export class NotPrivate extends Error {
  override readonly name = 'NotPrivate'
}

/** Removes other users' permissions from the folder itself. Returns whether it changed. Throws `NotPrivate`. */
export const makeFolderPrivate = (path: string): boolean => makePrivate(realpathSync(path))

/** Removes other users' permissions from all contents. Returns the changed paths. Doesn't follow links. */
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
  // Windows has no such owners and modes.
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
