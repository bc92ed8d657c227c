/** The resource library: LwM2M models and key stores, of the tenant and of the system. */

import type { PageData, PageLink, SortDirection } from '@sonde/model/paging'
import type { Lwm2mObject, Resource, ResourceInfo, ResourceInput } from '@sonde/model/resources/resource'
import { type Download, download } from '../rest/download.ts'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/resource'

export type ResourceCalls = ReturnType<typeof createResourceCalls>

export function createResourceCalls(rest: Rest) {
  return {
    /** Page of the resources of the tenant and of the system. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<ResourceInfo>>('GET', root, { ...options, query: pageQuery(link) }),

    /** Resource without the file. Throws `ApiError` 404. */
    info: (resourceId: string, options: CallOptions = {}) =>
      rest.request<ResourceInfo>('GET', `${root}/info/${resourceId}`, options),

    /** Resource with the file in Base64. Throws `ApiError` 404. */
    get: (resourceId: string, options: CallOptions = {}) =>
      rest.request<Resource>('GET', `${root}/${resourceId}`, options),

    /** Creates a resource, or updates it if it has an id. Throws `ApiError` 400 if its key is taken. */
    save: (resource: ResourceInput, options: CallOptions = {}) =>
      rest.request<Resource>('POST', root, { ...options, body: resource }),

    /** Deletes a resource with its file. */
    delete: (resourceId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${resourceId}`, options),

    /** Starts to download the file. */
    download: (resourceId: string, options: CallOptions = {}): Promise<Download> =>
      download(rest, `${root}/${resourceId}/download`, options),

    /** LwM2M objects by `keyId` (null: all), sorted by `id` or `name`. */
    lwm2mObjects: (
      objectIds: readonly string[] | null,
      sort: { readonly sortProperty: 'id' | 'name'; readonly sortOrder: SortDirection },
      options: CallOptions = {},
    ) =>
      rest.request<readonly Lwm2mObject[]>('GET', `${root}/lwm2m`, {
        ...options,
        query: { ...sort, objectIds: objectIds ?? undefined },
      }),

    /** LwM2M objects of a page of models; `textSearch` covers keys and names. Returns a list, as in ThingsBoard. */
    lwm2mPage: (link: PageLink, options: CallOptions = {}) =>
      rest.request<readonly Lwm2mObject[]>('GET', `${root}/lwm2m/page`, { ...options, query: pageQuery(link) }),
  }
}
