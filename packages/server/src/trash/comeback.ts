/**
 * How a thing from the trash fits into the tenant as it is now: what it refers to may be gone, its name may be somebody
 * else's. Changes the rows of the snapshot before they are written again, and says what others are told.
 */

import { badRequest } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { Restoration } from '@sonde/model/trash/trash'
import { initialState } from '../activity/device-state.ts'
import { deriveCredentials, newToken } from '../devices/credentials.ts'
import type { Statement } from '../storage/relational.ts'
import type { AttributeWrite } from '../storage/storage.ts'
import { assignedTables, type Snapshot } from './trash-contents.ts'
import type { Kept, TrashStore } from './trash-store.ts'

/** A thing that is about to be written again. */
export interface Comeback {
  readonly kept: Kept
  /** Rows as they are written. */
  readonly snapshot: Snapshot
  /** Fields of the thing that differ from what was deleted, as the wire names them. */
  readonly changed: Readonly<Record<string, unknown>>
  readonly name: string
  readonly customerId: string
  /** Before its rows, and after them. */
  readonly before: readonly Statement[]
  readonly after: readonly Statement[]
  readonly attributes: readonly AttributeWrite[]
  /** Things that are its customer's again. */
  readonly reassigned: readonly EntityId[]
}

type Fitted = Partial<Omit<Comeback, 'kept' | 'name'>> & { readonly snapshot: Snapshot }

const nothing = { changed: {}, customerId: NIL_UUID, before: [], after: [], attributes: [], reassigned: [] }

/** Throws 400 where it needs something that is gone. */
export async function comebackOf(store: TrashStore, kept: Kept, asked: Restoration, nowMs: number): Promise<Comeback> {
  const name = asked.name?.trim() || kept.name
  const fitted = await fit(store, kept, { ...asked, name }, nowMs)
  return { ...nothing, ...fitted, kept, name }
}

type Asked = Restoration & { readonly name: string }

function fit(store: TrashStore, kept: Kept, asked: Asked, nowMs: number): Promise<Fitted> {
  switch (kept.entity_type) {
    case 'DEVICE':
      return device(store, kept, asked, nowMs)
    case 'ASSET':
      return asset(store, kept, asked)
    case 'ENTITY_VIEW':
      return entityView(store, kept, asked)
    case 'CUSTOMER':
      return customer(store, kept, asked)
    case 'DASHBOARD':
      return dashboard(store, kept, asked)
    case 'RULE_CHAIN':
      return ruleChain(kept, asked)
    case 'USER':
      return user(store, kept, asked, nowMs)
    case 'DEVICE_PROFILE':
      return deviceProfile(store, kept, asked)
  }
}

/** The customer where it is there, else none. */
async function customerOf(store: TrashStore, tenantId: string, id: string): Promise<string> {
  return id !== NIL_UUID && (await store.existing('customer', tenantId, [id])).has(id) ? id : NIL_UUID
}

async function device(
  store: TrashStore,
  { snapshot, tenant_id, id }: Kept,
  { name, newCredentials }: Asked,
  nowMs: number,
) {
  const [row, ...none] = snapshot.device ?? []
  if (!row || none.length > 0) throw new Error(`the trash has no rows of device ${id}`)
  const profile = await store.findProfile(tenant_id, row.device_profile_id)
  if (!profile) {
    const gone = await store.find(tenant_id, row.device_profile_id)
    throw badRequest(
      gone
        ? `The device profile "${gone.name}" is in the trash too; restore it first.`
        : `The device profile "${row.type}" was deleted for good, and the device cannot be without it.`,
    )
  }
  const customer_id = await customerOf(store, tenant_id, row.customer_id)
  const packages = await store.existing('ota_package', tenant_id, [row.firmware_id, row.software_id])
  const held = (packageId: string | null) => (packageId !== null && packages.has(packageId) ? packageId : null)
  const written = {
    ...row,
    name,
    // Its name may have changed meanwhile, and without devices also its transport.
    type: profile.name,
    device_data: dataFor(profile.transport_type, row.device_data),
    customer_id,
    firmware_id: held(row.firmware_id),
    software_id: held(row.software_id),
  }
  const credentials = snapshot.device_credentials?.map((each) => {
    if (!newCredentials) return each
    const { credentialsType, credentialsId, credentialsValue } = deriveCredentials({ credentialsId: newToken() })
    return {
      ...each,
      credentials_type: credentialsType,
      credentials_id: credentialsId,
      credentials_value: credentialsValue,
    }
  })
  return {
    snapshot: { ...snapshot, device: [written], ...(credentials && { device_credentials: credentials }) },
    changed: {
      name,
      type: written.type,
      deviceData: JSON.parse(written.device_data) as unknown,
      customerId: entityId('CUSTOMER', customer_id),
      ...(written.firmware_id === null && { firmwareId: null }),
      ...(written.software_id === null && { softwareId: null }),
    },
    customerId: customer_id,
    // Its sessions ended with it.
    attributes: initialState(tenant_id, id, nowMs),
  }
}

