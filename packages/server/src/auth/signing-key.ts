/**
 * Key that tokens are signed with: created at the first start, stored in the data folder, readable only by its owner.
 */

import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export const signingKeyFile = 'signing-key'
/** Size of the HS512 hash. */
const keyBytes = 64

/** Reads the key or creates it. Throws when the file exists but contains no key. */
export function loadSigningKey(dataFolder: string): Buffer {
  const path = join(dataFolder, signingKeyFile)
  const known = readKey(path)
  if (known) return known
  const key = randomBytes(keyBytes)
  writeOwnerOnly(path, `${key.toString('base64')}\n`)
  return key
}

function readKey(path: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length < keyBytes) {
    throw new Error(
      `${path} isn't a signing key. Move it away and start the server again. All users must then sign in again.`,
    )
  }
  chmodSync(path, 0o600)
  return key
}

/** Writes a file that only its owner may read, and syncs it to disk before returning. Throws when it exists. */
export function writeOwnerOnly(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
