/**
 * The trash of a tenant: what was deleted in the last days, brought back or deleted for good by its administrators.
 *
 * Invariants: to everybody else what is in the trash does not exist; what comes back is made like a new thing, in one
 * transaction, with the id that it had; what needs something that is gone says so and stays in the trash.
 */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import type { EntityView } from '@sonde/model/entity-views/entity-view'
import { badRequest, DomainError, ErrorCode, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Restoration, Restored, TakenPart, TrashedType, TrashItem } from '@sonde/model/trash/trash'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { AuditNote } from '../journal/audit-note.ts'
import type { Commit } from '../journal/commit.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { Message } from '../journal/message.ts'
import type { EntityQuotas, QuotaKind } from '../quotas/entity-quotas.ts'
import type { TenantLimits } from '../quotas/tenant-limits.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import { type Comeback, comebackOf } from './comeback.ts'
import { entombed } from './trash-end.ts'
import { type Kept, type TrashStore, tablesOf } from './trash-store.ts'

/** Things that one commit deletes for good. */
const emptiedAtOnce = 200

export interface TrashParts {
  readonly store: TrashStore
  readonly relational: RelationalStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly quotas: EntityQuotas
  readonly limits: Pick<TenantLimits, 'of'>
  /** Hears of an entity view that is there again, before the caller does. */
  readonly onViewRestored: (view: EntityView) => void
}

export type TrashService = ReturnType<typeof createTrashService>

/** Words for people, and the quota that counts such things. */
const kinds: Readonly<Record<TrashedType, { readonly word: string; readonly quota: QuotaKind | null }>> = {
  DEVICE: { word: 'device', quota: 'device' },
  ASSET: { word: 'asset', quota: 'asset' },
  ENTITY_VIEW: { word: 'entity view', quota: null },
  CUSTOMER: { word: 'customer', quota: 'customer' },
  DASHBOARD: { word: 'dashboard', quota: 'dashboard' },
  RULE_CHAIN: { word: 'rule chain', quota: null },
  USER: { word: 'user', quota: 'user' },
  DEVICE_PROFILE: { word: 'device profile', quota: null },
}

export function createTrashService(parts: TrashParts) {
  const { store, relational, access, commit, clock, quotas, limits, onViewRestored } = parts

  const list = (scope: Scope, entityType: TrashedType | undefined, link: PageLink): Promise<PageData<TrashItem>> =>
    store.page(scope.tenantId, entityType, link)

  /** What was deleted with its customer is not found by itself. */
  async function getKept(scope: Scope, id: string): Promise<Kept> {
    const kept = await store.find(scope.tenantId, id.toLowerCase())
    if (!kept || kept.part_of !== null) throw notFound('Trash item', id)
    return kept
  }

  /**
   * Brings it back under its name, or under another one. Throws 409 with `taken` when its name or its credentials are
   * somebody else's meanwhile, and 400 when something that it needs is gone.
   */
  async function restore(scope: Scope, id: string, asked: Restoration): Promise<Restored> {
    const kept = await getKept(scope, id)
    const { word, quota } = kinds[kept.entity_type]
    access.demand(scope, 'CREATE', ownedOf(kept))
    if (asked.name !== undefined) checkName(kept, asked.name)
    const nowMs = clock.nowMs()
    const comeback = await comebackOf(store, kept, asked, nowMs)
    const write = async () => {
      await demandOtherRoom(kept)
      return writeBack(scope, comeback, nowMs)
    }
    try {
      await (quota === null ? write() : quotas.withRoom(quota, scope.tenantId, write))
    } catch (error) {
      if (error instanceof UniqueViolation) throw takenBy(error, word, comeback)
      if (error instanceof RowsMismatch) throw badRequest(`The ${word} was changed meanwhile; load the trash again.`)
      throw error
    }
    if (kept.entity_type === 'ENTITY_VIEW' && kept.entity) {
      onViewRestored({ ...kept.entity, ...comeback.changed } as unknown as EntityView)
    }
    return { id: entityId(kept.entity_type, kept.id), name: comeback.name }
  }

  /** Users that come back with a customer count too, and so do rule chains. */
  async function demandOtherRoom(kept: Kept): Promise<void> {
    if (kept.entity_type === 'RULE_CHAIN') {
      const { maxRuleChains: max } = await limits.of(kept.tenant_id)
      if (max > 0 && (await store.countRuleChains(kept.tenant_id)) >= max) {
        throw badRequest(`The tenant may have ${max} rule chains and has them; delete one first.`)
      }
    }
    if (kept.entity_type !== 'CUSTOMER') return
    const { maxUsers: max } = await limits.of(kept.tenant_id)
    if (max <= 0) return
    const users = (await store.partsOf(kept.tenant_id, kept.id)).length
    if (users > 0 && (await store.countUsers(kept.tenant_id)) + users > max) {
      throw badRequest(`The tenant may have ${max} users, and ${users} come back with the customer; delete some first.`)
    }
  }

  async function writeBack(scope: Scope, comeback: Comeback, nowMs: number): Promise<void> {
    const { kept } = comeback
    const { tenant_id } = kept
    const parts = kept.entity_type === 'CUSTOMER' ? await store.partsOf(tenant_id, kept.id) : []
    const taken = parts.length > 0 ? await store.takenEmails(parts.map((part) => part.name)) : new Set<string>()
    const users: Comeback[] = []
    const left: Kept[] = []
    for (const part of parts) {
      // The customer is there again only when this is committed, so its users are not asked for it.
      if (taken.has(part.name.toLowerCase())) left.push(part)
      else users.push({ ...(await comebackOf(store, { ...part, customer_id: NIL_UUID }, {}, nowMs)), kept: part })
    }
    const all = [comeback, ...users]
    await commit({
      statements: [
        ...all.map(({ kept: each }) => store.take(tenant_id, each.id)),
        ...left.map((part) => store.standAlone(tenant_id, part.id)),
        ...all.flatMap(rowsOf),
        // When all of them are there.
        ...all.flatMap(({ kept: each }) => [
          ...store.relations(each.id),
          ...store.alarms(each.entity_type, each.id, each.snapshot.alarms),
        ]),
      ],
      attributes: comeback.attributes,
      changes: [
        ...all.map(({ kept: each, customerId }) => changeOf(each, each === kept ? customerId : each.customer_id)),
        ...comeback.reassigned.map(
          (entity): EntityChange => ({
            kind: 'updated',
            entity,
            tenantId: tenant_id,
            customerId: entity.entityType === 'DASHBOARD' ? NIL_UUID : kept.id,
            aspect: 'assignment',
          }),
        ),
      ],
      messages: messagesOf(scope, comeback, nowMs),
    })
  }

  function rowsOf({ kept, snapshot, before, after }: Comeback): Statement[] {
    const inserts = tablesOf(kept.entity_type).flatMap((table) =>
      (snapshot[table] ?? []).map((row) => store.insert(table, row)),
    )
    return [...before, ...inserts, ...after]
  }

  /** Deletes it for good. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const kept = await getKept(scope, id)
    const item = entityId(kept.entity_type, kept.id)
    await commit({
      statements: entombed(relational, clock.nowMs(), { ids: [kept.id] }),
      audit: [auditNote(scope, item, kept.name, kept.customer_id)],
    })
  }

  /** Deletes everything in the tenant's trash for good. Returns how many things. */
  async function empty(scope: Scope): Promise<number> {
    let count = 0
    for (;;) {
      const some = await store.some(scope.tenantId, emptiedAtOnce)
      if (some.length === 0) return count
      await commit({
        statements: entombed(relational, clock.nowMs(), { ids: some.map(({ item }) => item.id) }),
        audit: some.map(({ item, name }) => auditNote(scope, item, name, NIL_UUID)),
      })
      count += some.length
    }
  }

  return { list, restore, remove, empty }
}

