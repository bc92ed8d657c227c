/** What a call would have done, for the entry of one that failed, and calls that change nothing yet are logged. Pure. */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { entityKinds, typesWith } from '@sonde/model/entities/entity-kinds'
import { type EntityId, type EntityType, entityId, isEntityType, isUuid, NIL_UUID } from '@sonde/model/ids'

export interface RouteCall {
  readonly method: string
  /** The pattern: `/api/device/:deviceId`. */
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export interface RouteAction {
  readonly action: AuditAction
  readonly entity: EntityId
  readonly data: unknown
  /** As the caller wrote it; null: the store's. */
  readonly entityName: string | null
}

/** First words of paths after `/api/`. */
const kinds: Readonly<Record<string, EntityType>> = {
  ...Object.fromEntries(typesWith({ isAudited: true }).map((type) => [entityKinds[type].path, type])),
  'device-with-credentials': 'DEVICE',
}

type Json = Readonly<Record<string, unknown>>
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const idText = (value: unknown): string => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : NIL_UUID)

/** Undefined for calls that are about no thing of a tenant. */
export function actionOfRoute({ method, path, params, query, body }: RouteCall): RouteAction | undefined {
  const [, , first = '', ...rest] = path.split('/')
  const target = (): EntityId => {
    const given = params.entityType ?? 'DEVICE'
    const type = typeof given === 'string' && isEntityType(given.toUpperCase()) ? given.toUpperCase() : 'DEVICE'
    return entityId(type as EntityType, idText(params.entityId ?? params.deviceId))
  }
  const about = (action: AuditAction, entity: EntityId, data: object, entityName: string | null = null) => ({
    action,
    entity,
    data: { entityId: entity.id, ...data },
    entityName,
  })
  if (first === 'rpc' || path.startsWith('/api/plugins/rpc/')) {
    if (method !== 'POST') return undefined
    const { method: called, params: given } = objectOf(parsedBody(body))
    return about('RPC_CALL', target(), { oneWay: path.includes('/oneway/'), method: called, params: given })
  }
  if (path.startsWith('/api/plugins/telemetry/')) {
    const isSeries = path.includes('/timeseries')
    if (method === 'GET') {
      if (!path.includes('/values/attributes')) return undefined
      return about('ATTRIBUTES_READ', target(), { scope: params.scope ?? null, attributes: query.keys ?? null })
    }
    const verb = method === 'DELETE' ? 'DELETED' : 'UPDATED'
    return about(`${isSeries ? 'TIMESERIES' : 'ATTRIBUTES'}_${verb}`, target(), { scope: params.scope })
  }
  if (first === 'relation' || first === 'relations') {
    if (method === 'GET') return undefined
    const from =
      method === 'DELETE'
        ? { entityType: query.fromType ?? query.entityType, id: query.fromId ?? query.entityId }
        : objectOf(objectOf(body).from)
    const type = String(from.entityType).toUpperCase()
    if (!isEntityType(type)) return undefined
    const action =
      method !== 'DELETE' ? 'RELATION_ADD_OR_UPDATE' : first === 'relation' ? 'RELATION_DELETED' : 'RELATIONS_DELETED'
    return {
      ...about(action, entityId(type, idText(from.id)), {}),
      data: { relation: method === 'DELETE' ? query : body },
    }
  }
  const kind = Object.hasOwn(kinds, first) ? kinds[first] : undefined
  if (!kind) return undefined
  const idParam = Object.entries(params).find(
    ([name]) => name.toLowerCase() === `${kind.toLowerCase().replace('_', '')}id`,
  )
  const id = idText(idParam?.[1] ?? params.ruleChainId ?? params.resourceId)
  if (method === 'GET') {
    return kind === 'DEVICE' && rest.at(-1) === 'credentials'
      ? about('CREDENTIALS_READ', entityId(kind, id), {})
      : undefined
  }
  if (method === 'POST' && rest.length === 0) {
    const given = objectOf(kind === 'DEVICE' && first !== 'device' ? objectOf(body).device : body)
    const givenId = objectOf(given.id).id
    const name = given.name ?? given.title ?? given.email
    return {
      action: givenId === undefined ? 'ADDED' : 'UPDATED',
      entity: entityId(kind, idText(givenId)),
      data: { entity: given },
      entityName: typeof name === 'string' ? name.slice(0, 255) : null,
    }
  }
  const entity = entityId(kind, id)
  if (first === 'customer' && rest.length > 1) return assigned('ASSIGNED_TO_CUSTOMER', rest, params, about)
  if (method === 'DELETE' && rest.length === 1) return about('DELETED', entity, {})
  if (rest.at(-1) === 'ack') return about('ALARM_ACK', entity, {})
  if (rest.at(-1) === 'clear') return about('ALARM_CLEAR', entity, {})
  if (rest[0] === 'credentials') {
    return about('CREDENTIALS_UPDATED', entityId(kind, idText(objectOf(objectOf(body).deviceId).id)), {})
  }
  // Calls that name no thing, such as imports, are logged by what they change.
  return id === NIL_UUID ? undefined : about('UPDATED', entity, {})
}

/** `/api/customer/:customerId/device/:deviceId`, `/api/customer/device/:deviceId` and so on. */
function assigned(
  given: AuditAction,
  rest: readonly string[],
  params: Json,
  about: (action: AuditAction, entity: EntityId, data: object) => RouteAction,
): RouteAction | undefined {
  const word = rest.find((each) => !each.startsWith(':') && each !== 'public')
  const kind = word !== undefined && Object.hasOwn(kinds, word) ? kinds[word] : undefined
  if (!word || !kind) return undefined
  const customerId = params.customerId ?? null
  const action = customerId === null && rest[0] !== 'public' ? 'UNASSIGNED_FROM_CUSTOMER' : given
  return about(action, entityId(kind, idText(params[`${word}Id`])), { customerId })
}

/** Bodies that routes take as text. */
function parsedBody(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    // What could not be read is not logged either.
    return undefined
  }
}
