/** Serves resources and widgets over real HTTP on a real store, for tests. The token is the name of the caller. */

import type { TestContext } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { withDefaults } from '@sonde/model/tenant-profiles/tenant-profile'
import { createAccess } from '../access/access.ts'
import { createEntityOwners } from '../access/entity-owners.ts'
import type { Authority, Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { createAdminSettingsService } from '../admin-settings/admin-settings-service.ts'
import { createAdminSettingsStore } from '../admin-settings/admin-settings-store.ts'
import { createAuditLevels } from '../audit-log/audit-levels.ts'
import { createAuditLogWriter } from '../audit-log/audit-log.ts'
import { createAuditLogStore } from '../audit-log/audit-log-store.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { systemClock as clock } from '../clock.ts'
import { silent, startTestApp } from '../http/http-testing.ts'
import { newId } from '../ids.ts'
import { createCommit } from '../journal/commit.ts'
import { createEntityLimits } from '../limits/entity-limits.ts'
import { createTenantLimits } from '../limits/tenant-limits.ts'
import type { JournalledMessage } from '../messages/message.ts'
import type { EntityChange } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { createTenantStore } from '../tenants/tenant-store.ts'
import { tenantRows } from '../tenants/testing.ts'
import { createTurns } from '../turns/turns.ts'
import { createWidgets } from '../widgets/create-widgets.ts'
import { registerWidgetRoutes } from '../widgets/widget-routes.ts'
import { registerResourceRoutes } from './resource-routes.ts'
import { createResourceService } from './resource-service.ts'
import { createResourceStore } from './resource-store.ts'

/**
 * `sys`: system administrator. `admin`: tenant administrator with a limit of 1,000 bytes for resources. `user`:
 * customer user of this tenant. `stranger`: another tenant.
 */
export type Caller = 'sys' | 'admin' | 'user' | 'stranger'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Value in the body at a path such as `data.0.title`. Undefined if the path doesn't exist. */
  at(path: string): unknown
}

export const resourceBytesMax = 1_000

export async function openLibrary(t: TestContext) {
  const storage = await openTestStorage(t)
  const { relational } = storage
  const live = createProcessChangeStream()
  const messages: JournalledMessage[] = []
  const changes: EntityChange[] = []
  live.watchAll({ change: (change) => void changes.push(change) })
  const auditStore = createAuditLogStore(relational)
  const auditLog = createAuditLogWriter({
    store: auditStore,
    levels: createAuditLevels(null),
    storage,
    clock,
    log: silent,
  })
  const { hook } = auditLog
  const accept = (accepted: readonly JournalledMessage[]) => void messages.push(...accepted)
  const commit = createCommit({ storage, hooks: [hook], live, accept })
  const [tenantId, otherTenantId] = [newId(), newId()]
  const configuration = withDefaults({ type: 'DEFAULT', maxResourcesInBytes: resourceBytesMax })
  const tenants = [tenantId, otherTenantId].map((id) => ({ id, title: 'Tenant' }))
  await storage.transact({ statements: tenantRows(relational, tenants, configuration) })
  const scopeOf = (authority: Authority, tenant: string, customerId = NIL_UUID): Scope =>
    testScope(tenant, { authority, customerId, email: `${authority}@example.org` })
  const scopes: Readonly<Record<string, Scope>> = {
    sys: scopeOf('SYS_ADMIN', NIL_UUID),
    admin: scopeOf('TENANT_ADMIN', tenantId),
    user: scopeOf('CUSTOMER_USER', tenantId, newId()),
    stranger: scopeOf('TENANT_ADMIN', otherTenantId),
  }
  const access = createAccess({ owners: createEntityOwners({ relational, live }) })
  const quotas = createEntityLimits({
    relational,
    tenantLimits: createTenantLimits({ relational, live, turns: createTurns() }),
  })
  const settings = createAdminSettingsService({ store: createAdminSettingsStore(relational), commit, clock })
  const resources = createResourceService({ store: createResourceStore(relational), quotas, access, commit, clock })
  const widgets = createWidgets({ relational, settings, access, commit, clock })
  const app = await startTestApp(t, {
    async scopeOfToken(token) {
      const scope = scopes[token]
      if (!scope) throw unauthenticated('Unknown token.')
      return scope
    },
    around: auditLog.around,
    register(routes) {
      registerResourceRoutes(routes, { resources })
      registerWidgetRoutes(routes, widgets)
    },
  })

  async function call(method: string, path: string, as: Caller, body?: unknown): Promise<Answer> {
    const { status, headers, text, body: answered } = await app.call(method, path, { token: as, body })
    return { status, headers, text, at: (where) => at(answered, where) }
  }

  /** Sorted, because entries of the same millisecond have no order. */
  async function auditActions(): Promise<string[]> {
    const page = await auditStore.page({ tenantId }, { pageSize: 100, page: 0, sortProperty: 'createdTime' })
    return page.data
      .map(
        ({ actionType, entityId, entityName, actionStatus }) =>
          `${actionType} ${entityId.entityType} ${entityName} ${actionStatus}`,
      )
      .sort()
  }

  return {
    storage,
    commit,
    settings,
    widgets,
    messages,
    changes,
    tenantId,
    tenantStore: createTenantStore(relational),
    auditActions,
    get: (path: string, as: Caller = 'admin') => call('GET', path, as),
    post: (path: string, body: unknown, as: Caller = 'admin') => call('POST', path, as, body),
    del: (path: string, as: Caller = 'admin') => call('DELETE', path, as),
  }
}

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body)
