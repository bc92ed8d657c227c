/** File downloads. */

import { ApiError } from './api-error.ts'
import type { CallOptions, Rest } from './rest.ts'

/**
 * Download in progress. Read it with `blob()` or from `body`, or cancel `body`: until then it occupies the connection.
 */
export interface Download {
  /** File name from the server; empty if unknown. */
  readonly fileName: string
  readonly contentType: string
  /** null if the server doesn't send the size. */
  readonly sizeBytes: number | null
  /** Fails with a `TypeError` if the connection breaks. */
  readonly body: ReadableStream<Uint8Array>
  /** Reads the whole file. */
  blob(): Promise<Blob>
}

/** Starts a download. Throws `ApiError` if there is no file. */
export async function download(rest: Rest, path: string, options: CallOptions): Promise<Download> {
  const response = await rest.request<Response>('GET', path, { ...options, answer: 'response' })
  if (!response.ok || !response.body) {
    const message = 'The platform sent no file.'
    throw new ApiError({ status: response.status, message, method: 'GET', path })
  }
  const header = (name: string) => response.headers.get(name) ?? ''
  const size = Number.parseInt(header('content-length'), 10)
  return {
    fileName: header('x-filename') || /filename="?([^";]+)"?/i.exec(header('content-disposition'))?.[1] || '',
    contentType: header('content-type'),
    sizeBytes: Number.isNaN(size) ? null : size,
    body: response.body,
    blob: () => response.blob(),
  }
}