/** Settings of another transport than the profile's are left behind. */
function dataFor(transportType: string, deviceData: string): string {
  const data = JSON.parse(deviceData) as { readonly transportConfiguration?: { readonly type?: string } }
  if (data.transportConfiguration?.type === transportType) return deviceData
  return JSON.stringify({ configuration: { type: 'DEFAULT' }, transportConfiguration: { type: transportType } })
}

async function asset(store: TrashStore, { snapshot, tenant_id, customer_id }: Kept, { name }: Asked) {
  const customerId = await customerOf(store, tenant_id, customer_id)
  return {
    snapshot: { ...snapshot, asset: (snapshot.asset ?? []).map((row) => ({ ...row, name, customer_id: customerId })) },
    changed: { name, customerId: entityId('CUSTOMER', customerId) },
    customerId,
  }
}

async function entityView(store: TrashStore, { snapshot, tenant_id, customer_id }: Kept, { name }: Asked) {
  const customerId = await customerOf(store, tenant_id, customer_id)
  const rows = snapshot.entity_view ?? []
  const before: Statement[] = []
  for (const { entity_id, entity_type } of rows) {
    const table = entity_type === 'DEVICE' ? 'device' : 'asset'
    if ((await store.existing(table, tenant_id, [entity_id])).size === 0) {
      const viewed = await store.find(tenant_id, entity_id)
      throw badRequest(
        viewed
          ? `What it is a view of, "${viewed.name}", is in the trash too; restore that first.`
          : 'What it is a view of was deleted for good.',
      )
    }
    before.push(store.holdViewed(tenant_id, table, entity_id))
  }
  return {
    snapshot: { ...snapshot, entity_view: rows.map((row) => ({ ...row, name, customer_id: customerId })) },
    changed: { name, customerId: entityId('CUSTOMER', customerId) },
    customerId,
    before,
  }
}

const assignedTypes = { device: 'DEVICE', asset: 'ASSET', entity_view: 'ENTITY_VIEW', edge: 'EDGE' } as const

async function customer(store: TrashStore, { snapshot, tenant_id, id }: Kept, { name: title }: Asked) {
  const after: Statement[] = []
  const reassigned: EntityId[] = []
  for (const table of assignedTables) {
    const free = await store.unassigned(table, tenant_id, snapshot.assigned?.[table] ?? [], NIL_UUID)
    after.push(...store.giveTo(table, id, NIL_UUID, free))
    reassigned.push(...free.map((each) => entityId(assignedTypes[table], each)))
  }
  const rows = snapshot.dashboard_customer ?? []
  const there = await store.existing(
    'dashboard',
    tenant_id,
    rows.map((row) => row.dashboard_id),
  )
  const dashboards = rows.filter((row) => there.has(row.dashboard_id))
  reassigned.push(...dashboards.map((row) => entityId('DASHBOARD', row.dashboard_id)))
  return {
    snapshot: {
      ...snapshot,
      customer: (snapshot.customer ?? []).map((row) => {
        if (row.is_public === 1 && row.title !== title) {
          throw badRequest('The customer Public has no other name; it was made again, so assign to that one.')
        }
        return { ...row, title }
      }),
      dashboard_customer: dashboards,
    },
    changed: { title, name: title },
    customerId: id,
    after,
    reassigned,
  }
}

