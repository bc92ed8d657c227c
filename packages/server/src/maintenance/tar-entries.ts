/**
 * The plain tar format (POSIX ustar): what a backup is, so that `tar -tvf` lists it and `tar -xf` opens it anywhere.
 *
 * An entry is a header of 512 bytes and its bytes, filled up to a multiple of 512; two empty headers end the file.
 */

import { readSync } from 'node:fs'
import { MaintenanceError } from '../storage/maintenance-error.ts'

export const tarBlockBytes = 512
export const tarEnd = Buffer.alloc(2 * tarBlockBytes)

/** Bytes that fill an entry up. */
export const tarPadding = (bytes: number): number => (tarBlockBytes - (bytes % tarBlockBytes)) % tarBlockBytes

const nameBytesMax = 100
/** What fits into eleven octal digits; larger ones are written as a binary number (GNU tar, POSIX pax reader alike). */
const octalMax = 0o77777777777

/** Throws for a name that does not fit. */
export function tarHeader(name: string, bytes: number, modifiedMs: number): Buffer {
  if (Buffer.byteLength(name) > nameBytesMax) {
    throw new MaintenanceError(
      `The name ${name} is longer than ${nameBytesMax} bytes and can't be backed up. Shorten it.`,
    )
  }
  const header = Buffer.alloc(tarBlockBytes)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (bytes <= octalMax) header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(bytes), 128)
  }
  header.write(
    `${Math.floor(modifiedMs / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The sum of all bytes, with the field of the sum itself as blanks. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [i, byte] of header.entries()) if (i < 148 || i >= 156) sum += byte
  return sum
}

export interface TarEntry {
  readonly name: string
  readonly offset: number
  readonly bytes: number
}

/** The entries of an open file. Throws `MaintenanceError` when it is none, or ends too early. */
export function tarEntries(file: number, path: string, fileBytes: number): TarEntry[] {
  const entries: TarEntry[] = []
  const header = Buffer.alloc(tarBlockBytes)
  for (let at = 0; ; ) {
    if (readSync(file, header, 0, tarBlockBytes, at) < tarBlockBytes) {
      throw new MaintenanceError(
        entries.length === 0 ? `${path} isn't a Sonde backup.` : `${path} is incomplete. Create another backup.`,
      )
    }
    if (header.every((byte) => byte === 0)) return entries
    const sum = Number.parseInt(header.toString('latin1', 148, 156), 8)
    if (sum !== checksum(header) || header.toString('latin1', 257, 262) !== 'ustar') {
      throw new MaintenanceError(
        entries.length === 0
          ? `${path} isn't a Sonde backup.`
          : `${path} is damaged at byte ${at}. Create another backup.`,
      )
    }
    const bytes =
      header.readUInt8(124) === 0x80
        ? Number(header.readBigUInt64BE(128))
        : Number.parseInt(header.toString('latin1', 124, 136), 8)
    const offset = at + tarBlockBytes
    if (offset + bytes > fileBytes) throw new MaintenanceError(`${path} is incomplete. Create another backup.`)
    entries.push({ name: header.toString('utf8', 0, header.indexOf(0)).slice(0, nameBytesMax), offset, bytes })
    at = offset + bytes + tarPadding(bytes)
  }
}
