/**
 * Trash of a tenant: entities deleted in the last days, which its administrators can restore or delete permanently.
 *
 * Invariants: to all other parts of the server, an entity in the trash doesn't exist. A restored entity is created like
 * a new one, in one transaction, with its former ID. A restore that needs something that no longer exists fails with
 * the reason, and the entity stays in the trash.
 */

import { entityKinds, wordOf } from '@sonde/model/entities/entity-kinds'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import type { EntityView } from '@sonde/model/entity-views/entity-view'
import { badRequest, type DomainError, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { numberRejection } from '@sonde/model/limits/profile-limits'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Restoration, Restored, TrashItem } from '@sonde/model/trash/trash'
import type { TrashedType } from '@sonde/model/trash/trashed-types'
import { emailKey } from '@sonde/model/users/email-address'
import type { Access } from '../access/operations.ts'
import type { Authority, Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { EntityLimits, FileType, NumberedType } from '../limits/entity-limits.ts'
import type { Limits } from '../limits/limits.ts'
import type { TenantLimits } from '../limits/tenant-limits.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { AssignmentWrites, PackageAssignment } from '../ota-packages/package-assignment.ts'
import type { FileHolder } from '../storage/file-bytes.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import type { Turns } from '../turns/turns.ts'
import { nameOf, restorePlanOf } from './restore-plan.ts'
import { conflictOf, type RestorePlan } from './restore-resolver.ts'
import { type TrashedTable, tablesOf } from './trash-contents.ts'
import { tombstoneStatements } from './trash-expiry.ts'
import type { TrashedEntity, TrashStore } from './trash-store.ts'

/** Entities deleted permanently per commit. */
const emptiedAtOnce = 200

export interface TrashDeps {
  readonly store: TrashStore
  readonly relational: RelationalStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly turns: Pick<Turns, 'step'>
  readonly quotas: EntityLimits
  readonly limits: Pick<TenantLimits, 'of'>
  /** Counts rejections by a limit. */
  readonly rejections?: Pick<Limits, 'count'>
  /** Throws when the tenant's limit of entity views is reached. */
  readonly requireViewRoom: (view: EntityView) => void
  /** Called with a restored entity view, before the response is sent. */
  readonly onViewRestored: (view: EntityView) => void
  readonly packages: Pick<PackageAssignment, 'ofRestored'>
  /** Called after entities were deleted permanently: their files may no longer be needed. */
  readonly onEnded: () => void
}

export type TrashService = ReturnType<typeof createTrashService>

const isFile = (type: TrashedType): type is FileType => entityDescriptors[type].trash?.bytesColumn !== undefined
const isNumbered = (type: TrashedType): type is TrashedType & NumberedType =>
  !isFile(type) && entityKinds[type].limit !== undefined

const none: AssignmentWrites = { statements: [], points: [], attributes: [] }

export function createTrashService(deps: TrashDeps) {
  const { store, relational, access, commit, clock, turns } = deps
  const { quotas, limits, rejections, packages, requireViewRoom, onViewRestored, onEnded } = deps

  const list = (scope: Scope, entityType: TrashedType | undefined, link: PageLink): Promise<PageData<TrashItem>> =>
    store.page(scope.tenantId, entityType, link)

  /** Finds an item of the trash. Entities that were deleted with another one aren't found. Throws 404. */
  async function getTrashed(scope: Scope, id: string): Promise<TrashedEntity> {
    const trashed = await store.find(scope.tenantId, id.toLowerCase())
    if (!trashed || trashed.part_of !== null) throw notFound('Trash item', id)
    return trashed
  }

  /**
   * Restores an entity under its name or another one. Throws 409 with `taken` when its name or its credentials are in
   * use by now, and 400 when something that it needs no longer exists.
   */
  async function restore(scope: Scope, id: string, request: Restoration): Promise<Restored> {
    const trashed = await getTrashed(scope, id)
    const type = trashed.entity_type
    const word = wordOf(type)
    access.require(scope, 'CREATE', ownedOf(trashed))
    if (request.name !== undefined) checkName(trashed, request.name)
    const name = nameOf(trashed, request)
    const nowMs = clock.nowMs()
    const isLimited = trashed.tenant_id !== NIL_UUID
    const write = () => writeBack(scope, trashed, request, nowMs)
    const inRoom = () => (isLimited && isNumbered(type) ? quotas.withRoom(type, trashed.tenant_id, write) : write())
    if (trashed.entity_type === 'ENTITY_VIEW' && trashed.entity)
      requireViewRoom(trashed.entity as unknown as EntityView)
    let plan: RestorePlan
    try {
      plan = await (isLimited ? withBytes(trashed, inRoom) : inRoom())
    } catch (error) {
      if (error instanceof UniqueViolation) throw takenBy(error, word, name)
      if (error instanceof RowsMismatch) throw badRequest(`Someone else changed this ${word}. Reload and try again.`)
      throw error
    }
    if (trashed.entity_type === 'ENTITY_VIEW' && trashed.entity) {
      onViewRestored({ ...trashed.entity, ...plan.changed } as unknown as EntityView)
    }
    return { id: entityId(trashed.entity_type, trashed.id), name }
  }

  /** Checks the user limit for users that are restored with their customer. */
  async function requireOtherRoom(trashed: TrashedEntity, parts: readonly TrashedEntity[]): Promise<void> {
    if (trashed.entity_type !== 'CUSTOMER') return
    const { maxUsers: max } = await limits.of(trashed.tenant_id)
    if (max <= 0) return
    const users = parts.length
    if (users > 0 && (await store.count('user', trashed.tenant_id)) + users > max) {
      rejections?.count(trashed.tenant_id, 'maxUsers')
      throw badRequest(`${numberRejection('maxUsers', max)} The customer has ${users}.`)
    }
  }

  /** Checks the storage limit for restored files: of a package, or of the packages of a profile. */
  async function withBytes<T>(trashed: TrashedEntity, make: () => Promise<T>): Promise<T> {
    const { tenant_id } = trashed
    const parts = trashed.entity_type === 'DEVICE_PROFILE' ? await store.partsOf(tenant_id, trashed.id) : [trashed]
    const type = parts[0]?.entity_type ?? trashed.entity_type
    const bytes = parts.reduce((sum, each) => sum + each.bytes, 0)
    if (!isFile(type) || bytes === 0) return make()
    const used = () => store.bytesOf(entityDescriptors[type].table as FileHolder, tenant_id)
    return quotas.withBytes(type, tenant_id, bytes, used, make)
  }

  /** IDs of parts whose name is in use by now: they stay in the trash as separate items. */
  async function takenOf(trashed: TrashedEntity, parts: readonly TrashedEntity[]): Promise<ReadonlySet<string>> {
    if (parts.length === 0) return new Set()
    if (trashed.entity_type === 'DEVICE_PROFILE') {
      return store.takenPackages(
        trashed.tenant_id,
        parts.map((part) => part.id),
      )
    }
    if (trashed.entity_type !== 'CUSTOMER') return new Set()
    const emails = await store.takenEmails(parts.map((part) => part.name))
    return new Set(parts.filter((part) => emails.has(emailKey(part.name))).map((part) => part.id))
  }

  async function writeBack(
    scope: Scope,
    trashed: TrashedEntity,
    request: Restoration,
    nowMs: number,
  ): Promise<RestorePlan> {
    const { tenant_id } = trashed
    const parts = await store.partsOf(tenant_id, trashed.id)
    await requireOtherRoom(trashed, parts)
    const taken = await takenOf(trashed, parts)
    const left = parts.filter((part) => taken.has(part.id))
    const coming = parts.filter((part) => !taken.has(part.id))
    const ids = new Set(coming.map((part) => part.id))
    const plan = await restorePlanOf(store, trashed, { ...request, nowMs, parts: ids, whole: null })
    const rest: RestorePlan[] = []
    for (const part of coming) rest.push(await restorePlanOf(store, part, { nowMs, parts: new Set(), whole: plan }))
    const notices = trashed.entity_type === 'DEVICE' ? await packageNotices(plan, nowMs) : none
    const all = [plan, ...rest]
    await commit({
      statements: [
        ...all.map(({ trashed: each }) => store.take(tenant_id, each.id)),
        ...left.map((part) => store.standAlone(tenant_id, part.id)),
        ...all.flatMap(rowsOf),
        ...notices.statements,
        // After the rows of all restored entities.
        ...all.flatMap(({ trashed: each }) => [
          ...store.relations(each.id),
          ...store.alarms(each.entity_type, each.id, each.snapshot.alarms),
        ]),
      ],
      points: [...plan.points, ...notices.points],
      attributes: [...plan.attributes, ...notices.attributes],
      changes: [
        ...all.map(({ trashed: each, customerId }) => changeOf(each, each === trashed ? customerId : each.customer_id)),
        ...plan.reassigned.map(
          (entity): EntityChange => ({
            kind: 'updated',
            entity,
            tenantId: tenant_id,
            customerId: entity.entityType === 'DASHBOARD' ? NIL_UUID : trashed.id,
            aspect: 'assignment',
          }),
        ),
      ],
      ...actionOf(scope, plan, nowMs),
    })
    return plan
  }

  /** Writes that notify the device of its firmware and software, which may have changed since the deletion. */
  async function packageNotices({ trashed, snapshot }: RestorePlan, nowMs: number): Promise<AssignmentWrites> {
    const [row] = snapshot.device ?? []
    if (!row) return none
    const own = { FIRMWARE: row.firmware_id, SOFTWARE: row.software_id }
    const device = { id: row.id, tenantId: trashed.tenant_id, profileId: row.device_profile_id, own }
    return packages.ofRestored(device, nowMs)
  }

  function rowsOf({ trashed, snapshot, before, after }: RestorePlan): Statement[] {
    const inserts = tablesOf(trashed.entity_type).flatMap((table) =>
      (snapshot[table.table as TrashedTable] ?? []).map((row) => store.insert(table, row)),
    )
    return [...before, ...inserts, ...after]
  }

  /** Deletes an entity permanently. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const trashed = await getTrashed(scope, id)
    const item = entityId(trashed.entity_type, trashed.id)
    await commit({
      statements: tombstoneStatements(relational, clock.nowMs(), { ids: [trashed.id] }),
      audit: [endNote(item, trashed.name, trashed.customer_id)],
    })
    onEnded()
  }

  /** Deletes everything in the tenant's trash permanently. Returns the number of entities. */
  async function empty(scope: Scope): Promise<number> {
    const emptySome = async () => {
      const some = await store.some(scope.tenantId, emptiedAtOnce)
      if (some.length === 0) return 0
      await commit({
        statements: tombstoneStatements(relational, clock.nowMs(), { ids: some.map(({ item }) => item.id) }),
        audit: some.map(({ item, name }) => endNote(item, name, NIL_UUID)),
      })
      return some.length
    }
    let count = 0
    for (;;) {
      const ended = await turns.step(emptySome)
      if (ended === 0) break
      count += ended
    }
    if (count > 0) onEnded()
    return count
  }

  return { list, restore, remove, empty }
}

const ownedOf = (trashed: TrashedEntity) => ({
  id: entityId(trashed.entity_type, trashed.id),
  tenantId: trashed.tenant_id,
  customerId: trashed.customer_id,
  ...(trashed.entity_type === 'USER' && { authority: trashed.type as Authority }),
})

const changeOf = (trashed: TrashedEntity, customerId: string): EntityChange => ({
  kind: 'created',
  entity: entityId(trashed.entity_type, trashed.id),
  tenantId: trashed.tenant_id,
  customerId,
  aspect: 'restored',
})

/** Actions as for a creation, with the message body of the deletion. */
function actionOf(scope: Scope, { trashed, changed, customerId }: RestorePlan, nowMs: number) {
  const id = entityId(trashed.entity_type, trashed.id)
  if (trashed.entity === null) {
    return { audit: [{ action: 'ADDED', entity: id, customerId, data: { entityId: trashed.id } } as const] }
  }
  const restored = { ...trashed.entity, ...changed, id, tenantId: entityId('TENANT', trashed.tenant_id) }
  return entityAction(scope, 'ADDED', restored, nowMs, { customerId, metadata: { restoredFromTrash: 'true' } })
}

const endNote = (entity: TrashItem['id'], entityName: string, customerId: string): AuditNote => ({
  action: 'DELETED',
  entity,
  entityName,
  customerId,
  data: { entityId: entity.id, fromTrash: true },
})

function checkName({ entity_type }: TrashedEntity, name: string): void {
  const word = wordOf(entity_type)
  if (entity_type === 'CUSTOMER' && name.trim() === 'Public') {
    throw badRequest('The title "Public" is reserved. Choose another.')
  }
  if (entity_type === 'USER' && !/^[^\s@]+@[^\s@]+$/.test(name.trim())) throw badRequest('Enter an email for the user.')
  checkEntityTexts(word, { name })
}

function takenBy({ table, columns }: UniqueViolation, word: string, name: string): DomainError {
  const isName = columns.some((column) => nameColumns.includes(column))
  if (isName && table !== 'device_credentials') {
    return conflictOf('NAME', `Another ${word} has the name "${name}". Enter another name.`)
  }
  return conflictOf('CREDENTIALS', `The credentials of the ${word} "${name}" are in use. Request new ones.`)
}

/** Columns of unique indexes whose conflict another name avoids. */
const nameColumns = ['name', 'title', 'email', 'alias', 'resource_key']
