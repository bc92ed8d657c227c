/**
 * Sends the file of a package, as bytes or inside JSON. The file is read from disk as fast as the client receives it.
 */

import type { FastifyReply } from 'fastify'
import { asAttachment } from '../http/attachment.ts'
import type { FileRange, PackageFiles } from './package-files.ts'
import type { StoredPackage } from './stored-package.ts'

type Files = Pick<PackageFiles, 'read'>

/** The package as JSON, its file in Base64 under `data`. */
export async function* packageJson(files: Files, { info, file }: StoredPackage): AsyncGenerator<Uint8Array, void> {
  const head = JSON.stringify(info).slice(0, -1)
  if (file === null || !info.dataSize) return yield Buffer.from(`${head},"data":null}`)
  const pieces = await files.read(file, { start: 0, bytes: info.dataSize })
  let text = `${head},"data":"`
  let rest: Buffer = Buffer.alloc(0)
  for await (const read of pieces as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? read : Buffer.concat([rest, read])
    // Base64 encodes three bytes at a time.
    const whole = bytes.length - (bytes.length % 3)
    rest = Buffer.from(bytes.subarray(whole))
    yield Buffer.from(text + bytes.toString('base64', 0, whole))
    text = ''
  }
  yield Buffer.from(`${text}${rest.toString('base64')}"}`)
}

/** Sends a range of the file as an attachment, so that browsers save it and never display it. */
export async function sendPackageFile(
  reply: FastifyReply,
  files: Files,
  { info, file }: StoredPackage,
  range: FileRange,
): Promise<FastifyReply> {
  asAttachment(reply, info.fileName ?? 'package')
    .header('content-length', range.bytes)
    .type(info.contentType ?? 'application/octet-stream')
  return reply.send(file === null || range.bytes === 0 ? Buffer.alloc(0) : await files.read(file, range))
}
