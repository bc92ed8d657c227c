/**
 * Reads a request's body into one growing buffer. Storing the received chunks one by one would take about a hundred
 * times their size for a million chunks of one byte.
 */

import type { IncomingMessage } from 'node:http'
import { DomainError, ErrorCode } from '@sonde/model/errors'

/** Initial size of the buffer for a body in several chunks, in bytes. */
const firstBytes = 1024
/** Above this size the buffer grows to the announced content length at once. */
const growingBytesMax = 64 * 1024
/**
 * After this many chunks, they must have `partBytesMin` bytes on average, because each chunk costs as much time as a
 * long one.
 */
const smallPartsMax = 1_000
const partBytesMin = 64
const empty = Buffer.alloc(0)

export interface BodyBounds {
  readonly bytesMax: number
  /**
   * Called with the size of the buffer before it grows; throws when it would exceed a limit. Not called for a body that
   * arrives in one chunk.
   */
  readonly hold?: (bytes: number) => void
}

/**
 * Rejects with 413 beyond `bytesMax`, with the error that `hold` throws, or with the error of the connection. A
 * connection that sends its body in thousands of tiny chunks is destroyed, because even reading the rest in order to
 * respond would delay others.
 */
export function readBody(request: IncomingMessage, { bytesMax, hold }: BodyBounds): Promise<Buffer> {
  const said = Number(request.headers['content-length'] ?? Number.NaN)
  if (said > bytesMax) return Promise.reject(tooLarge())
  let retained: Buffer = empty
  let length = 0
  let parts = 0

  function add(part: Buffer) {
    const needed = length + part.length
    if (needed > bytesMax) throw tooLarge()
    if (++parts > smallPartsMax && needed < parts * partBytesMin) return void request.destroy()
    if (length === 0 && part.length === said) {
      retained = part
    } else {
      if (needed > retained.length) grow(needed)
      part.copy(retained, length)
    }
    length = needed
  }

  function grow(needed: number) {
    const most = Number.isNaN(said) ? bytesMax : said
    const wanted = needed > growingBytesMax && said > 0 ? said : Math.max(firstBytes, retained.length * 2)
    const bytes = Math.max(needed, Math.min(most, wanted))
    hold?.(bytes)
    const larger = Buffer.allocUnsafeSlow(bytes)
    retained.copy(larger, 0, 0, length)
    retained = larger
  }

  return new Promise((resolve, reject) => {
    function onData(part: Buffer) {
      try {
        add(part)
      } catch (error) {
        finish(() => reject(error))
      }
    }
    const onEnd = () => finish(() => resolve(retained.subarray(0, length)))
    const onFault = (error?: Error) => finish(() => reject(error ?? brokenOff()))
    function finish(settle: () => void) {
      request.off('data', onData).off('end', onEnd).off('error', onFault).off('close', onFault)
      // A late error no longer matters, but would end the process without a listener.
      request.on('error', ignore)
      settle()
    }
    request.on('data', onData).once('end', onEnd).once('error', onFault).once('close', onFault)
    request.resume()
  })
}

const tooLarge = () =>
  new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'The request body is too large. Send less at once.', {
    status: 413,
  })

const brokenOff = () => new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'The body ended early.')

/**
 * Module-level, so that the listener doesn't keep the body in memory: the request lives until its response was sent.
 */
function ignore() {}
