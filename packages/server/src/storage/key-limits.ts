/** Limits on the number of telemetry keys and attributes per entity and tenant, as the store reads them. */

import { type LimitKey, limits } from '@sonde/model/limits/limits'
import { Rejection } from '@sonde/model/rejection'

export type KeyLimit = Extract<LimitKey, 'telemetryKeys' | 'tenantTelemetryKeys' | 'attributes'>

export interface KeyLimits {
  of(tenantId: string, limit: KeyLimit): number
}

/** Default limits for all tenants. */
export const defaultKeyLimits: KeyLimits = { of: (_tenantId, limit) => limits[limit].default }

/** A transaction would exceed a key limit; none of it is stored. */
export class KeyLimitReached extends Rejection {
  override readonly name = 'KeyLimitReached'
  readonly limit: KeyLimit
  readonly tenantId: string
  readonly entityId: string
  constructor(limit: KeyLimit, tenantId: string, entityId: string) {
    super(`${limits[limit].title}: the limit is reached.`)
    this.limit = limit
    this.tenantId = tenantId
    this.entityId = entityId
  }
}

interface Keyed {
  readonly key: string
}

/** Checks key limits before a write. Returns the limit that would be exceeded; null: none. */
export interface KeyRoom {
  /** Checks telemetry with these keys. */
  telemetry(tenantId: string, entityId: string, values: readonly Keyed[]): KeyLimit | null
  /** Checks attributes with these keys in a scope. */
  attributes(tenantId: string, entityId: string, scope: string, values: readonly Keyed[]): KeyLimit | null
  /** Number of telemetry keys of all entities of a tenant. */
  telemetryKeysOf(tenantId: string): number
}
