/** Widgets bundles: groups of widget types. */

import type { PageData, PageLink } from '@sonde/model/paging'
import type { WidgetsBundle, WidgetsBundleInput } from '@sonde/model/widgets/widgets-bundle'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type WidgetsBundleCalls = ReturnType<typeof createWidgetsBundleCalls>

export function createWidgetsBundleCalls(rest: Rest) {
  return {
    /** All bundles of the tenant and of the system. */
    all: (options: CallOptions = {}) => rest.request<readonly WidgetsBundle[]>('GET', '/api/widgetsBundles', options),

    /** Page of the bundles of the tenant and of the system. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<WidgetsBundle>>('GET', '/api/widgetsBundles', { ...options, query: pageQuery(link) }),

    /** Throws `ApiError` 404. */
    get: (widgetsBundleId: string, options: CallOptions = {}) =>
      rest.request<WidgetsBundle>('GET', `/api/widgetsBundle/${widgetsBundleId}`, options),

    /** Creates a bundle, or updates it if it has an id. Throws `ApiError` 400 for a blank title. */
    save: (bundle: WidgetsBundleInput, options: CallOptions = {}) =>
      rest.request<WidgetsBundle>('POST', '/api/widgetsBundle', { ...options, body: bundle }),

    /** Deletes a bundle with its widget types. */
    delete: (widgetsBundleId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/widgetsBundle/${widgetsBundleId}`, options),
  }
}
