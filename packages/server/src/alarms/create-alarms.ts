/** Creates and connects the services of the alarms module. */

import { entityId } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { Access } from '../access/operations.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import { createWalk } from '../entity-query/relation-walk.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { createAlarmHandling } from './alarm-handling-service.ts'
import { createAlarmHandlingStore } from './alarm-handling-store.ts'
import { createAlarmList } from './alarm-list-store.ts'
import { createAlarmRetention } from './alarm-retention.ts'
import { createAlarmService } from './alarm-service.ts'
import { createAlarmStore } from './alarm-store.ts'
import { createPendingAlarms } from './pending-alarms.ts'

export interface AlarmsDeps {
  readonly relational: RelationalStore
  readonly access: Access
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'error' | 'info'>
  /** Throws if the tenant reached its monthly limit of alarms. */
  readonly requireCreation?: (tenantId: string) => void
}

export function createAlarms({ relational, access, commit, live, clock, log, requireCreation }: AlarmsDeps) {
  const store = createAlarmStore(relational)
  const list = createAlarmList(relational)
  async function containedIn(id: string): Promise<readonly string[]> {
    const walk = createWalk(relational, { followsMatching: true }, ({ type }) => type === 'Contains')
    // The walk reads only the root's id.
    return (await walk(entityId('ASSET', id))).map((entity) => entity.id)
  }
  const plans = createPendingAlarms({ relational, store, live, clock, ...(requireCreation && { requireCreation }) })
  return {
    list,
    /** Plans for rule nodes, which commit them as records and changes of an outcome. */
    plans,
    service: createAlarmService({ store, list, plans, access, commit, clock, containedIn }),
    handling: createAlarmHandling({
      store: createAlarmHandlingStore(relational),
      alarms: store,
      access,
      commit,
      clock,
    }),
    retention: createAlarmRetention({ store, plans, commit, live, clock, log }),
  }
}
