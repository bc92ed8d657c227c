/** Widget types: what dashboards draw with, sorted into bundles. */

import type { WidgetType, WidgetTypeDetails, WidgetTypeInfo, WidgetTypeInput } from '@sonde/model/widgets/widget-type'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** Names a bundle: of the system, or of the caller's tenant. */
export interface BundleKey {
  readonly isSystem: boolean
  readonly bundleAlias: string
}

export type WidgetTypeCalls = ReturnType<typeof createWidgetTypeCalls>

export function createWidgetTypeCalls(rest: Rest) {
  return {
    /** Throws `ApiError` 404. */
    get: (widgetTypeId: string, options: CallOptions = {}) =>
      rest.request<WidgetTypeDetails>('GET', `/api/widgetType/${widgetTypeId}`, options),

    /** By the names that dashboards carry; customer users may ask too. Throws `ApiError` 404. */
    byAlias: ({ isSystem, bundleAlias }: BundleKey, alias: string, options: CallOptions = {}) =>
      rest.request<WidgetType>('GET', '/api/widgetType', { ...options, query: { isSystem, bundleAlias, alias } }),

    /** Those of a bundle. */
    list: ({ isSystem, bundleAlias }: BundleKey, options: CallOptions = {}) =>
      rest.request<readonly WidgetType[]>('GET', '/api/widgetTypes', { ...options, query: { isSystem, bundleAlias } }),

    /** Those of a bundle with image and description. */
    listDetails: ({ isSystem, bundleAlias }: BundleKey, options: CallOptions = {}) =>
      rest.request<readonly WidgetTypeDetails[]>('GET', '/api/widgetTypesDetails', {
        ...options,
        query: { isSystem, bundleAlias },
      }),

    /** Those of a bundle with image and description, without what they are built of. */
    listInfos: ({ isSystem, bundleAlias }: BundleKey, options: CallOptions = {}) =>
      rest.request<readonly WidgetTypeInfo[]>('GET', '/api/widgetTypesInfos', {
        ...options,
        query: { isSystem, bundleAlias },
      }),

    /** Makes a widget type, or changes it when it has an id. Throws `ApiError` 400 for an unknown bundle. */
    save: (widgetType: WidgetTypeInput, options: CallOptions = {}) =>
      rest.request<WidgetTypeDetails>('POST', '/api/widgetType', { ...options, body: widgetType }),

    /** Deletes it; dashboards that draw with it say that it is missing. */
    delete: (widgetTypeId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/widgetType/${widgetTypeId}`, options),
  }
}
