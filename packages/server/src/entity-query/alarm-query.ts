/** Alarms of the entities that a query finds (dashboards.md §7). */

import { type AlarmSearchStatus, type AlarmStatus, statusesOf } from '@sonde/model/alarms/alarm'
import type { AlarmData, AlarmDataQuery, EntityData } from '@sonde/model/entity-query/entity-query'
import { badRequest } from '@sonde/model/errors'
import { emptyPage, type PageData } from '@sonde/model/paging'
import type { Scope } from '../access/scope.ts'
import type { AlarmStore } from '../alarms/alarm-store.ts'
import type { Clock } from '../clock.ts'
import type { EntityQuery } from './entity-query-service.ts'

/** Entities whose alarms one query looks through. */
export const alarmEntitiesMax = 10_000

export interface AlarmQueryParts {
  readonly entityQuery: Pick<EntityQuery, 'matching'>
  readonly alarms: Pick<AlarmStore, 'findByOriginators'>
  readonly clock: Clock
}

export interface AlarmQueryAnswer {
  readonly page: PageData<AlarmData>
  /** The entities that were looked through, and how many match in all. */
  readonly entities: readonly EntityData[]
  readonly totalEntities: number
}

export interface AlarmQuery {
  find(scope: Scope, query: AlarmDataQuery): Promise<AlarmQueryAnswer>
  /** The alarms of entities that were found before. */
  findOf(scope: Scope, query: AlarmDataQuery, entities: ReadonlyMap<string, EntityData>): Promise<PageData<AlarmData>>
}

/** The wire's alarm fields as the alarm store sorts by them. */
const sortProperties: Readonly<Record<string, string>> = {
  createdTime: 'createdTime',
  startTs: 'startTs',
  startTime: 'startTs',
  endTs: 'endTs',
  endTime: 'endTs',
  ackTs: 'ackTs',
  ackTime: 'ackTs',
  clearTs: 'clearTs',
  clearTime: 'clearTs',
  type: 'type',
  severity: 'severity',
  status: 'status',
  originator: 'originatorName',
}

export function createAlarmQuery({ entityQuery, alarms, clock }: AlarmQueryParts): AlarmQuery {
  async function findOf(
    scope: Scope,
    { pageLink }: AlarmDataQuery,
    entities: ReadonlyMap<string, EntityData>,
  ): Promise<PageData<AlarmData>> {
    if (entities.size === 0) return emptyPage
    const { sortOrder, timeWindow } = pageLink
    const sortProperty = sortOrder ? sortProperties[sortOrder.key.key] : 'createdTime'
    if (sortOrder && (sortOrder.key.type !== 'ALARM_FIELD' || !sortProperty)) {
      throw badRequest(`Alarms can be sorted by these alarm fields: ${Object.keys(sortProperties).join(', ')}.`)
    }
    const nowMs = clock.nowMs()
    const isRealtime = timeWindow != null && timeWindow > 0
    const found = await alarms.findByOriginators(
      scope.tenantId,
      [...entities.keys()],
      {
        statuses: statusesAsked(pageLink.statusList),
        severities: pageLink.severityList ?? [],
        types: pageLink.typeList ?? [],
        startTs: isRealtime ? nowMs - timeWindow : pageLink.startTs || null,
        endTs: isRealtime ? null : pageLink.endTs || null,
      },
      {
        page: pageLink.page,
        pageSize: Math.min(pageLink.pageSize, alarmEntitiesMax),
        textSearch: pageLink.textSearch ?? undefined,
        sortProperty,
        sortOrder: sortOrder?.direction ?? (sortOrder ? 'ASC' : 'DESC'),
      },
    )
    const data = found.data.map((alarm): AlarmData => {
      const entity = entities.get(alarm.originator.id)
      return { ...alarm, entityId: entity?.entityId ?? alarm.originator, latest: entity?.latest ?? {} }
    })
    return { ...found, data }
  }

  async function find(scope: Scope, query: AlarmDataQuery): Promise<AlarmQueryAnswer> {
    const keys = [...(query.entityFields ?? []), ...(query.latestValues ?? [])]
    const { entities, total } = await entityQuery.matching(scope, query, keys, alarmEntitiesMax)
    const byId = new Map(entities.map((entity) => [entity.entityId.id, entity]))
    return { page: await findOf(scope, query, byId), entities, totalEntities: total }
  }

  return { find, findOf }
}

/** Empty: no filter. */
function statusesAsked(list: readonly AlarmSearchStatus[] | null | undefined): AlarmStatus[] {
  return [...new Set((list ?? []).flatMap((status) => statusesOf[status]))]
}
