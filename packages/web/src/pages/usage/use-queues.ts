/** Queries about rule engine queues: the assets that represent them, and errors in rule chains. */

import type { SeriesPoint } from '@sonde/client/telemetry/telemetry-calls'
import { reservedAssetType } from '@sonde/model/assets/asset'
import type { EntityId } from '@sonde/model/ids'
import {
  partsOfQueueAsset,
  type RuleEngineException,
  ruleEngineExceptionKey,
  ruleEngineExceptionOf,
} from '@sonde/model/queues/queue-statistics'
import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../session/page-client.ts'
import { useClient } from '../../session/use-session.tsx'

export const queuesRoom = 'queueStatistics'
/** Interval in ms to look for queues that got their first message. */
const refreshMs = 60_000
/** Maximum number of queues; a queue on several services counts several times. */
const queuesMax = 20
/** Maximum number of errors per queue, newest first. */
const errorsMax = 1_000

/** A queue of the rule engine on a service. */
export interface Queue {
  readonly id: EntityId
  readonly queue: string
  readonly serviceId: string
}

export interface QueueErrorRow {
  /** Unique row ID. */
  readonly id: string
  /** Epoch ms. */
  readonly ts: number
  readonly of: Queue
  readonly exception: RuleEngineException
}

/** Queues that have had messages, sorted by name. */
export function useQueues() {
  const { entityQuery } = useClient()
  return useQuery({
    queryKey: [queuesRoom, 'queues'],
    refetchInterval: refreshMs,
    queryFn: async ({ signal }): Promise<readonly Queue[]> => {
      const { data } = await entityQuery.find(
        {
          entityFilter: { type: 'assetType', assetType: reservedAssetType, assetNameFilter: '' },
          entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
          latestValues: [],
          keyFilters: [],
          pageLink: {
            page: 0,
            pageSize: queuesMax,
            sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' },
          },
        },
        { signal, ignoreErrors: true },
      )
      return data.map(({ entityId, latest }) => {
        return { id: entityId, ...partsOfQueueAsset(latest.ENTITY_FIELD?.name?.value ?? '') }
      })
    },
  })
}

/** Errors in a time range, of all queues, newest first. */
export async function loadQueueErrors(
  telemetry: Client['telemetry'],
  queues: readonly Queue[],
  range: { readonly startTime: number; readonly endTime: number },
  signal: AbortSignal,
): Promise<QueueErrorRow[]> {
  const rows = await Promise.all(
    queues.map(async (queue) => {
      const byKey = await telemetry.range(
        queue.id,
        {
          keys: [ruleEngineExceptionKey],
          startTs: range.startTime,
          endTs: range.endTime,
          limit: errorsMax,
          agg: 'NONE',
          orderBy: 'DESC',
          useStrictDataTypes: true,
        },
        { signal, ignoreErrors: true },
      )
      return (byKey[ruleEngineExceptionKey] ?? []).flatMap((point) => rowOf(queue, point))
    }),
  )
  return rows.flat().sort((a, b) => b.ts - a.ts)
}

function rowOf(of: Queue, { ts, value }: SeriesPoint): QueueErrorRow[] {
  const exception = ruleEngineExceptionOf(value)
  return exception ? [{ id: `${of.id.id} ${ts}`, ts, of, exception }] : []
}
