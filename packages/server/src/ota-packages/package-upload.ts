/**
 * Receives a file from a form: streamed, hashed and written to disk piece by piece, never held in memory as a whole.
 *
 * The form has one file, in the field `file`. Other fields are read and discarded, within small bounds.
 */

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import type { ChecksumAlgorithm } from '@sonde/model/ota-packages/ota-package'
import { nameLengthMax } from '@sonde/model/schema-parts'
import { bodyCame, limitBodyTime } from '../http/body-time.ts'
import { rejectHostileText } from '../http/http-body.ts'
import { createChecksum } from './checksums.ts'
import type { NewPackageFile, PackageFiles } from './package-files.ts'

const fileField = 'file'
/** Limits of the form besides the file. */
const formLimits = { fieldNameSize: 100, fieldSize: 1024, fields: 10, files: 4, parts: 14, headerSize: 8192 }
/** Bytes between two checks of the free disk space. */
const roomLookBytes = 16 * 1024 * 1024
/** Upper bound for the size of the form without its file. */
const formBytesMax = 4096

/** A completely received file; the caller keeps or drops it. */
export interface UploadedFile {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: number
  readonly checksum: string
  readonly file: NewPackageFile
}

export interface UploadDeps {
  readonly files: Pick<PackageFiles, 'create' | 'requireRoom'>
  /** Maximum size of a file, bytes. */
  readonly bytesMax: number
}

/** Minimum file size according to the request's content length; 0 if unknown. */
export function announcedBytes(request: IncomingMessage): number {
  const length = Number(request.headers['content-length'])
  return length > formBytesMax ? length - formBytesMax : 0
}

/** Throws 415 or 400 for an invalid form, 413 for a file that is too large, 503 when the disk is full. */
export async function receiveUpload(
  { files, bytesMax }: UploadDeps,
  request: IncomingMessage,
  algorithm: ChecksumAlgorithm,
): Promise<UploadedFile> {
  const contentType = request.headers['content-type']
  if (contentType === undefined || !/^multipart\/form-data\b/i.test(contentType)) {
    throw new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'Send the file as multipart/form-data, in the field file.', {
      status: 415,
    })
  }
  if (announcedBytes(request) > bytesMax) throw tooLarge(bytesMax)
  await files.requireRoom(announcedBytes(request))
  const form = formOf(request, contentType)
  let stream: Readable | undefined
  let receiving: Promise<UploadedFile> | undefined

  async function receive(pieces: Readable, fileName: string, type: string): Promise<UploadedFile> {
    const name = checkedName(fileName)
    const checksum = createChecksum(algorithm)
    const file = await files.create()
    let bytes = 0
    let looked = 0
    try {
      for await (const piece of pieces as AsyncIterable<Buffer>) {
        bodyCame(request)
        bytes += piece.length
        if (bytes > bytesMax) throw tooLarge(bytesMax)
        if (bytes - looked >= roomLookBytes) {
          looked = bytes
          await files.requireRoom(0)
        }
        checksum.update(piece)
        await file.write(piece)
      }
      if (bytes === 0) throw badRequest('The file is empty. Choose another file.')
      return { fileName: name, contentType: contentTypeOf(type), bytes, checksum: checksum.digest(), file }
    } catch (error) {
      await file.drop()
      throw error
    }
  }

  try {
    await new Promise<void>((resolve, reject) => {
      const take = (field: string, pieces: BusboyFileStream, name: string | undefined, _: string, type: string) => {
        // The form emits the same error, and this stream may have no listener yet.
        pieces.on('error', () => undefined)
        if (field !== fileField || receiving) return void pieces.resume()
        stream = pieces
        receiving = receive(pieces, name ?? '', type)
        receiving.catch(reject)
      }
      form.on('file', take)
      form.once('error', reject)
      form.once('finish', resolve)
      request.once('error', reject)
      request.once('close', () => {
        if (!request.complete) reject(new Error('The connection ended before the form.'))
      })
      request.pipe(form)
    })
    if (receiving) return await receiving
    throw badRequest('The form has no file. Send it in the field file.')
  } catch (error) {
    stream?.destroy()
    const [received] = await Promise.allSettled([receiving])
    if (received.status === 'fulfilled') await received.value?.file.drop()
    // An error of the file is the reason why the form failed.
    throw rejectionOf(received.status === 'rejected' && isPlain(received.reason) ? received.reason : error)
  } finally {
    // The rest of a rejected upload is read and discarded, so that the caller receives the error.
    request.unpipe(form)
    request.resume()
    limitBodyTime(request)
  }
}

function formOf(request: IncomingMessage, contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: formLimits,
    })
  } catch (error) {
    throw rejectionOf(error)
  }
}

/** Whether it is a domain or a disk error, as opposed to a form that ended early. */
const isPlain = (error: unknown): boolean =>
  error instanceof DomainError || (error as { syscall?: string } | null)?.syscall !== undefined

const rejectionOf = (error: unknown): unknown =>
  isPlain(error)
    ? error
    : new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'The form is broken or ended too early. Send it again.', {
        cause: error,
      })

const tooLarge = (bytesMax: number) =>
  new DomainError(
    ErrorCode.BAD_REQUEST_PARAMS,
    `The file is larger than ${bytesMax} bytes, the limit of this server (SONDE_PACKAGE_BYTES).`,
    { status: 413 },
  )

function checkedName(given: string): string {
  const name = given.trim()
  if (name === '') throw badRequest('The file has no name. Send it with one.')
  if (name.length > nameLengthMax) {
    throw badRequest(`The file's name has ${name.length} characters; the limit is ${nameLengthMax}.`)
  }
  rejectHostileText(name, "The file's name")
  return name
}

/** Content type that is valid in a response header; otherwise the type of binary data. */
const contentTypeOf = (given: string): string =>
  given.length <= nameLengthMax && /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/.test(given)
    ? given
    : 'application/octet-stream'
