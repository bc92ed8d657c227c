/**
 * Backup format: one tar file with the parts of a data folder, followed by `manifest.json`, which describes each part.
 *
 * The manifest comes last, so a file with a manifest is complete. The database is compressed with zstd
 * (`sonde.db.zst`), other parts are stored as is.
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, fdatasyncSync, fstatSync, fsyncSync, readSync, writeSync } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { databaseName, passingFiles } from '../storage/data-folder.ts'
import { MaintenanceError } from '../storage/maintenance-error.ts'
import { type TarEntry, tarBlockBytes, tarEnd, tarEntries, tarHeader, tarPadding } from './tar-entries.ts'

/** Incremented when older versions can't restore the new format. */
export const backupFormat = 1

const partShape = Type.Object({
  /** Path inside the data folder, with `/`. */
  name: Type.String({ minLength: 1, maxLength: 100 }),
  packing: Type.Enum(['none', 'zstd']),
  /** Size of the uncompressed part. */
  bytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type BackupPart = Static<typeof partShape>

const manifestShape = Type.Object({
  product: Type.Literal('Sonde'),
  format: Type.Integer({ minimum: 1 }),
  /** Version of Sonde that created the backup. Printed on restore. */
  version: Type.String({ pattern: '^[ -~]{1,100}$' }),
  /** Epoch ms, within the range of JavaScript dates. */
  createdTime: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }),
  schemaVersion: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  parts: Type.Array(partShape),
})
export type BackupManifest = Static<typeof manifestShape>

const manifestName = 'manifest.json'
const manifestBytesMax = 16 * 1024 * 1024
const readBytes = 1024 * 1024
/** Syncs after every 8 MiB, so that little data is unsynced and the disk stays free for the server's own syncs. */
const syncBytes = 8 * 1024 * 1024
const zstd = { chunkSize: 256 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const entryName = ({ name, packing }: Pick<BackupPart, 'name' | 'packing'>): string =>
  packing === 'zstd' ? `${name}.zst` : name

export interface PartSource {
  readonly name: string
  readonly path: string
  readonly packing: BackupPart['packing']
}

export interface PackOptions {
  readonly signal?: AbortSignal
  readonly progress?: (bytes: number) => void
}

/** Writes an archive into an open, empty file. */
export function createArchiveWriter(file: number, modifiedMs: number) {
  const parts: BackupPart[] = []
  let at = 0
  let synced = 0

  function write(bytes: Uint8Array) {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, at + done)
    }
    at += bytes.length
    if (at - synced < syncBytes) return
    fdatasyncSync(file)
    synced = at
  }

  async function add({ name, path, packing }: PartSource, { signal, progress }: PackOptions) {
    if (!isPartName(name)) {
      throw new MaintenanceError(
        `The file ${JSON.stringify(name)} has a name that can't be backed up. Rename or delete it.`,
      )
    }
    const hash = createHash('sha256')
    let bytes = 0
    const tap = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        bytes += chunk.length
        progress?.(chunk.length)
        done(null, chunk)
      },
    })
    const begin = at
    // The header is written afterward, when the size is known.
    at += tarBlockBytes
    const sink = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) write(chunk)
    }
    const source = createReadStream(path, { highWaterMark: readBytes })
    if (packing === 'zstd') await pipeline(source, tap, createZstdCompress(zstd), sink, { signal })
    else await pipeline(source, tap, sink, { signal })
    const packed = at - begin - tarBlockBytes
    writeSync(file, tarHeader(entryName({ name, packing }), packed, modifiedMs), 0, tarBlockBytes, begin)
    write(Buffer.alloc(tarPadding(packed)))
    parts.push({ name, packing, bytes, sha256: hash.digest('hex') })
  }

  return {
    add,
    /** Writes the manifest and syncs the file. Returns the file size. */
    finish(about: Pick<BackupManifest, 'version' | 'schemaVersion'>): number {
      const manifest: BackupManifest = {
        product: 'Sonde',
        format: backupFormat,
        createdTime: modifiedMs,
        ...about,
        parts,
      }
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
      write(tarHeader(manifestName, text.length, modifiedMs))
      write(Buffer.concat([text, Buffer.alloc(tarPadding(text.length)), tarEnd]))
      fsyncSync(file)
      return at
    },
  }
}

export interface Archive {
  readonly manifest: BackupManifest
  /**
   * Unpacks a part into a new file, or only reads it if `to` is null. Throws `MaintenanceError` if it doesn't match
   * the manifest.
   */
  unpack(part: BackupPart, to: string | null, options: PackOptions): Promise<void>
}

