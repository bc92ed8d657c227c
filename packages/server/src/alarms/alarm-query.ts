/** Queries the alarms of the entities that an entity query finds. */

import { type AlarmSearchStatus, type AlarmStatus, statusesOf } from '@sonde/model/alarms/alarm'
import type { AlarmData, AlarmDataQuery } from '@sonde/model/entity-query/entity-query'
import { badRequest, forbidden } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import { emptyPage, type PageData } from '@sonde/model/paging'
import { nothingReadable, type VisitorReads } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import { type AlarmList, alarmSortProperties } from '../alarms/alarm-list-store.ts'
import type { Clock } from '../clock.ts'
import type { EntityQuery } from '../entity-query/entity-query-service.ts'

/** Maximum number of entities per query. */
export const alarmEntitiesMax = 10_000
/** Maximum number of alarms per page. */
const alarmsPerPageMax = 10_000

export interface AlarmQueryDeps {
  readonly entityQuery: Pick<EntityQuery, 'matching' | 'values'>
  readonly alarms: Pick<AlarmList, 'page'>
  readonly clock: Clock
  readonly visitorReads: Pick<VisitorReads, 'of'>
}

export interface AlarmQueryAnswer {
  readonly page: PageData<AlarmData>
  /** The searched entities; `totalEntities` is the number of all that match. */
  readonly entities: readonly EntityId[]
  readonly totalEntities: number
}

export interface AlarmQuery {
  find(scope: Scope, query: AlarmDataQuery): Promise<AlarmQueryAnswer>
  /** Alarms of previously found entities, which are given in the order of the query. */
  findOf(scope: Scope, query: AlarmDataQuery, entities: readonly EntityId[]): Promise<PageData<AlarmData>>
}

export function createAlarmQuery({ entityQuery, alarms, clock, visitorReads }: AlarmQueryDeps): AlarmQuery {
  async function findOf(
    scope: Scope,
    { pageLink, alarmFields, entityFields, latestValues }: AlarmDataQuery,
    given: readonly EntityId[],
  ): Promise<PageData<AlarmData>> {
    const { sortOrder, timeWindow } = pageLink
    const sortsAlarms = !sortOrder || sortOrder.key.type === 'ALARM_FIELD'
    const sortProperty = sortsAlarms ? (sortOrder?.key.key ?? 'createdTime') : 'createdTime'
    if (!alarmSortProperties.includes(sortProperty)) {
      throw badRequest(`pageLink.sortOrder: alarms can be sorted by ${alarmSortProperties.join(', ')}.`)
    }
    const view = await visitorReads.of(scope)
    const readable = await view?.ofEntities(given)
    const alarmsOf = ({ id }: EntityId) => (view ? (readable?.get(id) ?? nothingReadable).alarms : 'details')
    const entities = given.filter((entity) => alarmsOf(entity) !== 'none')
    const withDetails = entities.every((entity) => alarmsOf(entity) === 'details')
    if (sortProperty === 'details' && !withDetails) throw forbidden()
    if (entities.length === 0) return emptyPage
    const nowMs = clock.nowMs()
    const isRealtime = timeWindow != null && timeWindow > 0
    // As in the wire API, a text search without fields isn't applied.
    const searchFields = (alarmFields ?? [])
      .filter(({ type, key }) => type === 'ALARM_FIELD' && (key !== 'details' || withDetails))
      .map(({ key }) => key)
    const textSearch = searchFields.length > 0 ? pageLink.textSearch?.trim() : undefined
    const found = await alarms.page(
      scope.tenantId,
      { kind: 'entities', ids: entities.map(({ id }) => id), propagated: pageLink.searchPropagatedAlarms === true },
      {
        statuses: requestedStatuses(pageLink.statusList),
        severities: pageLink.severityList ?? [],
        types: pageLink.typeList ?? [],
        startTs: isRealtime ? nowMs - timeWindow : pageLink.startTs || null,
        endTs: isRealtime ? null : pageLink.endTs || null,
      },
      {
        page: pageLink.page,
        pageSize: Math.min(pageLink.pageSize, alarmsPerPageMax),
        ...(textSearch ? { textSearch } : {}),
        searchFields,
        sortProperty,
        sortOrder: sortOrder?.direction ?? (sortOrder ? 'ASC' : 'DESC'),
        inOrderOfEntities: !sortsAlarms,
        withNames: true,
      },
    )
    // Reads values only for the entities on the page.
    const wanted = new Set(found.data.map(({ entityId }) => entityId))
    const keys = [...(entityFields ?? []), ...(latestValues ?? [])]
    const onPage = entities.filter(({ id }) => wanted.has(id))
    const values = await entityQuery.values(scope, onPage, keys)
    const byId = new Map(onPage.map((entity) => [entity.id, entity]))
    const data = found.data.map(({ alarm, entityId }): AlarmData => {
      const through = (entityId === null ? undefined : byId.get(entityId)) ?? alarm.originator
      const details = alarmsOf(through) === 'details' ? alarm.details : null
      return { ...alarm, details, entityId: through, latest: values.get(through.id)?.latest ?? {} }
    })
    return { ...found, data }
  }

  async function find(scope: Scope, query: AlarmDataQuery): Promise<AlarmQueryAnswer> {
    const { sortOrder } = query.pageLink
    const entityOrder = sortOrder && sortOrder.key.type !== 'ALARM_FIELD' ? sortOrder : null
    const { entities, total } = await entityQuery.matching(scope, query, alarmEntitiesMax, entityOrder)
    return { page: await findOf(scope, query, entities), entities, totalEntities: total }
  }

  return { find, findOf }
}

/** An empty result means no filter. */
function requestedStatuses(list: readonly AlarmSearchStatus[] | null | undefined): AlarmStatus[] {
  return [...new Set((list ?? []).flatMap((status) => statusesOf[status]))]
}
