/** Creates and connects the services of the events module. */

import type { EntityId } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { createDeviceFaultRecorder } from './device-fault-recorder.ts'
import { createEventRecorder, type EventRecorderDeps } from './event-recorder.ts'
import { ownerOf } from './event-rows.ts'
import { createEventService } from './event-service.ts'
import { createEventStore } from './event-store.ts'
import { createRuleEventRecorder } from './rule-event-recorder.ts'

/** Interval for deleting expired events and recording statistics of rule nodes. */
export const eventRoundMs = 3_600_000

export interface EventRoomDeps {
  readonly relational: RelationalStore
  readonly access: Access
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  /** Name of this process in events. */
  readonly server: string
  readonly log: EventRecorderDeps['log']
}

export function createEvents({ relational, access, commit, live, clock, server, log }: EventRoomDeps) {
  const store = createEventStore(relational)
  const recorder = createEventRecorder({ store, commit, clock, server, log })
  const ruleEvents = createRuleEventRecorder({ recorder, live, clock })
  const events = createEventService({ store, access, commit, clock })

  return {
    events,
    ruleEvents,
    /** Records an error of the server as an event of an entity. */
    noteError(tenantId: string, entity: EntityId, method: string, error: string) {
      recorder.note({ ...ownerOf(tenantId, entity), type: 'ERROR', method, error })
    },
    deviceFaults: createDeviceFaultRecorder({ recorder, clock }),
    close: recorder.close,
  }
}