const ownedOf = (kept: Kept) => ({
  id: entityId(kept.entity_type, kept.id),
  tenantId: kept.tenant_id,
  customerId: kept.customer_id,
})

const changeOf = (kept: Kept, customerId: string): EntityChange => ({
  kind: 'created',
  entity: entityId(kept.entity_type, kept.id),
  tenantId: kept.tenant_id,
  customerId,
  aspect: 'restored',
})

/** As for a creation, with what was told of the deletion. */
function messagesOf(scope: Scope, { kept, changed, customerId }: Comeback, nowMs: number): Message[] {
  if (kept.entity === null) return []
  const originator = entityId(kept.entity_type, kept.id)
  return [
    entityMessage({
      scope,
      type: 'ENTITY_CREATED',
      originator,
      customerId,
      data: { ...kept.entity, ...changed },
      metadata: { restoredFromTrash: 'true' },
      nowMs,
    }),
  ]
}

const auditNote = (scope: Scope, entity: TrashItem['id'], entityName: string, customerId: string): AuditNote => ({
  action: 'DELETED',
  entity,
  entityName,
  tenantId: scope.tenantId,
  customerId,
  userId: scope.userId,
  userName: scope.email,
  data: { entityId: entity.id, fromTrash: true },
})

function checkName({ entity_type }: Kept, name: string): void {
  const { word } = kinds[entity_type]
  if (entity_type === 'CUSTOMER' && name.trim() === 'Public') {
    throw badRequest('The title "Public" is reserved; choose another.')
  }
  if (entity_type === 'USER' && !/^[^\s@]+@[^\s@]+$/.test(name.trim()))
    throw badRequest('Give the user an e-mail address.')
  checkEntityTexts(word, { name })
}

/** 409: the caller may choose another name, or other credentials. */
function takenBy({ table, columns }: UniqueViolation, word: string, { name }: Comeback): DomainError {
  const isName = columns.some((column) => ['name', 'title', 'email'].includes(column))
  const taken: TakenPart = isName && table !== 'device_credentials' ? 'NAME' : 'CREDENTIALS'
  const message =
    taken === 'NAME'
      ? `There is another ${word} "${name}" meanwhile; choose another name.`
      : `Others use the credentials of the ${word} "${name}" meanwhile; ask for new ones.`
  return new DomainError(ErrorCode.BAD_REQUEST_PARAMS, message, { status: 409, details: { taken } })
}
