/** The trash: what was deleted and can be brought back; tenant administrators only. Sonde's own. */

import type { PageData, PageLink } from '@sonde/model/paging'
import type { Emptied, Restoration, Restored, TrashedType, TrashItem, TrashSettings } from '@sonde/model/trash/trash'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/v2/trash'

export type TrashCalls = ReturnType<typeof createTrashCalls>

export function createTrashCalls(rest: Rest) {
  return {
    /** What is in the trash; sorted by `deletedTime`, `name`, `type`, `deletedBy` or `entityType`. */
    list: (link: PageLink, filter: { readonly entityType?: TrashedType } = {}, options: CallOptions = {}) =>
      rest.request<PageData<TrashItem>>('GET', root, { ...options, query: { ...pageQuery(link), ...filter } }),

    /** How long deleted entities can be restored. */
    settings: (options: CallOptions = {}) => rest.request<TrashSettings>('GET', `${root}/settings`, options),

    /**
     * Brings it back. Throws `ApiError` 409 whose body says in `taken` whether its `NAME` or its `CREDENTIALS` are in use
     * meanwhile, and 400 when something that it needs is gone.
     */
    restore: (entityId: string, restoration: Restoration = {}, options: CallOptions = {}) =>
      rest.request<Restored>('POST', `${root}/${entityId}/restore`, { ...options, body: restoration }),

    /** Deletes it for good. */
    delete: (entityId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${entityId}`, options),

    /** Deletes everything in the trash for good. */
    empty: (options: CallOptions = {}) => rest.request<Emptied>('DELETE', root, options),
  }
}
