/** Trash: deleted entities that can be restored; tenant administrators only. Sonde API. */

import type { PageData, PageLink } from '@sonde/model/paging'
import type { Emptied, Restoration, Restored, TrashItem, TrashSettings } from '@sonde/model/trash/trash'
import type { TrashedType } from '@sonde/model/trash/trashed-types'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/v2/trash'

export type TrashCalls = ReturnType<typeof createTrashCalls>

export function createTrashCalls(rest: Rest) {
  return {
    /** Entities in the trash; sortable by `deletedTime`, `name`, `type`, `deletedBy` or `entityType`. */
    list: (link: PageLink, filter: { readonly entityType?: TrashedType } = {}, options: CallOptions = {}) =>
      rest.request<PageData<TrashItem>>('GET', root, { ...options, query: { ...pageQuery(link), ...filter } }),

    /** Retention of deleted entities. */
    settings: (options: CallOptions = {}) => rest.request<TrashSettings>('GET', `${root}/settings`, options),

    /**
     * Restores an entity. Throws `ApiError` 409 if its `NAME` or `CREDENTIALS` are in use by now (`taken` in the body),
     * and 400 if it depends on something that no longer exists.
     */
    restore: (entityId: string, restoration: Restoration = {}, options: CallOptions = {}) =>
      rest.request<Restored>('POST', `${root}/${entityId}/restore`, { ...options, body: restoration }),

    /** Deletes the entity permanently. */
    delete: (entityId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${entityId}`, options),

    /** Permanently deletes all entities in the trash. */
    empty: (options: CallOptions = {}) => rest.request<Emptied>('DELETE', root, options),
  }
}
