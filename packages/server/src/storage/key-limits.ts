/** How many telemetry keys and attributes an entity and its tenant may have, as the store asks for it. */

import { type LimitKey, limits } from '@sonde/model/limits/limits'
import { Rejection } from '@sonde/model/rejection'

export type KeyLimit = Extract<LimitKey, 'telemetryKeys' | 'tenantTelemetryKeys' | 'attributes'>

export interface KeyLimits {
  of(tenantId: string, limit: KeyLimit): number
}

/** The default of each. */
export const defaultKeyLimits: KeyLimits = { of: (_tenantId, limit) => limits[limit].default }

/** A transaction would make more keys than there may be; nothing of it is stored. */
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

/** Says what is full before something is stored; null: there is room. */
export interface KeyRoom {
  /** For telemetry under these keys. */
  telemetry(tenantId: string, entityId: string, values: readonly Keyed[]): KeyLimit | null
  /** For attributes of these keys in a scope. */
  attributes(tenantId: string, entityId: string, scope: string, values: readonly Keyed[]): KeyLimit | null
  /** Telemetry keys of all entities of a tenant. */
  telemetryKeysOf(tenantId: string): number
}
