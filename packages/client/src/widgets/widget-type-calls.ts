/** Widget types of dashboards, grouped into bundles. */

import type { WidgetType, WidgetTypeDetails, WidgetTypeInfo, WidgetTypeInput } from '@sonde/model/widgets/widget-type'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** Identifies a bundle of the system or of the caller's tenant. */
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

    /** By the aliases that dashboards store; available to customer users. Throws `ApiError` 404. */
    byAlias: ({ isSystem, bundleAlias }: BundleKey, alias: string, options: CallOptions = {}) =>
      rest.request<WidgetType>('GET', '/api/widgetType', { ...options, query: { isSystem, bundleAlias, alias } }),

    /** Widget types of a bundle. */
    list: ({ isSystem, bundleAlias }: BundleKey, options: CallOptions = {}) =>
      rest.request<readonly WidgetType[]>('GET', '/api/widgetTypes', { ...options, query: { isSystem, bundleAlias } }),

    /** Widget types of a bundle, with image and description. */
    listDetails: ({ isSystem, bundleAlias }: BundleKey, options: CallOptions = {}) =>
      rest.request<readonly WidgetTypeDetails[]>('GET', '/api/widgetTypesDetails', {
        ...options,
        query: { isSystem, bundleAlias },
      }),

    /** Widget types of a bundle, with image and description but without descriptor. */
    listInfos: ({ isSystem, bundleAlias }: BundleKey, options: CallOptions = {}) =>
      rest.request<readonly WidgetTypeInfo[]>('GET', '/api/widgetTypesInfos', {
        ...options,
        query: { isSystem, bundleAlias },
      }),

    /** Creates a widget type, or updates it if it has an id. Throws `ApiError` 400 for an unknown bundle. */
    save: (widgetType: WidgetTypeInput, options: CallOptions = {}) =>
      rest.request<WidgetTypeDetails>('POST', '/api/widgetType', { ...options, body: widgetType }),

    /** Deletes the widget type; dashboards that use it show that it is missing. */
    delete: (widgetTypeId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/widgetType/${widgetTypeId}`, options),
  }
}
