/** Import of entities from CSV text. */

import type { BulkImportRequest, BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface ImportCallOptions extends CallOptions {
  /** Whether the result lists the created entities, at most 1000. */
  readonly listCreated?: boolean
  /** Whether the result lists what updated entities were before, at most 1000. */
  readonly listUpdated?: boolean
}

/** The import of a type; `path`: the type's part of the address, such as `device`. */
export const importCall =
  (rest: Rest, path: string) =>
  (request: BulkImportRequest, { listCreated, listUpdated, ...options }: ImportCallOptions = {}) =>
    rest.request<BulkImportResult>('POST', `/api/${path}/bulk_import`, {
      ...options,
      query: { listCreated, listUpdated },
      body: request,
    })
