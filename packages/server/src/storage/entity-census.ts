/** How much the entity of a tenant with most of something has, as the store counts it. */

import type { LimitKey } from '@sonde/model/limits/limits'

export const censusKeys = ['telemetryKeys', 'attributes', 'storedRpcCalls'] as const satisfies readonly LimitKey[]
export type CensusKey = (typeof censusKeys)[number]

export interface EntityCensus {
  /** An entity of the tenant has so many. */
  note(key: CensusKey, tenantId: string, amount: number): void
  /** null: the first walk has not come round yet. */
  highest(key: CensusKey, tenantId: string): number | null
  /** Goes on with the walks, each to the end of its table or to where it has done enough for now. */
  walk(): Promise<void>
}
