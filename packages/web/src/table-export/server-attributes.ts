/** Live values of a list for an export, loaded with one request per page of rows. */

import type { EntityType } from '@sonde/model/ids'
import type { Client } from '../session/page-client.ts'
import type { CellContext } from '../ui/entity-table/entity-description.ts'

type Live = CellContext['live']

const noLive: Live = {}

/** Server attributes of a page of entities, as in the live table. */
export function serverAttributesOf(client: Client, entityType: EntityType, keys: readonly string[]) {
  return async (ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Live>> => {
    const { data } = await client.entityQuery.find(
      {
        entityFilter: { type: 'entityList', entityType, entityList: [...ids] },
        entityFields: [],
        latestValues: keys.map((key) => ({ type: 'SERVER_ATTRIBUTE', key })),
        pageLink: { page: 0, pageSize: ids.length },
      },
      { signal, ignoreErrors: true, ignoreLoading: true },
    )
    return new Map(data.map(({ entityId, latest }) => [entityId.id, latest.SERVER_ATTRIBUTE ?? noLive]))
  }
}
