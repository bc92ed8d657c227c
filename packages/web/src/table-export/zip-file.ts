/**
 * Writes a ZIP archive while its content is still being produced. Each part is compressed by the browser's
 * `CompressionStream`, off the main thread, so that neither time nor memory grows with unwritten content. (ZIP
 * libraries either block the page or start workers from `blob:` URLs, which the page's content security policy
 * forbids.)
 *
 * Layout: APPNOTE.TXT 6.3.10 of PKWARE; sizes follow each part (general purpose bit 3), names are UTF-8 (bit 11).
 */

const encoder = new TextEncoder()
const isHighHalf = (code: number) => code >= 0xd800 && code < 0xdc00
/** Characters passed to the compression at once. */
const textChunkLength = 64 * 1024

const crcTable = Uint32Array.from({ length: 256 }, (_, at) => {
  let crc = at
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crcOf(bytes: Uint8Array, before: number): number {
  let crc = before
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return crc
}

/** Encodes numbers of 2 or 4 bytes in little-endian order. */
function bytesOf(...numbers: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of numbers) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value >>> 0, true)
    at += size
  }
  return bytes
}

interface Entry {
  readonly name: Uint8Array<ArrayBuffer>
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly unpacked: number
}

/** First day of DOS dates: archives of one export differ only in their content. */
const dosDate = 0x21
const version = 20
const flags = 0x0808
const deflated = 8

export interface ZipPart {
  /** Resolves when the compression can accept more. */
  write(text: string): Promise<void>
  end(): Promise<void>
}

export function createZip() {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const entries: Entry[] = []
  let length = 0
  const put = (bytes: Uint8Array<ArrayBuffer>) => {
    pieces.push(bytes)
    length += bytes.length
  }

  /** Starts a part. Parts are sequential: end one before starting the next. */
  function begin(path: string): ZipPart {
    const name = encoder.encode(path)
    const offset = length
    put(bytesOf([4, 0x04034b50], [2, version], [2, flags], [2, deflated], [2, 0], [2, dosDate]))
    put(bytesOf([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]))
    put(name)
    const before = length
    let crc = 0xffffffff
    let unpacked = 0
    const compression = new CompressionStream('deflate-raw')
    const writer = compression.writable.getWriter()
    const reading = (async () => {
      const reader = compression.readable.getReader()
      for (let step = await reader.read(); !step.done; step = await reader.read()) put(step.value)
    })()
    // The error is thrown by `end`, or by the write that it causes to fail.
    reading.catch(() => {})

    return {
      async write(text) {
        for (let at = 0, end = 0; at < text.length; at = end) {
          end = Math.min(text.length, at + textChunkLength)
          // Keeps surrogate pairs together.
          if (isHighHalf(text.charCodeAt(end - 1))) end += 1
          const bytes = encoder.encode(text.slice(at, end))
          crc = crcOf(bytes, crc)
          unpacked += bytes.length
          await writer.ready
          await writer.write(bytes)
        }
      },
      async end() {
        await writer.close()
        await reading
        const entry = { name, offset, crc: ~crc, packed: length - before, unpacked }
        entries.push(entry)
        put(bytesOf([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, unpacked]))
      },
    }
  }

  async function add(path: string, text: string): Promise<void> {
    const part = begin(path)
    await part.write(text)
    await part.end()
  }

  /** Completes the archive and returns its bytes. */
  function finish(): readonly Uint8Array<ArrayBuffer>[] {
    const start = length
    for (const { name, offset, crc, packed, unpacked } of entries) {
      put(bytesOf([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, deflated], [2, 0], [2, dosDate]))
      put(bytesOf([4, crc], [4, packed], [4, unpacked], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0]))
      put(bytesOf([4, offset]))
      put(name)
    }
    const count = entries.length
    put(bytesOf([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, length - start], [4, start], [2, 0]))
    return pieces
  }

  return { begin, add, finish }
}
