/** The key that tokens are signed with: made at the first start, kept in the data folder for its owner alone. */

import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export const signingKeyFile = 'signing-key'
/** As many as HS512's hash has. */
const keyBytes = 64

/** Reads the key, or makes it. Throws when the file is there and holds none. */
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

/** Writes a file that nobody else may read, and has it on disk before it returns. Throws when it exists. */
export function writeOwnerOnly(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
