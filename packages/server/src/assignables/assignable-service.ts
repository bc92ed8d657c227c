/**
 * Operations that devices, assets, entity views and edges have in common: find, list, search along relations, assign to
 * customers, delete. Their own modules create and update them.
 */

import type { Assignable, AssignableType, Info } from '@sonde/model/assignables/assignable'
import type { EntitySubtype } from '@sonde/model/devices/device'
import { entityKinds, wordOf } from '@sonde/model/entities/entity-kinds'
import { badRequest, notFound } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { RelationSearch } from '@sonde/model/relations/relation'
import { requireNamedCustomer } from '../access/named-customer.ts'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { CustomersOfTenant } from '../customers/customers-of-tenant.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { RelationService } from '../relations/relation-service.ts'
import type { Statement } from '../storage/relational.ts'
import type { Transaction } from '../storage/storage.ts'
import { assignableChange, assignableWritten, ownedAssignable } from './assignable-changes.ts'
import type { AssignableFilter, AssignableStore } from './assignable-rows.ts'

type OwnerExtra = Pick<Transaction, 'statements' | 'attributes'>

/** Maximum IDs in one request. */
export const assignableIdsMax = 10_000

/** Filters of a list. `F`: additional filters of the entity type. */
export type ListNarrowing<F extends object = object> = Pick<AssignableFilter, 'type' | 'customerId'> & F

export interface AssignableDeps<T extends Assignable, I extends Info<T> = Info<T>> {
  readonly entityType: AssignableType
  readonly store: AssignableStore<T, I>
  readonly customers: CustomersOfTenant
  readonly relations: RelationService
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  /** Reduces an entity to what the caller may see. Absent: the caller sees all of it. */
  readonly shown?: <E extends T>(scope: Scope, entity: E) => E
  /** Converts an info to the entity without the fields of infos. */
  readonly plainOf?: (info: I) => T
  /** Additional statements of a change of the customer. */
  readonly onAssigned?: (entity: T, action: 'ASSIGNED_TO_CUSTOMER' | 'UNASSIGNED_FROM_CUSTOMER') => Statement[]
  /** Throws 400 while an entity view shows the entity. Absent: entity views can't show the type. */
  readonly requireNoViews?: (id: EntityId) => Promise<void>
}

export type AssignableService<
  T extends Assignable,
  I extends Info<T> = Info<T>,
  F extends object = object,
> = ReturnType<typeof createAssignableService<T, I, F>>

