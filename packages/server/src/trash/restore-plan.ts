/**
 * Fits an entity from the trash into the current state of the tenant: referenced entities may no longer exist, its name
 * may be in use. Changes the rows of the snapshot before they are written again, and determines what is published.
 */

import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { badRequest } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { Restoration } from '@sonde/model/trash/trash'
import type { TrashedType } from '@sonde/model/trash/trashed-types'
import { emailKey, emailProblem } from '@sonde/model/users/email-address'
import { newToken } from '../devices/credentials.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { newId } from '../ids.ts'
import type { Statement } from '../storage/relational.ts'
import { device, deviceProfile, otaPackage } from './device-restore.ts'
import { resource, widgetsBundle, widgetType } from './library-restore.ts'
import { customerOf, held, type RestorePlan, type RestoreRequest, type RestoreResolver } from './restore-resolver.ts'
import { assignedTable, assignedTypes, type Snapshot, type TrashedTable } from './trash-contents.ts'
import type { TrashedEntity, TrashStore } from './trash-store.ts'

const nothing = { changed: {}, customerId: NIL_UUID, before: [], after: [], points: [], attributes: [], reassigned: [] }

/** Resolvers of types that need more than a name and a customer. */
const fits: Readonly<Partial<Record<TrashedType, RestoreResolver>>> = {
  DEVICE: device,
  ENTITY_VIEW: entityView,
  CUSTOMER: customer,
  DASHBOARD: dashboard,
  USER: user,
  DEVICE_PROFILE: deviceProfile,
  EDGE: edge,
  OTA_PACKAGE: otaPackage,
  TB_RESOURCE: resource,
  WIDGETS_BUNDLE: widgetsBundle,
  WIDGET_TYPE: widgetType,
}

/** Throws 400 when a required entity no longer exists, 409 when the name is in use and the request has no other one. */
export async function restorePlanOf(
  store: TrashStore,
  trashed: TrashedEntity,
  request: Restoration & Omit<RestoreRequest, 'name'>,
): Promise<RestorePlan> {
  const name = nameOf(trashed, request)
  const fitted = await (fits[trashed.entity_type] ?? plain)(store, trashed, { ...request, name })
  return { ...nothing, ...fitted, trashed, name }
}

/** Name of the restored entity. */
export const nameOf = (trashed: TrashedEntity, { name }: Restoration): string => name?.trim() || trashed.name

/** Default resolver, by the descriptor: sets the name, the customer if it still exists, and the reset values. */
async function plain(
  store: TrashStore,
  { snapshot, entity_type, tenant_id, customer_id }: TrashedEntity,
  { name }: RestoreRequest,
) {
  const { table, nameColumn = 'name', owner, trash } = entityDescriptors[entity_type]
  const customerId = owner.customer === undefined ? NIL_UUID : await customerOf(store, tenant_id, customer_id)
  const columns = {
    [nameColumn]: name,
    ...(owner.customer && { [owner.customer]: customerId }),
    ...trash?.reset?.columns,
  }
  const rows: readonly object[] = snapshot[table as TrashedTable] ?? []
  return {
    snapshot: { ...snapshot, [table]: rows.map((row) => ({ ...row, ...columns })) },
    changed: {
      name,
      [entityKinds[entity_type].nameField]: name,
      ...(owner.customer && { customerId: entityId('CUSTOMER', customerId) }),
      ...trash?.reset?.fields,
    },
    customerId,
  }
}

async function entityView(
  store: TrashStore,
  { snapshot, tenant_id, customer_id }: TrashedEntity,
  { name }: RestoreRequest,
) {
  const customerId = await customerOf(store, tenant_id, customer_id)
  const rows = snapshot.entity_view ?? []
  const before: Statement[] = []
  for (const { entity_id, entity_type } of rows) {
    const table = entity_type === 'DEVICE' ? 'device' : 'asset'
    if ((await store.existing(table, tenant_id, [entity_id])).size === 0) {
      const viewed = await store.find(tenant_id, entity_id)
      throw badRequest(
        viewed
          ? `The entity it shows, "${viewed.name}", is in the trash too. Restore that first.`
          : 'Its device or asset was deleted permanently.',
      )
    }
    before.push(store.hold(tenant_id, table, entity_id))
  }
  return {
    snapshot: { ...snapshot, entity_view: rows.map((row) => ({ ...row, name, customer_id: customerId })) },
    changed: { name, customerId: entityId('CUSTOMER', customerId) },
    customerId,
    before,
  }
}

