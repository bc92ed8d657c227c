/** Many points at once, points that expire, and the wire's further paths for attributes. */

import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { CallOptions, Rest } from '../rest/rest.ts'

type Values = Readonly<Record<string, unknown>>

/** Values of one moment. */
export interface TelemetryPoint {
  /** Epoch ms. */
  readonly ts: number
  readonly values: Values
}

const root = '/api/plugins/telemetry'

export type TelemetryUploadCalls = ReturnType<typeof createTelemetryUploadCalls>

export function createTelemetryUploadCalls(rest: Rest) {
  return {
    /** Saves values of several moments, for good or for `ttlSeconds`; the platform takes up to 16 MB at once. */
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

    /** As `saveAttributes`, by the wire's second path. */
    saveEntityAttributes: (
      { entityType, id }: EntityId,
      scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
      values: Values,
      options: CallOptions = {},
    ) => rest.request<void>('POST', `${root}/${entityType}/${id}/attributes/${scope}`, { ...options, body: values }),

    /** As `saveAttributes`, of a device by its id alone. */
    saveDeviceAttributes: (
      deviceId: string,
      scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
      values: Values,
      options: CallOptions = {},
    ) => rest.request<void>('POST', `${root}/${deviceId}/${scope}`, { ...options, body: values }),

    /** As `deleteAttributes`, of a device by its id alone. */
    deleteDeviceAttributes: (
      deviceId: string,
      scope: AttributeScope,
      keys: readonly string[],
      options: CallOptions = {},
    ) => rest.request<void>('DELETE', `${root}/${deviceId}/${scope}`, { ...options, query: { keys } }),
  }
}
