/** Files that the platform sends. */

import { ApiError } from './api-error.ts'
import type { CallOptions, Rest } from './rest.ts'

/** A file on its way. Read it with `blob()` or from `body`, or cancel `body`: until then the connection is held. */
export interface Download {
  /** As the platform names it; empty when it does not. */
  readonly fileName: string
  readonly contentType: string
  /** Null when the platform does not say. */
  readonly sizeBytes: number | null
  /** Fails with a `TypeError` when the connection breaks. */
  readonly body: ReadableStream<Uint8Array>
  /** The whole file at once. */
  blob(): Promise<Blob>
}

/** Begins to download. Throws `ApiError` when there is no file. */
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
