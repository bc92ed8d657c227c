/** Reads a ZIP archive in tests, using its central directory. */

const endMark = 0x06054b50
const endLength = 22

/** Returns texts by path. Throws if sizes or checksums are wrong. */
export async function unzip(archive: Blob): Promise<Map<string, string>> {
  const bytes = new Uint8Array(await archive.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const end = bytes.length - endLength
  if (view.getUint32(end, true) !== endMark) throw new Error('The archive has no end.')
  const texts = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const nameLength = view.getUint16(at + 28, true)
    const offset = view.getUint32(at + 42, true)
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const packed = bytes.slice(start, start + view.getUint32(at + 20, true))
    const unpacked = await new Response(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
    ).bytes()
    const isRight =
      unpacked.length === view.getUint32(at + 24, true) && crc32(unpacked) === view.getUint32(at + 16, true)
    if (!isRight) throw new Error(`${path} is not what the directory says.`)
    texts.set(path, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(unpacked))
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return texts
}

/** Bitwise implementation, independent of the tested one. */
function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
