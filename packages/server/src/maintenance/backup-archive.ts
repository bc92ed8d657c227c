/**
 * A backup: one tar file of the parts of a data folder, ended by `manifest.json`, which says what each part has to be.
 *
 * The manifest comes last, so a file that has one was written to its end. The database is packed with zstd
 * (`sonde.db.zst`), other parts stand as they are.
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

/** Raised when an older version could not restore what is written now. */
export const backupFormat = 1

const partShape = Type.Object({
  /** Path inside the data folder, with `/`. */
  name: Type.String({ minLength: 1, maxLength: 100 }),
  packing: Type.Enum(['none', 'zstd']),
  /** Of the part itself, not packed. */
  bytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type BackupPart = Static<typeof partShape>

const manifestShape = Type.Object({
  product: Type.Literal('Sonde'),
  format: Type.Integer({ minimum: 1 }),
  /** Version of Sonde that wrote it; it is printed. */
  version: Type.String({ pattern: '^[ -~]{1,100}$' }),
  /** Epoch ms, as far as a date goes. */
  createdTime: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }),
  schemaVersion: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  parts: Type.Array(partShape),
})
export type BackupManifest = Static<typeof manifestShape>

const manifestName = 'manifest.json'
const manifestBytesMax = 16 * 1024 * 1024
const readBytes = 1024 * 1024
/** Unsynced bytes are few: the disk stays free for the platform's own syncs. */
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
    // Its size is known when it is written.
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
    /** Writes the manifest and has all of it on disk. Returns the file's size. */
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
  /** Unpacks a part into a new file, or only reads it. Throws `MaintenanceError` when it is not what the manifest says. */
  unpack(part: BackupPart, to: string | null, options: PackOptions): Promise<void>
}

/**
 * Reads what is in an open file. Throws `MaintenanceError` when it is no backup, is not complete, or is of a newer
 * format.
 */
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
        // What zstd says of bytes that are not its own.
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

/** Each part has a place of its own in a data folder and is in the archive. */
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

/** `a/b/c` lies in `a` and `a/b`. */
function foldersOf(name: string): string[] {
  const steps = name.split('/')
  return steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('/'))
}

/**
 * A plain path below the data folder that any system and terminal takes. The database's companions, the lock and a
 * restore under way are never part of a backup.
 */
function isPartName(name: string): boolean {
  const steps = name.split('/')
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..')
  const isOwn = name !== databaseName && passingFiles.test(steps[0] as string)
  return isPlain && !isOwn && !/[\\\p{Cc}\ufffd]/u.test(name)
}