export function createAssignableService<T extends Assignable, I extends Info<T> = Info<T>, F extends object = object>(
  deps: AssignableDeps<T, I>,
) {
  const { entityType, store, customers, relations, access, commit, clock, onAssigned = () => [], requireNoViews } = deps
  const { shown = (_scope, entity) => entity, plainOf = withoutOwner<T> } = deps
  /** Name of the type in messages: `entity view`. */
  const word = wordOf(entityType)
  const shownPage = <E extends T>(scope: Scope, page: PageData<E>): PageData<E> =>
    deps.shown ? { ...page, data: page.data.map((entity) => shown(scope, entity)) } : page
  const idOf = (id: string) => entityId(entityType, id)

  /** Returns the entity if the caller has the permission for the operation. */
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<T> {
    const owned = await access.requireEntity(scope, operation, idOf(id))
    const entity = await store.find(owned.tenantId, owned.id.id)
    if (!entity) throw notFound(entityType, id)
    return entity
  }

  const get = async (scope: Scope, id: string): Promise<T> => shown(scope, await getFor(scope, 'READ', id))

  async function getInfo(scope: Scope, id: string): Promise<I> {
    const owned = await access.requireEntity(scope, 'READ', idOf(id))
    const info = await store.findInfo(owned.tenantId, id)
    if (!info) throw notFound(entityType, id)
    return shown(scope, info)
  }

  async function getByName(scope: Scope, name: string): Promise<T> {
    const entity = await store.findByName(scope.tenantId, name)
    if (!entity) throw notFound(entityType, name)
    access.require(scope, 'READ', ownedAssignable(entity))
    return shown(scope, entity)
  }

  const list = async (scope: Scope, filter: ListNarrowing<F>, link: PageLink): Promise<PageData<I>> =>
    shownPage(scope, await store.page({ ...filter, tenantId: scope.tenantId }, link))

  async function listOfCustomer(
    scope: Scope,
    customerId: string,
    filter: ListNarrowing<F>,
    link: PageLink,
  ): Promise<PageData<I>> {
    await access.requireEntity(scope, 'READ', entityId('CUSTOMER', customerId))
    return shownPage(scope, await store.page({ ...filter, tenantId: scope.tenantId, customerId }, link))
  }

  /** Lists the entities assigned to an edge. A customer user sees only those of the own customer. */
  async function listOfEdge(
    scope: Scope,
    edgeId: string,
    filter: Pick<AssignableFilter, 'type' | 'startTime' | 'endTime'>,
    link: PageLink,
  ): Promise<PageData<T>> {
    await access.requireEntity(scope, 'READ', entityId('EDGE', edgeId))
    const page = await store.page({ ...filter, tenantId: scope.tenantId, edgeId, ...ofCaller(scope) }, link)
    return plainPage(shownPage(scope, page))
  }

  /** Page of entities without the additional fields of infos. */
  const plainPage = (page: PageData<I>): PageData<T> => ({ ...page, data: page.data.map(plainOf) })

  /** Finds the entities that exist and belong to the caller. */
  async function findMany(scope: Scope, ids: readonly string[]): Promise<T[]> {
    if (ids.length > assignableIdsMax)
      throw badRequest(`Request at most ${assignableIdsMax} ${entityKinds[entityType].many} at once.`)
    const found = await store.findMany(scope.tenantId, ids, ofCaller(scope).customerId)
    return found.map((entity) => shown(scope, entity))
  }

  async function types(scope: Scope): Promise<EntitySubtype[]> {
    const tenantId = entityId('TENANT', scope.tenantId)
    return (await store.types(scope.tenantId)).map((type) => ({ tenantId, entityType, type }))
  }

  /** Finds entities of the wanted types along relations from the root. */
  async function search(
    scope: Scope,
    parameters: RelationSearch,
    relationType: string | null | undefined,
    wanted: readonly string[],
  ): Promise<T[]> {
    const found = await relations.search(scope, parameters, [
      { relationType: relationType || 'Contains', entityTypes: [entityType] },
    ])
    const ids = found.flatMap(({ from, to }) => [from, to]).filter((end) => end.entityType === entityType)
    const entities = await findMany(
      scope,
      ids.map((end) => end.id).filter((id) => id !== parameters.rootId),
    )
    return entities.filter((entity) => wanted.includes(entity.type))
  }

  /** Checks the right to create before the body is validated. */
  function requireCreate(scope: Scope): void {
    access.require(scope, 'CREATE', { id: idOf(NIL_UUID), tenantId: scope.tenantId, customerId: NIL_UUID })
  }

  /** Customer ID of a new entity; NIL_UUID unless the caller names an existing customer. */
  async function newOwner(scope: Scope, customerId: { readonly id: string } | null | undefined): Promise<string> {
    if (!customerId || customerId.id === NIL_UUID) return NIL_UUID
    const { id } = await requireNamedCustomer(access, scope, customerId.id)
    return id.id
  }

  async function assign(scope: Scope, customerId: string, id: string): Promise<T> {
    await access.requireEntity(scope, 'READ', entityId('CUSTOMER', customerId))
    const entity = await getFor(scope, 'ASSIGN_TO_CUSTOMER', id)
    const title = (await customers.title(scope.tenantId, customerId)) ?? ''
    return setOwner(scope, entity, { id: customerId, title })
  }

  async function makePublic(scope: Scope, id: string): Promise<T> {
    const entity = await getFor(scope, 'ASSIGN_TO_CUSTOMER', id)
    return setOwner(scope, entity, await customers.publicCustomer(scope))
  }

  /** Assigns the entity to a customer. `extra` is written in the same transaction. */
  async function setOwner(
    scope: Scope,
    entity: T,
    customer: { readonly id: string; readonly title: string },
    extra: OwnerExtra = {},
  ): Promise<T> {
    const assigned = { ...entity, customerId: entityId('CUSTOMER', customer.id) }
    await assignableWritten(
      word,
      commit({
        ...extra,
        statements: [
          store.setCustomer(entity, customer.id),
          ...onAssigned(assigned, 'ASSIGNED_TO_CUSTOMER'),
          ...(extra.statements ?? []),
        ],
        changes: [assignableChange('updated', assigned, 'assignment')],
        ...entityAction(scope, 'ASSIGNED_TO_CUSTOMER', assigned, clock.nowMs(), {
          metadata: {
            assignedCustomerId: customer.id,
            assignedCustomerName: customer.title,
          },
        }),
      }),
    )
    return assigned
  }

  async function unassign(scope: Scope, id: string): Promise<T> {
    const entity = await getFor(scope, 'UNASSIGN_FROM_CUSTOMER', id)
    if (entity.customerId.id === NIL_UUID) throw badRequest(`The ${word} isn’t assigned to any customer.`)
    return removeOwner(scope, entity)
  }

  /** Unassigns the entity from its customer. `extra` is written in the same transaction. */
  async function removeOwner(scope: Scope, entity: T, extra: OwnerExtra = {}): Promise<T> {
    const free = { ...entity, customerId: entityId('CUSTOMER', NIL_UUID) }
    await assignableWritten(
      word,
      commit({
        ...extra,
        statements: [
          store.setCustomer(entity, NIL_UUID),
          ...onAssigned(entity, 'UNASSIGNED_FROM_CUSTOMER'),
          ...(extra.statements ?? []),
        ],
        changes: [assignableChange('updated', free, 'assignment')],
        ...entityAction(scope, 'UNASSIGNED_FROM_CUSTOMER', free, clock.nowMs(), {
          metadata: {
            unassignedCustomerId: entity.customerId.id,
            unassignedCustomerName: (await customers.title(scope.tenantId, entity.customerId.id)) ?? '',
          },
        }),
        cannotWait: true,
      }),
    )
    return free
  }

  async function remove(scope: Scope, id: string): Promise<void> {
    const entity = await getFor(scope, 'DELETE', id)
    await requireNoViews?.(entity.id)
    await assignableWritten(
      word,
      commit({
        statements: store.remove(entity),
        changes: [assignableChange('deleted', entity)],
        ...entityAction(scope, 'DELETED', entity, clock.nowMs()),
      }),
    )
  }

  return {
    getFor,
    get,
    getInfo,
    getByName,
    list,
    listOfCustomer,
    listOfEdge,
    plainPage,
    findMany,
    types,
    search,
    requireCreate,
    newOwner,
    assign,
    makePublic,
    setOwner,
    unassign,
    removeOwner,
    remove,
  }
}

const ofCaller = (scope: Scope): { readonly customerId?: string } =>
  scope.authority === 'CUSTOMER_USER' ? { customerId: scope.customerId } : {}

function withoutOwner<T extends Assignable>(info: Info<T>): T {
  const { customerTitle: _, customerIsPublic: __, ...each } = info
  return each as unknown as T
}
