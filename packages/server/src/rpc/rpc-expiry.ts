/** Deletes persistent calls that are older than the retention in their tenant's profile. */

import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { type RpcStore, removedAtOnceMax } from './rpc-store.ts'

/** Interval between two runs, ms. */
export const expiryEveryMs = 2 * 3_600_000
const dayMs = 86_400_000

export interface RpcExpiryDeps {
  readonly store: Pick<RpcStore, 'keepingDays' | 'removeSomeBefore'>
  readonly commit: Commit
  readonly clock: Clock
}

export interface RpcExpiry {
  /** Deletes calls that are too old, in commits of limited size. */
  expire(): Promise<void>
}

export function createRpcExpiry({ store, commit, clock }: RpcExpiryDeps): RpcExpiry {
  async function expire() {
    for (const { tenantId, days } of await store.keepingDays()) {
      const statement = store.removeSomeBefore(tenantId, clock.nowMs() - days * dayMs)
      for (let isMore = true; isMore; ) {
        isMore = (await commit({ statements: [statement] })).rowsChanged[0] === removedAtOnceMax
      }
    }
  }

  return { expire }
}
