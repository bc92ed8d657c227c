/**
 * Plain tar format (POSIX ustar) of backups, so that `tar -tvf` lists a backup and `tar -xf` unpacks it.
 *
 * An entry is a header of 512 bytes and the data, padded to a multiple of 512 bytes. Two empty headers end the file.
 */

import { readSync } from 'node:fs'
import { MaintenanceError } from '../storage/maintenance-error.ts'

export const tarBlockBytes = 512
export const tarEnd = Buffer.alloc(2 * tarBlockBytes)

/** Number of padding bytes after an entry. */
export const tarPadding = (bytes: number): number => (tarBlockBytes - (bytes % tarBlockBytes)) % tarBlockBytes

const nameBytesMax = 100
/**
 * Maximum of eleven octal digits. Larger numbers are written in binary (understood by GNU tar and POSIX pax readers).
 */
const octalMax = 0o77777777777

/** Throws if the name is too long. */
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

/** Sum of all header bytes, with the checksum field counted as spaces. */
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

/**
 * Lists the files in an open archive; folders and links are skipped. Throws `MaintenanceError` if it isn't an archive,
 * is damaged or is truncated. Each step advances, so it terminates.
 */
export function tarEntries(file: number, path: string, fileBytes: number): TarEntry[] {
  const entries: TarEntry[] = []
  const header = Buffer.alloc(tarBlockBytes)
  for (let at = 0; ; ) {
    const rejection = (why: string) =>
      new MaintenanceError(
        at === 0 ? `${path} isn't a Sonde backup. Choose another file.` : `${path} is ${why}. Create another backup.`,
      )
    if (readSync(file, header, 0, tarBlockBytes, at) < tarBlockBytes) throw rejection('incomplete')
    if (header.every((byte) => byte === 0)) return entries
    const sum = numberIn(header.subarray(148, 156))
    const bytes = numberIn(header.subarray(124, 136))
    if (sum !== checksum(header) || header.toString('latin1', 257, 262) !== 'ustar' || bytes === undefined) {
      throw rejection(`damaged at byte ${at}`)
    }
    const offset = at + tarBlockBytes
    if (offset + bytes > fileBytes) throw new MaintenanceError(`${path} is incomplete. Create another backup.`)
    if (isFileType(header.readUInt8(156))) entries.push({ name: nameIn(header), offset, bytes })
    at = offset + bytes + tarPadding(bytes)
  }
}

/** Type of a regular file: `0`, or a zero byte in archives of older tools. */
const isFileType = (type: number): boolean => type === 0x30 || type === 0

/** The name ends with a zero byte or fills the whole field. */
function nameIn(header: Buffer): string {
  const field = header.subarray(0, nameBytesMax)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? nameBytesMax : end)
}

/** Parses octal digits, or a binary number after `0x80`. Undefined if invalid: a sign, too large, not a digit. */
function numberIn(field: Buffer): number | undefined {
  if (field.readUInt8(0) === 0x80) {
    const value = BigInt(`0x${field.toString('hex', 1)}`)
    return value <= Number.MAX_SAFE_INTEGER ? Number(value) : undefined
  }
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1'))?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 8)
}
