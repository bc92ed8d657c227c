/** Whether an entity has room for further telemetry keys and attributes: doors ask before they take something. */

import type { EntityId } from '@sonde/model/ids'
import type { KeyLimit, KeyRoom } from '../storage/key-limits.ts'
import type { Limits } from './limits.ts'

interface Keyed {
  readonly key: string
}

/** Each says why the values are refused; null: there is room. */
export interface KeyChecks {
  telemetry(tenantId: string, entity: EntityId, values: readonly Keyed[]): string | null
  attributes(tenantId: string, entity: EntityId, scope: string, values: readonly Keyed[]): string | null
}

export interface KeyCheckDeps {
  readonly keyRoom: KeyRoom
  readonly limits: Pick<Limits, 'rejected' | 'measure'>
}

export function createKeyChecks({ keyRoom, limits }: KeyCheckDeps): KeyChecks {
  limits.measure('tenantTelemetryKeys', keyRoom.telemetryKeysOf)

  const words = (full: KeyLimit | null, tenantId: string, entity: EntityId) =>
    full === null ? null : limits.rejected(tenantId, full, entity)

  return {
    telemetry: (tenantId, entity, values) => words(keyRoom.telemetry(tenantId, entity.id, values), tenantId, entity),
    attributes: (tenantId, entity, scope, values) =>
      words(keyRoom.attributes(tenantId, entity.id, scope, values), tenantId, entity),
  }
}

/** For parts that run without a server. */
export const noKeyChecks: KeyChecks = { telemetry: () => null, attributes: () => null }
