/**
 * Checks whether an entity may get further telemetry keys and attributes. Transports and the API call this before they
 * accept values.
 */

import type { EntityId } from '@sonde/model/ids'
import type { KeyLimit, KeyRoom } from '../storage/key-limits.ts'
import type { Limits } from './limits.ts'

interface Keyed {
  readonly key: string
}

/** Each returns the reason for a rejection, or null if the values are accepted. */
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

/** Accepts everything: for components that run without a server. */
export const noKeyChecks: KeyChecks = { telemetry: () => null, attributes: () => null }
