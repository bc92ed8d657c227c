/** Bulk upload of points, points with an expiration, and alternative paths for attributes. */

import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { CallOptions, Rest } from '../rest/rest.ts'
import { keysQuery } from './telemetry-calls.ts'

type Values = Readonly<Record<string, unknown>>

/** Values with the same time. */
export interface TelemetryPoint {
  /** Epoch ms. */
  readonly ts: number
  readonly values: Values
}

const root = '/api/plugins/telemetry'

export type TelemetryUploadCalls = ReturnType<typeof createTelemetryUploadCalls>

export function createTelemetryUploadCalls(rest: Rest) {
  return {
    /** Saves values of several times, permanently or for `ttlSeconds`; the server accepts up to 16 MB per request. */
    savePoints: (
      { entityType, id }: EntityId,
      points: readonly TelemetryPoint[],
      { ttlSeconds }: { readonly ttlSeconds?: number } = {},
      options: CallOptions = {},
    ) =>
      rest.request<void>(
        'POST',
        `${root}/${entityType}/${id}/timeseries/ANY${ttlSeconds === undefined ? '' : `/${ttlSeconds}`}`,
        { ...options, body: points },
      ),

    /** Same as `saveAttributes` under an alternative path. */
    saveEntityAttributes: (
      { entityType, id }: EntityId,
      scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
      values: Values,
      options: CallOptions = {},
    ) => rest.request<void>('POST', `${root}/${entityType}/${id}/attributes/${scope}`, { ...options, body: values }),

    /** Same as `saveAttributes` for a device by its id. */
    saveDeviceAttributes: (
      deviceId: string,
      scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
      values: Values,
      options: CallOptions = {},
    ) => rest.request<void>('POST', `${root}/${deviceId}/${scope}`, { ...options, body: values }),

    /** Same as `deleteAttributes` for a device by its id. */
    deleteDeviceAttributes: (
      deviceId: string,
      scope: AttributeScope,
      keys: readonly string[],
      options: CallOptions = {},
    ) => rest.request<void>('DELETE', `${root}/${deviceId}/${scope}`, { ...options, query: keysQuery(keys) }),
  }
}