async function dashboard(store: TrashStore, { snapshot, tenant_id }: Kept, { name: title }: Asked) {
  const rows = snapshot.dashboard_customer ?? []
  const there = await store.existing(
    'customer',
    tenant_id,
    rows.map((row) => row.customer_id),
  )
  return {
    snapshot: {
      ...snapshot,
      dashboard: (snapshot.dashboard ?? []).map((row) => ({ ...row, title })),
      dashboard_customer: rows.filter((row) => there.has(row.customer_id)),
    },
    changed: { title, name: title },
  }
}

async function ruleChain({ snapshot }: Kept, { name }: Asked) {
  return {
    // Another one is the root meanwhile; it was none, or it could not have been deleted.
    snapshot: { ...snapshot, rule_chain: (snapshot.rule_chain ?? []).map((row) => ({ ...row, name, root: 0 })) },
    changed: { name, root: false },
  }
}

async function user(
  store: TrashStore,
  { snapshot, tenant_id, customer_id }: Kept,
  { name: email }: Asked,
  nowMs: number,
) {
  if (customer_id !== NIL_UUID && (await customerOf(store, tenant_id, customer_id)) === NIL_UUID) {
    const customer = await store.find(tenant_id, customer_id)
    throw badRequest(
      customer
        ? `The user's customer "${customer.name}" is in the trash too; restore it first.`
        : "The user's customer was deleted for good.",
    )
  }
  return {
    snapshot: userRows(snapshot, email, nowMs),
    changed: { email, name: email },
    customerId: customer_id,
  }
}

/** Tokens and links from before the deletion stay dead; the password stays what it was. */
const userRows = (snapshot: Snapshot, email: string, nowMs: number): Snapshot => ({
  ...snapshot,
  user: (snapshot.user ?? []).map((row) => ({ ...row, email })),
  user_credentials: (snapshot.user_credentials ?? []).map((row) => ({
    ...row,
    tokens_valid_from: Math.max(row.tokens_valid_from, nowMs),
    reset_token: null,
    email_code: null,
  })),
})

async function deviceProfile(store: TrashStore, { snapshot, tenant_id }: Kept, { name, newCredentials }: Asked) {
  const rows = []
  for (const row of snapshot.device_profile ?? []) {
    const packages = await store.existing('ota_package', tenant_id, [row.firmware_id, row.software_id])
    const chains = await store.existing('rule_chain', tenant_id, [row.default_rule_chain_id])
    const dashboards = await store.existing('dashboard', tenant_id, [row.default_dashboard_id])
    const held = (found: ReadonlySet<string>, id: string | null) => (id !== null && found.has(id) ? id : null)
    rows.push({
      ...row,
      name,
      is_default: 0,
      firmware_id: held(packages, row.firmware_id),
      software_id: held(packages, row.software_id),
      default_rule_chain_id: held(chains, row.default_rule_chain_id),
      default_dashboard_id: held(dashboards, row.default_dashboard_id),
      ...(newCredentials && {
        provision_type: 'DISABLED',
        provision_device_key: null,
        profile_data: withoutProvisioning(row.profile_data),
      }),
    })
  }
  const changed: Record<string, unknown> = { name, default: false }
  for (const row of rows) {
    if (row.firmware_id === null) changed.firmwareId = null
    if (row.software_id === null) changed.softwareId = null
    if (row.default_rule_chain_id === null) changed.defaultRuleChainId = null
    if (row.default_dashboard_id === null) changed.defaultDashboardId = null
  }
  return { snapshot: { ...snapshot, device_profile: rows }, changed }
}

function withoutProvisioning(profileData: string): string {
  const data = JSON.parse(profileData) as Record<string, unknown>
  return JSON.stringify({ ...data, provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null } })
}