async function customer(
  store: TrashStore,
  { snapshot, tenant_id, id }: TrashedEntity,
  { name: title }: RestoreRequest,
) {
  const after: Statement[] = []
  const reassigned: EntityId[] = []
  for (const type of assignedTypes) {
    const table = assignedTable(type)
    const free = await store.unassigned(table, tenant_id, snapshot.assigned?.[table] ?? [], NIL_UUID)
    after.push(...store.giveTo(table, id, NIL_UUID, free))
    reassigned.push(...free.map((each) => entityId(type, each)))
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
          throw badRequest('The public customer already exists again. Assign entities to that one.')
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

async function dashboard(store: TrashStore, { snapshot, tenant_id }: TrashedEntity, { name: title }: RestoreRequest) {
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

async function user(
  store: TrashStore,
  { snapshot, tenant_id, customer_id, name }: TrashedEntity,
  { name: email, nowMs, whole }: RestoreRequest,
) {
  const problem = email === name ? null : emailProblem(email)
  if (problem !== null) throw badRequest(problem)
  if (!whole && customer_id !== NIL_UUID && (await customerOf(store, tenant_id, customer_id)) === NIL_UUID) {
    const customer = await store.find(tenant_id, customer_id)
    throw badRequest(
      customer
        ? `The user's customer "${customer.name}" is in the trash too. Restore it first.`
        : "The user's customer was deleted permanently.",
    )
  }
  return {
    snapshot: userRows(snapshot, email, nowMs),
    changed: { email, name: email },
    customerId: customer_id,
  }
}

/** Tokens and links from before the deletion stay invalid; the password stays valid. */
const userRows = (snapshot: Snapshot, email: string, nowMs: number): Snapshot => ({
  ...snapshot,
  user: (snapshot.user ?? []).map((row) => ({ ...row, email, email_key: emailKey(email) })),
  user_credentials: (snapshot.user_credentials ?? []).map((row) => ({
    ...row,
    tokens_valid_from: Math.max(row.tokens_valid_from, nowMs),
    reset_token: null,
    email_code: null,
    new_email: null,
    new_email_token: null,
  })),
})

/**
 * Restores an edge with its root chain, or the one of new edges if that no longer exists. Its keys stay the same unless
 * new ones are requested.
 */
async function edge(
  store: TrashStore,
  { snapshot, tenant_id, customer_id, id }: TrashedEntity,
  { name, newCredentials, nowMs }: RestoreRequest,
) {
  const customerId = await customerOf(store, tenant_id, customer_id)
  const keys = newCredentials ? { routing_key: newId(nowMs), secret: newToken() } : {}
  const after: Statement[] = []
  const changed: Record<string, unknown> = { name, customerId: entityId('CUSTOMER', customerId) }
  if (newCredentials) Object.assign(changed, { routingKey: keys.routing_key, secret: keys.secret })
  const rows = []
  for (const row of snapshot.edge ?? []) {
    const chains = await store.existing('rule_chain', tenant_id, [row.root_rule_chain_id])
    const root = held(chains, row.root_rule_chain_id) ?? (await store.templateRoot(tenant_id))
    if (root !== null) after.push(store.giveChain(id, root))
    if (root !== row.root_rule_chain_id) changed.rootRuleChainId = root && entityId('RULE_CHAIN', root)
    rows.push({ ...row, ...keys, name, customer_id: customerId, root_rule_chain_id: root })
  }
  return { snapshot: { ...snapshot, edge: rows }, changed, customerId, after }
}
