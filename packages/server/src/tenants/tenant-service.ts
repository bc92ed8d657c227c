/**
 * Tenants: each owns its customers, users, devices and all other entities.
 *
 * Invariant: a tenant is created together with what every tenant needs (a default device profile, a root rule chain),
 * and is deleted together with everything it owns.
 */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, invariant, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Tenant, TenantInfo, TenantInput } from '@sonde/model/tenants/tenant'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { contactColumns } from '../customers/contact-columns.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { type EntityChange, RowsMismatch, type Transaction } from '../storage/storage.ts'
import type { Turns } from '../turns/turns.ts'
import { defaultProfileData } from './default-tenant-profile.ts'
import { removedAtOnce, type TenantStore } from './tenant-store.ts'

/** Additions of another module to the transaction that creates a tenant. */
export type TenantStart = (tenantId: string, nowMs: number) => Required<Pick<Transaction, 'statements' | 'changes'>>

export interface TenantDeps {
  readonly store: TenantStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly turns: Pick<Turns, 'step'>
  readonly onTenantCreated: readonly TenantStart[]
}

export type TenantService = ReturnType<typeof createTenantService>

export function createTenantService({ store, access, commit, clock, turns, onTenantCreated }: TenantDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<TenantInfo> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('TENANT', id))
    const tenant = await store.find(tenantId)
    if (!tenant) throw notFound('TENANT', id)
    return tenant
  }

  const getInfo = (scope: Scope, id: string): Promise<TenantInfo> => getFor(scope, 'READ', id)

  const get = async (scope: Scope, id: string): Promise<Tenant> => withoutProfileName(await getInfo(scope, id))

  const listInfos = (scope: Scope, link: PageLink): Promise<PageData<TenantInfo>> => {
    requireAny(scope, 'READ')
    return store.page(link)
  }

  async function list(scope: Scope, link: PageLink): Promise<PageData<Tenant>> {
    const page = await listInfos(scope, link)
    return { ...page, data: page.data.map(withoutProfileName) }
  }

  /** Checks permissions for operations on all tenants, which only the system administrator has. */
  function requireAny(scope: Scope, operation: Operation) {
    access.require(scope, operation, { id: entityId('TENANT', NIL_UUID), tenantId: NIL_UUID, customerId: NIL_UUID })
  }

  /** Creates a tenant, or updates it if the input has an id. */
  async function save(scope: Scope, input: TenantInput): Promise<Tenant> {
    const title = input.title.trim()
    checkEntityTexts('tenant', { title }, contactColumns(input))
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) requireAny(scope, 'CREATE')
    const nowMs = clock.nowMs()
    const tenant: Tenant = {
      id: before?.id ?? entityId('TENANT', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      additionalInfo: input.additionalInfo ?? null,
      ...contactColumns(input),
      title,
      region: 'Global',
      tenantProfileId: entityId('TENANT_PROFILE', await profileFor(input, before)),
      name: title,
    }
    await write(tenant, before ? 'updated' : 'created', nowMs)
    return tenant
  }

  async function profileFor(input: TenantInput, before: Tenant | undefined): Promise<string> {
    const wanted = input.tenantProfileId?.id ?? before?.tenantProfileId.id
    if (wanted !== undefined) {
      const profile = await store.findProfile(wanted.toLowerCase())
      if (!profile) throw badRequest('The tenant profile doesn’t exist. Choose another one.')
      if (profile.isIsolated && wanted !== before?.tenantProfileId.id) {
        throw badRequest(
          'The tenant profile requires isolated processing, which a single server doesn’t support. Choose another.',
        )
      }
      return wanted
    }
    const plain = await store.defaultProfileId()
    invariant(plain, 'there is no default tenant profile')
    return plain
  }

  async function write(tenant: Tenant, kind: 'created' | 'updated', nowMs: number): Promise<void> {
    const starts = kind === 'created' ? onTenantCreated.map((start) => start(tenant.id.id, nowMs)) : []
    try {
      await commit({
        statements: [
          kind === 'created' ? store.insert(tenant) : store.update(tenant),
          ...starts.flatMap((start) => start.statements),
        ],
        changes: [changeOf(kind, tenant.id.id), ...starts.flatMap((start) => start.changes)],
      })
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('TENANT', tenant.id.id)
      throw error
    }
  }

  /**
   * Deletes a tenant and everything it owns. Entities of which there may be very many are deleted first, in commits of
   * bounded size, so that other tenants don't wait; then the tenant itself. Sessions of its devices and users end.
   */
  async function remove(scope: Scope, id: string): Promise<void> {
    const { id: entity } = await getFor(scope, 'DELETE', id)
    const removeSome = async () => {
      const some = await store.someBelongings(entity.id)
      const changes = some.map((each): EntityChange => ({ ...changeOf('deleted', entity.id), entity: each }))
      if (some.length > 0) await commit({ statements: store.removeSome(some), changes, isFinal: true })
      return some.length > 0
    }
    while (await turns.step(removeSome));
    for (let isMore = true; isMore; ) {
      const { rowsChanged } = await commit({ statements: store.removeSomeEntries(entity.id) })
      isMore = rowsChanged.some((rows) => rows === removedAtOnce)
    }
    const belongings = await store.belongings(entity.id)
    try {
      await commit({
        isFinal: true,
        statements: store.remove(entity.id),
        changes: [
          ...belongings.map((each): EntityChange => ({ ...changeOf('deleted', entity.id), entity: each })),
          changeOf('deleted', entity.id),
        ],
      })
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('TENANT', id)
      throw error
    }
  }

  /** Creates the default tenant profile, if there is none. */
  async function ensureDefaultProfile(): Promise<void> {
    if ((await store.defaultProfileId()) !== undefined) return
    const nowMs = clock.nowMs()
    await commit({ statements: [store.insertDefaultProfile(newId(nowMs), nowMs, defaultProfileData)] })
  }

  return { get, getInfo, list, listInfos, save, remove, ensureDefaultProfile }
}

const changeOf = (kind: EntityChange['kind'], id: string): EntityChange => ({
  kind,
  entity: entityId('TENANT', id),
  tenantId: id,
  customerId: NIL_UUID,
})

function withoutProfileName({ tenantProfileName: _, ...tenant }: TenantInfo): Tenant {
  return tenant
}
