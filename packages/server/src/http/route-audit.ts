/**
 * Audit log entries defined by routes: for failed calls, and for calls that change nothing in the store. Entries of
 * changes are written by the services, in the transaction of the change.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityId, type EntityType, entityId, isUuid, NIL_UUID } from '@sonde/model/ids'
import type { AuditNote } from '../messages/audit-note.ts'

/** Builds the entry from the parts of a call, or states why there is none. */
export type RouteAudit<Call> = `none: ${string}` | ((call: Call) => AuditNote)

/**
 * Marks a call that only reads, whatever its method. Its response is withheld if the caller has lost the right to read.
 */
export const changesNothing = 'none: changes nothing'

/** False for calls that only read. */
export const changesSomething = ({ method, audit }: { readonly method: string; readonly audit?: unknown }): boolean =>
  method !== 'GET' && audit !== changesNothing

type Json = Readonly<Record<string, unknown>>
const idText = (value: unknown): string => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : NIL_UUID)

export const callEntry = (action: AuditAction, entity: EntityId, data: object = {}): AuditNote => ({
  action,
  entity,
  data: { entityId: entity.id, ...data },
})

/** Entry about the entity in the path, such as `assetId`. `data` adds further values of the path. */
export const namedInPath =
  (action: AuditAction, type: EntityType, data: (params: Json) => object = () => ({})) =>
  ({ params }: { readonly params: unknown }): AuditNote =>
    callEntry(action, entityId(type, idText((params as Json)[`${entityKinds[type].path}Id`])), data(params as Json))

/** Entry about assigning an entity to a customer, or unassigning it. */
export const assignment = (action: 'ASSIGNED_TO_CUSTOMER' | 'UNASSIGNED_FROM_CUSTOMER', type: EntityType) =>
  namedInPath(action, type, ({ customerId = null }) => ({ customerId }))

/** Entry about the entity in the body, which is new when it has no ID. */
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
