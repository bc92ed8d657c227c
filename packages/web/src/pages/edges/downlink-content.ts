/**
 * Where the content of a downlink is read: what the edge gets is the entity as it is now, or what the downlink carries.
 */

import type { EdgeEvent, EdgeEventType } from '@sonde/model/edges/edge'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { isEntityType } from '@sonde/model/ids'

function readPath(type: EdgeEventType, id: string): string | null {
  if (type === 'RULE_CHAIN_METADATA') return `/api/ruleChain/${id}/metadata`
  const { path, readPath = path } = isEntityType(type) ? entityKinds[type] : {}
  return readPath === undefined ? null : `/api/${readPath}/${id}`
}

/** Null: the downlink carries all that there is, perhaps nothing. */
export function contentPath({ type, action, entityId, body }: EdgeEvent): string | null {
  if (action === 'DELETED' || entityId === null || (body !== null && body !== undefined)) return null
  return readPath(type, entityId)
}
