/**
 * The trash of a tenant: what was deleted in the last days, brought back or deleted for good by its administrators.
 *
 * Invariants: to everybody else what is in the trash does not exist; what comes back is made like a new thing, in one
 * transaction, with the id that it had; what needs something that is gone says so and stays in the trash.
 */

import { entityKinds, wordOf } from '@sonde/model/entities/entity-kinds'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import type { EntityView } from '@sonde/model/entity-views/entity-view'
import { badRequest, type DomainError, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { numberRefusal } from '@sonde/model/limits/profile-limits'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Restoration, Restored, TrashedType, TrashItem } from '@sonde/model/trash/trash'
import type { Access } from '../access/operations.ts'
import type { Authority, Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { Commit } from '../journal/commit.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { EntityLimits, FileType, NumberedType } from '../limits/entity-limits.ts'
import type { Limits } from '../limits/limits.ts'
import type { TenantLimits } from '../limits/tenant-limits.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { Message } from '../messages/message.ts'
import type { AssignmentWrites, PackageAssignment } from '../ota-packages/package-assignment.ts'
import type { FileHolder } from '../storage/file-bytes.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import type { Turns } from '../turns/turns.ts'
import { nameOf, restorePlanOf } from './restore-plan.ts'
import { type RestorePlan, takenMeanwhile } from './restore-resolver.ts'
import { type TrashedTable, tablesOf } from './trash-contents.ts'
import { tombstoneStatements } from './trash-expiry.ts'
import type { Kept, TrashStore } from './trash-store.ts'

/** Things that one commit deletes for good. */
const emptiedAtOnce = 200

export interface TrashParts {
  readonly store: TrashStore
  readonly relational: RelationalStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly turns: Pick<Turns, 'step'>
  readonly quotas: EntityLimits
  readonly limits: Pick<TenantLimits, 'of'>
  /** Hears of refusals. */
  readonly refusals?: Pick<Limits, 'count'>
  /** Hears of an entity view that is there again, before the caller does. */
  readonly onViewRestored: (view: EntityView) => void
  readonly packages: Pick<PackageAssignment, 'ofRestored'>
  /** Something was deleted for good; files may be nobody's now. */
  readonly onEnded: () => void
}

export type TrashService = ReturnType<typeof createTrashService>

const isFile = (type: TrashedType): type is FileType => entityDescriptors[type].trash?.bytesColumn !== undefined
const isNumbered = (type: TrashedType): type is TrashedType & NumberedType =>
  !isFile(type) && entityKinds[type].limit !== undefined

const none: AssignmentWrites = { statements: [], points: [], attributes: [] }

export function createTrashService(parts: TrashParts) {
  const {
    store,
    relational,
    access,
    commit,
    clock,
    turns,
    quotas,
    limits,
    refusals,
    onViewRestored,
    packages,
    onEnded,
  } = parts

  const list = (scope: Scope, entityType: TrashedType | undefined, link: PageLink): Promise<PageData<TrashItem>> =>
    store.page(scope.tenantId, entityType, link)

  /** What was deleted with something else is not found by itself. */
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
    const type = kept.entity_type
    const word = wordOf(type)
    access.demand(scope, 'CREATE', ownedOf(kept))
    if (asked.name !== undefined) checkName(kept, asked.name)
    const name = nameOf(kept, asked)
    const nowMs = clock.nowMs()
    const isLimited = kept.tenant_id !== NIL_UUID
    const write = () => writeBack(scope, kept, asked, nowMs)
    const inRoom = () => (isLimited && isNumbered(type) ? quotas.withRoom(type, kept.tenant_id, write) : write())
    let comeback: RestorePlan
    try {
      comeback = await (isLimited ? withBytes(kept, inRoom) : inRoom())
    } catch (error) {
      if (error instanceof UniqueViolation) throw takenBy(error, word, name)
      if (error instanceof RowsMismatch) throw badRequest(`The ${word} was changed meanwhile; load the trash again.`)
      throw error
    }
    if (kept.entity_type === 'ENTITY_VIEW' && kept.entity) {
      onViewRestored({ ...kept.entity, ...comeback.changed } as unknown as EntityView)
    }
    return { id: entityId(kept.entity_type, kept.id), name }
  }

  /** Users that are restored with a customer count too. */
  async function requireOtherRoom(kept: Kept, parts: readonly Kept[]): Promise<void> {
    if (kept.entity_type !== 'CUSTOMER') return
    const { maxUsers: max } = await limits.of(kept.tenant_id)
    if (max <= 0) return
    const users = parts.length
    if (users > 0 && (await store.count('user', kept.tenant_id)) + users > max) {
      refusals?.count(kept.tenant_id, 'maxUsers')
      throw badRequest(`${numberRefusal('maxUsers', max)} The customer has ${users}.`)
    }
  }

  /** Files come back with a package, and with the profile whose packages they are. */
  async function withBytes<T>(kept: Kept, make: () => Promise<T>): Promise<T> {
    const { tenant_id } = kept
    const things = kept.entity_type === 'DEVICE_PROFILE' ? await store.partsOf(tenant_id, kept.id) : [kept]
    const type = things[0]?.entity_type ?? kept.entity_type
    const bytes = things.reduce((sum, each) => sum + each.bytes, 0)
    if (!isFile(type) || bytes === 0) return make()
    const used = () => store.bytesOf(entityDescriptors[type].table as FileHolder, tenant_id)
    return quotas.withBytes(type, tenant_id, bytes, used, make)
  }

  /** Ids of parts whose name is somebody else's: they stay in the trash, as things of their own. */
  async function takenOf(kept: Kept, parts: readonly Kept[]): Promise<ReadonlySet<string>> {
    if (parts.length === 0) return new Set()
    if (kept.entity_type === 'DEVICE_PROFILE') {
      return store.takenPackages(
        kept.tenant_id,
        parts.map((part) => part.id),
      )
    }
    if (kept.entity_type !== 'CUSTOMER') return new Set()
    const emails = await store.takenEmails(parts.map((part) => part.name))
    return new Set(parts.filter((part) => emails.has(part.name.toLowerCase())).map((part) => part.id))
  }

  async function writeBack(scope: Scope, kept: Kept, asked: Restoration, nowMs: number): Promise<RestorePlan> {
    const { tenant_id } = kept
    const parts = await store.partsOf(tenant_id, kept.id)
    await requireOtherRoom(kept, parts)
    const taken = await takenOf(kept, parts)
    const left = parts.filter((part) => taken.has(part.id))
    const coming = parts.filter((part) => !taken.has(part.id))
    const ids = new Set(coming.map((part) => part.id))
    const comeback = await restorePlanOf(store, kept, { ...asked, nowMs, parts: ids, whole: null })
    const rest: RestorePlan[] = []
    for (const part of coming) rest.push(await restorePlanOf(store, part, { nowMs, parts: new Set(), whole: comeback }))
    const told = kept.entity_type === 'DEVICE' ? await toldPackages(comeback, nowMs) : none
    const all = [comeback, ...rest]
    await commit({
      statements: [
        ...all.map(({ kept: each }) => store.take(tenant_id, each.id)),
        ...left.map((part) => store.standAlone(tenant_id, part.id)),
        ...all.flatMap(rowsOf),
        ...told.statements,
        // When all of them are there.
        ...all.flatMap(({ kept: each }) => [
          ...store.relations(each.id),
          ...store.alarms(each.entity_type, each.id, each.snapshot.alarms),
        ]),
      ],
      points: [...comeback.points, ...told.points],
      attributes: [...comeback.attributes, ...told.attributes],
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
    return comeback
  }

  /** What the device hears of firmware and software: they may have changed while it was away. */
  async function toldPackages({ kept, snapshot }: RestorePlan, nowMs: number): Promise<AssignmentWrites> {
    const [row] = snapshot.device ?? []
    if (!row) return none
    const own = { FIRMWARE: row.firmware_id, SOFTWARE: row.software_id }
    const device = { id: row.id, tenantId: kept.tenant_id, profileId: row.device_profile_id, own }
    return packages.ofRestored(device, nowMs)
  }

  function rowsOf({ kept, snapshot, before, after }: RestorePlan): Statement[] {
    const inserts = tablesOf(kept.entity_type).flatMap((table) =>
      (snapshot[table.table as TrashedTable] ?? []).map((row) => store.insert(table, row)),
    )
    return [...before, ...inserts, ...after]
  }

  /** Deletes it for good. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const kept = await getKept(scope, id)
    const item = entityId(kept.entity_type, kept.id)
    await commit({
      statements: tombstoneStatements(relational, clock.nowMs(), { ids: [kept.id] }),
      audit: [auditNote(scope, item, kept.name, kept.customer_id)],
    })
    onEnded()
  }

  /** Deletes everything in the tenant's trash for good. Returns how many things. */
  async function empty(scope: Scope): Promise<number> {
    let count = 0
    for (;;) {
      const some = await turns.step(() => store.some(scope.tenantId, emptiedAtOnce))
      if (some.length === 0) {
        if (count > 0) onEnded()
        return count
      }
      await commit({
        statements: tombstoneStatements(relational, clock.nowMs(), { ids: some.map(({ item }) => item.id) }),
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
  ...(kept.entity_type === 'USER' && { authority: kept.type as Authority }),
})

const changeOf = (kept: Kept, customerId: string): EntityChange => ({
  kind: 'created',
  entity: entityId(kept.entity_type, kept.id),
  tenantId: kept.tenant_id,
  customerId,
  aspect: 'restored',
})

/** As for a creation, with what was told of the deletion. */
function messagesOf(scope: Scope, { kept, changed, customerId }: RestorePlan, nowMs: number): Message[] {
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
  const word = wordOf(entity_type)
  if (entity_type === 'CUSTOMER' && name.trim() === 'Public') {
    throw badRequest('The title "Public" is reserved; choose another.')
  }
  if (entity_type === 'USER' && !/^[^\s@]+@[^\s@]+$/.test(name.trim()))
    throw badRequest('Give the user an e-mail address.')
  checkEntityTexts(word, { name })
}

function takenBy({ table, columns }: UniqueViolation, word: string, name: string): DomainError {
  const isName = columns.some((column) => nameColumns.includes(column))
  if (isName && table !== 'device_credentials') {
    return takenMeanwhile('NAME', `There is another ${word} "${name}" meanwhile; choose another name.`)
  }
  return takenMeanwhile(
    'CREDENTIALS',
    `Others use the credentials of the ${word} "${name}" meanwhile; ask for new ones.`,
  )
}

/** Of unique indexes, those that another name avoids. */
const nameColumns = ['name', 'title', 'email', 'alias', 'resource_key']
