/**
 * Finds the content of a downlink: the body that the downlink contains, or else the entity's current state.
 */

import type { EdgeEvent, EdgeEventType } from '@sonde/model/edges/edge'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { isEntityType } from '@sonde/model/ids'

function readPath(type: EdgeEventType, id: string): string | null {
  if (type === 'RULE_CHAIN_METADATA') return `/api/ruleChain/${id}/metadata`
  const { path, readPath = path } = isEntityType(type) ? entityKinds[type] : {}
  return readPath === undefined ? null : `/api/${readPath}/${id}`
}

/** API path of the entity that is the downlink's content; null if the downlink has a body or no further content. */
export function contentPath({ type, action, entityId, body }: EdgeEvent): string | null {
  if (action === 'DELETED' || entityId === null || (body !== null && body !== undefined)) return null
  return readPath(type, entityId)
}