/** Reads an open backup file. Throws `MaintenanceError` if it isn't a backup, is incomplete or has a newer format. */
export function readArchive(file: number, path: string): Archive {
  const entries = new Map<string, TarEntry>()
  for (const entry of tarEntries(file, path, fstatSync(file).size)) {
    if (entries.has(entry.name)) throw damagedBy(path, `the entry ${JSON.stringify(entry.name)} appears twice`)
    entries.set(entry.name, entry)
  }
  const manifest = readManifest(file, path, entries.get(manifestName))
  requireParts(manifest, entries, path)

  return {
    manifest,
    async unpack(part, to, { signal, progress }) {
      const entry = entries.get(entryName(part)) as TarEntry
      const hash = createHash('sha256')
      let bytes = 0
      const tap = new Transform({
        transform(chunk: Buffer, _, done) {
          bytes += chunk.length
          if (bytes > part.bytes) return done(damaged())
          hash.update(chunk)
          progress?.(chunk.length)
          done(null, chunk)
        },
      })
      const damaged = () => damagedBy(path, `checksum mismatch of the part ${part.name}`)
      const { offset: start } = entry
      const source =
        entry.bytes === 0
          ? Buffer.alloc(0)
          : createReadStream(path, { start, end: start + entry.bytes - 1, highWaterMark: readBytes })
      const sink = to === null ? drop : createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })
      try {
        if (part.packing === 'zstd') await pipeline(source, createZstdDecompress(), tap, sink, { signal })
        else await pipeline(source, tap, sink, { signal })
      } catch (error) {
        // Error of the zstd decoder for invalid input.
        if ((error as { code?: string }).code?.startsWith('ZSTD_')) throw damaged()
        throw error
      }
      if (bytes !== part.bytes || hash.digest('hex') !== part.sha256) throw damaged()
    },
  }
}

async function drop(chunks: AsyncIterable<Buffer>) {
  for await (const _ of chunks);
}

function readManifest(file: number, path: string, entry: TarEntry | undefined): BackupManifest {
  if (!entry || entry.bytes > manifestBytesMax)
    throw new MaintenanceError(`${path} isn't a Sonde backup, or is incomplete. Choose another file.`)
  const text = Buffer.alloc(entry.bytes)
  readSync(file, text, 0, entry.bytes, entry.offset)
  let manifest: unknown
  try {
    manifest = JSON.parse(text.toString('utf8'))
  } catch {
    throw new MaintenanceError(`${path} is damaged: its manifest is unreadable. Create another backup.`)
  }
  const { product, format } = (manifest ?? {}) as Partial<BackupManifest>
  if (product === 'Sonde' && typeof format === 'number' && format > backupFormat) {
    throw new MaintenanceError(
      `${path} has format ${format}, but this version of Sonde supports up to ${backupFormat}. Restore it with the version that wrote it, or a newer one.`,
    )
  }
  if (!Value.Check(manifestShape, manifest)) {
    throw new MaintenanceError(`${path} isn't a Sonde backup. Choose another file.`)
  }
  return manifest
}

const damagedBy = (path: string, why: string) =>
  new MaintenanceError(`${path} is damaged: ${why}. Create another backup.`)

/** Requires that each part has a distinct, valid path in a data folder and an entry in the archive. */
function requireParts({ parts }: BackupManifest, entries: ReadonlyMap<string, TarEntry>, path: string): void {
  const names = new Set<string>()
  for (const part of parts) {
    const { name, packing, bytes } = part
    if (!isPartName(name)) {
      throw damagedBy(path, `the part ${JSON.stringify(name)} isn't a file in the data folder`)
    }
    if (names.has(name)) throw damagedBy(path, `the part ${name} appears twice`)
    names.add(name)
    const entry = entries.get(entryName(part))
    if (!entry) throw new MaintenanceError(`${path} lacks the part ${name}. Create another backup.`)
    if (packing === 'none' && entry.bytes !== bytes) throw damagedBy(path, `the part ${name} has another size`)
  }
  const inFile = parts.find(({ name }) => foldersOf(name).some((folder) => names.has(folder)))
  if (inFile) throw damagedBy(path, `the part ${inFile.name} lies in a file`)
  if (!names.has(databaseName)) throw new MaintenanceError(`${path} contains no database. Create another backup.`)
}

/** Parent folders of a path: `a` and `a/b` for `a/b/c`. */
function foldersOf(name: string): string[] {
  const steps = name.split('/')
  return steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('/'))
}

/**
 * True for a plain relative path that is safe on any system and terminal. The database's companion files, the lock and
 * an unfinished restore are never part of a backup.
 */
function isPartName(name: string): boolean {
  const steps = name.split('/')
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..')
  const isOwn = name !== databaseName && passingFiles.test(steps[0] as string)
  return isPlain && !isOwn && !/[\\\p{Cc}\ufffd]/u.test(name)
}
