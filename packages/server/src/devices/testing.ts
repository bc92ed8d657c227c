/** The device rooms on a real store for tests: two tenants, a customer, callers of every kind. */

import type { TestContext } from 'node:test'
import { DomainError } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import { createAccess } from '../access/access.ts'
import { createEntityOwners } from '../access/entity-owners.ts'
import type { Authority, Scope } from '../access/scope.ts'
import { createAlarms } from '../alarms/create-alarms.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import type { Clock } from '../clock.ts'
import type { CustomersOfTenant } from '../customers/customers-of-tenant.ts'
import { createDashboardService } from '../dashboards/dashboard-service.ts'
import { createDashboardStore } from '../dashboards/dashboard-store.ts'
import { defaultDeviceProfileStatements } from '../device-profiles/default-profile.ts'
import { createDeviceProfileService } from '../device-profiles/device-profile-service.ts'
import { createDeviceProfileStore } from '../device-profiles/device-profile-store.ts'
import { createEntityQuery } from '../entity-query/entity-query-service.ts'
import { openEntityViews } from '../entity-views/create-entity-views.ts'
import { newId } from '../ids.ts'
import { createBackPressure } from '../journal/back-pressure.ts'
import { createCommit } from '../journal/commit.ts'
import { createEntityLimits } from '../limits/entity-limits.ts'
import { createLimits, defaultLimits } from '../limits/limits.ts'
import { createTenantLimits } from '../limits/tenant-limits.ts'
import { testLimits } from '../limits/testing.ts'
import type { Message } from '../messages/message.ts'
import { createOtaPackages } from '../ota-packages/create-ota-packages.ts'
import { createRelationService } from '../relations/relation-service.ts'
import { createRelationStore } from '../relations/relation-store.ts'
import type { EntityChange } from '../storage/storage.ts'
import { openTestStorage, temporaryFolder } from '../storage/testing.ts'
import { createAttributeStore } from '../telemetry/attribute-store.ts'
import { createTelemetryService } from '../telemetry/telemetry-service.ts'
import { tenantRows } from '../tenants/testing.ts'
import { createClaimAttempts } from './claim-attempts.ts'
import { createClaims } from './claiming.ts'
import { createDeviceDirectory } from './device-directory-store.ts'
import { createDeviceImport } from './device-import.ts'
import { createDeviceService } from './device-service.ts'
import { createDeviceStore } from './device-store.ts'

export type DeviceRooms = Awaited<ReturnType<typeof openDeviceRooms>>

export interface TestClock extends Clock {
  now: number
}

