/**
 * What a route says for the audit log: the entry of a call that failed, and of one that changes nothing in the store.
 * What a call changed is said by the service, in the transaction of the change.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityId, type EntityType, entityId, isUuid, NIL_UUID } from '@sonde/model/ids'
import type { AuditNote } from '../messages/audit-note.ts'

/** Makes the entry from the parts of a call, or says why there is none. */
export type RouteAudit<Call> = `none: ${string}` | ((call: Call) => AuditNote)

/** Of a call that only reads, whatever its method: it is nobody's to answer once its caller may not read any more. */
export const changesNothing = 'none: changes nothing'

type Json = Readonly<Record<string, unknown>>
const idText = (value: unknown): string => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : NIL_UUID)

export const callEntry = (action: AuditAction, entity: EntityId, data: object = {}): AuditNote => ({
  action,
  entity,
  data: { entityId: entity.id, ...data },
})

/** About the entity that the path names: `assetId` and so on. `data` adds what else the path says. */
export const namedInPath =
  (action: AuditAction, type: EntityType, data: (params: Json) => object = () => ({})) =>
  ({ params }: { readonly params: unknown }): AuditNote =>
    callEntry(action, entityId(type, idText((params as Json)[`${entityKinds[type].path}Id`])), data(params as Json))

/** About an entity that is given to a customer, or taken from one. */
export const assignment = (action: 'ASSIGNED_TO_CUSTOMER' | 'UNASSIGNED_FROM_CUSTOMER', type: EntityType) =>
  namedInPath(action, type, ({ customerId = null }) => ({ customerId }))

/** About the entity in the body, which is a new one when it has no id. */
export const savedFromBody =
  (type: EntityType, entityOf: (body: Json) => unknown = (body) => body) =>
  ({ body }: { readonly body: unknown }): AuditNote => {
    const entity = (entityOf(body as Json) ?? {}) as Json
    const id = (entity.id as Json | null | undefined)?.id
    const name = entity.name ?? entity.title ?? entity.email
    return {
      action: id === undefined ? 'ADDED' : 'UPDATED',
      entity: entityId(type, idText(id)),
      data: { entity },
      ...(typeof name === 'string' && { entityName: name.slice(0, 255) }),
    }
  }
