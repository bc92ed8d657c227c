/** Live facts of a list for an export, loaded per page of rows. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { activeAlarmOriginatorsMax } from '@sonde/model/alarms/active-alarms'
import { byOriginator } from '../live/use-active-alarms.ts'
import type { Client } from '../session/page-client.ts'
import { type EntityTableDescription, noRowLive, type RowLive } from '../ui/entity-table/entity-description.ts'

const quiet = { ignoreErrors: true, ignoreLoading: true } as const

/** The same as in the live table, by row id; undefined for lists without live facts. */
export function liveOfRows<T>(client: Client, description: EntityTableDescription<T>) {
  const { entityType, liveAttributes = [], liveTelemetry, showsAlarms, idOf } = description
  if (!entityType || (liveAttributes.length === 0 && !liveTelemetry && !showsAlarms)) return undefined
  return async (rows: readonly T[], signal: AbortSignal): Promise<ReadonlyMap<string, RowLive>> => {
    const ids = rows.map(idOf)
    const keys = new Set(liveTelemetry ? rows.flatMap(liveTelemetry) : [])
    const { data } = await client.entityQuery.find(
      {
        entityFilter: { type: 'entityList', entityType, entityList: [...ids] },
        entityFields: [],
        latestValues: [
          ...liveAttributes.map((key) => ({ type: 'SERVER_ATTRIBUTE' as const, key })),
          ...[...keys].map((key) => ({ type: 'TIME_SERIES' as const, key })),
        ],
        pageLink: { page: 0, pageSize: ids.length },
      },
      { ...quiet, signal },
    )
    const alarms = await activeAlarms(showsAlarms ? ids : [], signal)
    const valuesOf = new Map(data.map(({ entityId, latest }) => [entityId.id, latest]))
    return new Map(
      ids.map((id) => [
        id,
        {
          attributes: valuesOf.get(id)?.SERVER_ATTRIBUTE ?? noRowLive.attributes,
          telemetry: valuesOf.get(id)?.TIME_SERIES ?? noRowLive.telemetry,
          alarms: alarms.get(id),
        },
      ]),
    )
  }

  async function activeAlarms(ids: readonly string[], signal: AbortSignal) {
    const calls = createAlarmCalls(client.rest)
    const found = []
    for (let at = 0; at < ids.length; at += activeAlarmOriginatorsMax) {
      found.push(...(await calls.active(ids.slice(at, at + activeAlarmOriginatorsMax), { ...quiet, signal })))
    }
    return byOriginator(found)
  }
}
