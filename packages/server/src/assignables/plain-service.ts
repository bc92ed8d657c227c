/** Service of plain entities: create and update, in addition to the operations of all assignable entities. */

import type { PlainEntity, PlainInput } from '@sonde/model/assignables/plain-entity'
import { entityKinds, kindOf, type PlainType, type TypesWith, wordOf } from '@sonde/model/entities/entity-kinds'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { newId } from '../ids.ts'
import { entityAction, entityActions } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { Transaction } from '../storage/storage.ts'
import { assignableChange, assignableWritten } from './assignable-changes.ts'
import { type AssignableDeps, createAssignableService } from './assignable-service.ts'
import { type PlainStore, plainEntity } from './plain-store.ts'

export interface PlainDeps<T extends PlainType> extends Omit<AssignableDeps<PlainEntity<T>>, 'store'> {
  readonly entityType: T
  readonly store: PlainStore<T>
  readonly quotas: EntityLimits
}

/** Additional writes and messages in the transaction of the entity. */
type PlainExtras<T extends PlainType> = (
  entity: PlainEntity<T>,
  nowMs: number,
) => Pick<Transaction, 'messages' | 'audit' | 'points' | 'attributes'>

export type PlainService<T extends PlainType = PlainType> = ReturnType<typeof createPlainService<T>>

type LimitedType = TypesWith<{ readonly isPlain: true; readonly limit: string }>
const isLimited = (type: PlainType): type is LimitedType => entityKinds[type].limit !== undefined

export function createPlainService<T extends PlainType>(deps: PlainDeps<T>) {
  const { entityType, store, quotas, commit, clock } = deps
  const entities = createAssignableService<PlainEntity<T>>(deps)
  const { texts } = kindOf(entityType)
  const { reservedType } = entityKinds[entityType]
  const word = wordOf(entityType)

  /**
   * Creates an entity without an ID, updates one with an ID; an update doesn't change its customer. Throws 400 if the
   * name is in use.
   */
  async function save(scope: Scope, input: PlainInput<T>, extras?: PlainExtras<T>): Promise<PlainEntity<T>> {
    const before = input.id ? await entities.getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) entities.requireCreate(scope)
    const { name, type } = input
    const given = input as Readonly<Record<string, unknown>>
    checkEntityTexts(
      word,
      { name, type },
      Object.fromEntries(texts.map((each) => [each, given[each] as string | null])),
    )
    if (type === reservedType) throw badRequest(`The type "${reservedType}" is reserved. Choose another.`)
    const nowMs = clock.nowMs()
    const entity = plainEntity(
      entityType,
      {
        createdTime: before?.createdTime ?? nowMs,
        additionalInfo: input.additionalInfo ?? null,
        tenantId: entityId('TENANT', scope.tenantId),
        customerId: before?.customerId ?? entityId('CUSTOMER', await entities.newOwner(scope, input.customerId)),
        name,
        type,
      },
      before?.id.id ?? newId(nowMs),
      input,
    )
    const extra = extras?.(entity, nowMs)
    const write = () =>
      commit({
        ...extra,
        statements: [before ? store.update(entity) : store.insert(entity)],
        changes: [assignableChange(before ? 'updated' : 'created', entity)],
        ...entityActions([entityAction(scope, before ? 'UPDATED' : 'ADDED', entity, nowMs), extra ?? {}]),
      })
    const isCounted = !before && isLimited(entityType)
    await assignableWritten(word, isCounted ? quotas.withRoom(entityType, scope.tenantId, write) : write())
    return entity
  }

  /**
   * Writes of an entity that belongs to the server itself, of the reserved type, for the transaction that needs it:
   * rule chains don't see it and no limit counts it.
   */
  function ofPlatform(tenantId: string, name: string, nowMs: number) {
    const entity = plainEntity(
      entityType,
      {
        createdTime: nowMs,
        additionalInfo: null,
        tenantId: entityId('TENANT', tenantId),
        customerId: entityId('CUSTOMER', NIL_UUID),
        name,
        type: reservedType ?? '',
      },
      newId(nowMs),
      {},
    )
    return { id: entity.id.id, statements: [store.insert(entity)], changes: [assignableChange('created', entity)] }
  }

  return { ...entities, save, ofPlatform, findByName: store.findByName }
}
