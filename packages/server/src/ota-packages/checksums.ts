/** Checksums of packages, computed while the file is streamed. Hex; CRC32 and Murmur in little-endian order. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { ChecksumAlgorithm } from '@sonde/model/ota-packages/ota-package'
import { createMurmur32, createMurmur128, type PieceHash } from './murmur3.ts'

function createDigest(name: string): PieceHash {
  const hash = createHash(name)
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') }
}

function createCrc32(): PieceHash {
  let value = 0
  return {
    update(bytes) {
      value = crc32(bytes, value)
    },
    digest() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(value)
      return bytes.toString('hex')
    },
  }
}

const makers: Readonly<Record<ChecksumAlgorithm, () => PieceHash>> = {
  MD5: () => createDigest('md5'),
  SHA256: () => createDigest('sha256'),
  SHA384: () => createDigest('sha384'),
  SHA512: () => createDigest('sha512'),
  CRC32: createCrc32,
  MURMUR3_32: createMurmur32,
  MURMUR3_128: createMurmur128,
}

export const createChecksum = (algorithm: ChecksumAlgorithm): PieceHash => makers[algorithm]()

/** Checksum of a file. Rejects with the system's error when the file can't be read. */
export async function checksumOfFile(path: string, algorithm: ChecksumAlgorithm): Promise<string> {
  const checksum = createChecksum(algorithm)
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) checksum.update(piece as Buffer)
  return checksum.digest()
}