export async function openDeviceRooms(t: TestContext, live: ChangeStream = createProcessChangeStream()) {
  const storage = await openTestStorage(t)
  const { relational } = storage
  const clock: TestClock = { now: 1_700_000_000_000, nowMs: () => clock.now }
  const views = await openEntityViews({ relational, series: storage.series, live })
  const { series } = views
  const messages: Message[] = []
  const changes: EntityChange[] = []
  live.watchAll({ change: (change) => void changes.push(change) })
  const backPressure = createBackPressure({ limits: defaultLimits })
  const commit = createCommit({
    storage,
    live: views.told,
    backPressure,
    accept(journalled) {
      for (const { message } of journalled) {
        messages.push(message)
        backPressure.left(backPressure.of(message.tenantId, message.originator.id), message)
      }
    },
  })

  const tenantIds = [newId(), newId()] as const
  const customerId = newId()
  const { build } = relational
  const statement = relational.statement
  const contact = { country: null, state: null, city: null, address: null, address2: null, zip: null, phone: null }
  const nobody = { ...contact, email: null, additional_info: null }
  await commit({
    statements: [
      ...tenantRows(
        relational,
        tenantIds.map((id) => ({ ...nobody, id, title: 'T', region: 'Global' })),
      ),
      ...tenantIds.flatMap((id) => defaultDeviceProfileStatements(relational, id, 1).statements),
      statement(
        build
          .insertInto('customer')
          .values({ ...nobody, id: customerId, created_time: 1, tenant_id: tenantIds[0], title: 'Acme', is_public: 0 }),
      ),
    ],
  })
  messages.length = 0
  changes.length = 0

  const customers: CustomersOfTenant = {
    async title(tenantId, id) {
      const query = build.selectFrom('customer').select('title').where('tenant_id', '=', tenantId).where('id', '=', id)
      return (await relational.first(query))?.title
    },
    async publicCustomer(scope) {
      const known = await relational.first(
        build.selectFrom('customer').select('id').where('tenant_id', '=', scope.tenantId).where('is_public', '=', 1),
      )
      if (known) return { id: known.id, title: 'Public' }
      const id = newId()
      const row = { ...nobody, id, created_time: 1, tenant_id: scope.tenantId, title: 'Public', is_public: 1 }
      await commit({ statements: [statement(build.insertInto('customer').values(row))] })
      return { id, title: 'Public' }
    },
  }

  const access = createAccess({ owners: createEntityOwners({ relational, live }) })
  const attributes = createAttributeStore({ relational })
  const ttlSecondsOf = () => 0
  const relations = createRelationService({ store: createRelationStore(relational), access, commit })
  const tenantLimits = createTenantLimits({ relational, live })
  const limits = createLimits({ tenants: tenantLimits, live, clock, defaults: {} })
  const quotas = createEntityLimits({ relational, tenantLimits })
  const dataFolder = await temporaryFolder(t)
  const packages = createOtaPackages({
    relational,
    attributes,
    access,
    commit,
    live,
    clock,
    quotas,
    dataFolder,
    fileBytesMax: 1_000_000,
    ttlSecondsOf,
    log: pino({ level: 'silent' }),
  })
  t.after(packages.close)
  const profiles = createDeviceProfileService({
    packages: packages.packageAssignment,
    store: createDeviceProfileStore(relational),
    attributes,
    series,
    access,
    commit,
    clock,
  })
  const entityQuery = createEntityQuery({
    storage: { ...storage, series },
    attributes,
    live,
    clock,
    limits: testLimits(),
  })
  t.after(() => entityQuery.close())
  const { lists } = entityQuery
  const entityViews = views.createService({ customers, relations, access, commit, clock, attributes, lists })
  const { requireNoViews } = entityViews
  const store = createDeviceStore(lists)
  const devices = createDeviceService({
    store,
    customers,
    profiles,
    relations,
    access,
    commit,
    clock,
    quotas,
    requireNoViews,
    packages: packages.packageAssignment,
  })
  const directory = createDeviceDirectory({ relational, live })
  t.after(() => directory.close())
  const claims = createClaims({
    relational,
    store,
    directory,
    attributes,
    devices,
    customers,
    access,
    commit,
    clock,
    attempts: createClaimAttempts({ limits, clock }),
  })
  const telemetry = createTelemetryService({
    attributes,
    series,
    access,
    commit,
    clock,
    ttlSecondsOf,
    turns: relational.turns,
  })
  const alarmParts = createAlarms({ relational, access, commit, live, clock, log: pino({ level: 'silent' }) })
  t.after(alarmParts.care.stop)
  const dashboards = createDashboardService({
    store: createDashboardStore(lists),
    quotas,
    customers,
    access,
    commit,
    clock,
  })
  const bulkImport = createDeviceImport({ devices, store, ttlSecondsOf, turns: relational.turns })

  const scopeOf = (authority: Authority, tenantId: string, ofCustomer = NIL_UUID): Scope => ({
    userId: newId(),
    authority,
    tenantId,
    customerId: ofCustomer,
    email: `${authority.toLowerCase()}@example.org`,
    firstName: null,
    lastName: null,
    isPublic: false,
  })

  return {
    storage,
    lists,
    live,
    commit,
    clock,
    messages,
    changes,
    customerId,
    access,
    attributes,
    relations,
    packages,
    dataFolder,
    profiles,
    devices,
    deviceStore: store,
    directory,
    claims,
    telemetry,
    alarms: alarmParts.service,
    alarmParts,
    dashboards,
    customers,
    quotas,
    limits,
    series,
    entityViews,
    bulkImport,
    /** Administrator of the first tenant. */
    admin: scopeOf('TENANT_ADMIN', tenantIds[0]),
    /** User of the first tenant's customer. */
    user: scopeOf('CUSTOMER_USER', tenantIds[0], customerId),
    /** Administrator of the second tenant. */
    stranger: scopeOf('TENANT_ADMIN', tenantIds[1]),
  }
}

/** The refusal of a promise, to look at. */
export async function refusal(promise: Promise<unknown>): Promise<{ code: number; status: number; message: string }> {
  try {
    await promise
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, status: error.status, message: error.message }
    throw error
  }
  throw new Error('was not refused')
}
