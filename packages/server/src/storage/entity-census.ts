/** Highest count per tenant: for each key, the count of the tenant's entity with the most. */

import type { LimitKey } from '@sonde/model/limits/limits'

export const censusKeys = ['telemetryKeys', 'attributes', 'storedRpcCalls'] as const satisfies readonly LimitKey[]
export type CensusKey = (typeof censusKeys)[number]

export interface EntityCensus {
  /** Records a new count of an entity of the tenant. */
  note(key: CensusKey, tenantId: string, amount: number): void
  /** null: the first scan hasn't finished yet. */
  highest(key: CensusKey, tenantId: string): number | null
  /** Continues the table scans. Each stops at the end of its table or when its share for now is done. */
  walk(): Promise<void>
}
