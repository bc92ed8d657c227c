/** Owner of each id and name of the scene, and who may see it: every response is searched for them. */

import assert from 'node:assert/strict'
import { NIL_UUID } from '@sonde/model/ids'
import { type EntityOwner, entityOwners, type SignedIn } from './callers.ts'
import { ownerOf, type Scene } from './scene.ts'
import type { SideName } from './side.ts'
import { type Row, rowsOf, tablesById, tablesOf } from './store-state.ts'

/** Row with an id or a name. */
export interface Known {
  /** Table that contains it. */
  readonly kind: string
  readonly side: SideName | 'system'
  readonly owners: readonly EntityOwner[]
}

/** Tables without entities: their ids are internal or not entity ids. */
const noEntities = ['meta', 'journal', 'progress', 'hot', 'series', 'latest', 'chunk', 'body', 'roll_up']
/** Entity types of the tenant that customer users may see. */
const shared = ['tenant', 'device_profile', 'ota_package', 'widgets_bundle', 'widget_type']
/** Entity types of tenants that the system administrator may see. */
const ofSystem = ['tenant', 'dashboard']

const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
const marks = /\b(acme|bolt)\.(customer|neighbour|public|nobody)\.([a-z]+)\.\d+/gi

/**
 * Trash entries of tenant administrators count as users, because the system administrator can restore and delete them.
 */
const kindOf = (table: string, { entity_type, type }: Row): string =>
  table === 'trash' && entity_type === 'USER' && type === 'TENANT_ADMIN' ? 'user' : table

export interface Ownership {
  /**
   * Ids and names in a text that this caller may not see. `named`: text of the request; `names`: kinds that are
   * allowed.
   */
  leaks(caller: SignedIn | null, text: string, named?: string, names?: readonly string[]): Promise<string[]>
}

export async function createOwnership({ platform, acme, bolt }: Scene): Promise<Ownership> {
  const { relational } = platform
  const tables = (await tablesOf(relational)).filter((table) => !noEntities.includes(table))
  const byId = (await tablesById(relational)).filter((table) => tables.includes(table))
  assert.ok(byId.includes('device'))
  const known = new Map<string, Known>()
  /** UUIDs that aren't entity ids. */
  const unknown = new Set<string>()
  const sideOfTenant = (id: unknown) => [acme, bolt].find((side) => side.tenant.id === id)
  const secrets = [acme, bolt].flatMap((side) =>
    entityOwners.map((owner) => ({
      text: side.deviceTokens[owner],
      known: { kind: 'device', side: side.name, owners: [owner] },
    })),
  )

  /** Key and secret of edges: readers of an edge don't see them, except for administrators of its tenant. */
  const edgeSecrets = /(?:key|secret) of (acme|bolt)\.\w+\.edge\.\d+/gi

  function customerOwner(customerId: unknown): EntityOwner {
    for (const { customers } of [acme, bolt]) {
      for (const owner of ['customer', 'neighbour', 'public'] as const)
        if (customers[owner] === customerId) return owner
    }
    return 'nobody'
  }

  /** Whether any table has a row with this id. */
  async function isAnyRow(id: string): Promise<boolean> {
    for (const table of byId) {
      const rows = relational.build
        .selectFrom(table as 'device')
        .select('id')
        .where('id', '=', id)
        .limit(1)
      if ((await relational.all(rows)).length > 0) return true
    }
    return false
  }

  async function learn() {
    const rows = new Map<string, Row[]>(
      await Promise.all(
        tables.map(async (table): Promise<[string, Row[]]> => [table, await rowsOf(relational, table)]),
      ),
    )
    const chains = new Map((rows.get('rule_chain') ?? []).map((row) => [row.id, row.tenant_id]))
    for (const [kind, list] of rows) {
      for (const row of list) {
        if (typeof row.id !== 'string') continue
        const tenantId =
          kind === 'tenant' ? row.id : kind === 'rule_node' ? chains.get(row.rule_chain_id) : row.tenant_id
        const side = sideOfTenant(tenantId)
        // Skips tenants that other tests created.
        if (!side && tenantId !== undefined && tenantId !== NIL_UUID) continue
        const owner = customerOwner(kind === 'customer' ? row.id : row.customer_id)
        known.set(row.id, { kind: kindOf(kind, row), side: side?.name ?? 'system', owners: [owner] })
      }
    }
    for (const { id, device_id: device } of rows.get('rpc') ?? []) {
      const of = known.get(String(device))
      if (of) known.set(String(id), { ...of, kind: 'rpc' })
    }
    const assigned = new Map<string, EntityOwner[]>()
    for (const { dashboard_id: id, customer_id: customerId } of rows.get('dashboard_customer') ?? []) {
      assigned.set(String(id), [...(assigned.get(String(id)) ?? []), customerOwner(customerId)])
    }
    for (const [id, owners] of assigned) {
      const dashboard = known.get(id)
      if (dashboard) known.set(id, { ...dashboard, owners })
    }
  }

  function mayKnow(caller: SignedIn | null, { kind, side, owners }: Known): boolean {
    if (caller === null) return false
    if (side === 'system') return !['user', 'trash'].includes(kind) || caller === 'system'
    if (caller === 'system') return ofSystem.includes(kind) || (kind === 'user' && owners.includes('nobody'))
    if (caller === 'stranger') return side === 'Bolt'
    if (side !== 'Acme') return false
    const owner = ownerOf[caller]
    return owner === undefined || owners.includes(owner) || shared.includes(kind)
  }

  async function leaks(caller: SignedIn | null, text: string, named = '', names: readonly string[] = []) {
    const found: string[] = []
    const requested = named.toLowerCase()
    const note = (what: string, it: Known) => {
      if (!requested.includes(what.toLowerCase()) && !names.includes(it.kind) && !mayKnow(caller, it)) {
        found.push(`${what} (${it.kind} of ${it.side}.${it.owners})`)
      }
    }
    for (const [match] of text.matchAll(uuids)) {
      const id = match.toLowerCase()
      if (!known.has(id) && !unknown.has(id)) {
        // Reading all rows takes most of the time of a test that sees many ids of nothing.
        if (await isAnyRow(id)) await learn()
        if (!known.has(id)) unknown.add(id)
      }
      const it = known.get(id)
      if (it) note(id, it)
    }
    for (const [mark, side = '', owner, kind = ''] of text.matchAll(marks)) {
      const table = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      note(mark, {
        kind: table,
        side: /acme/i.test(side) ? 'Acme' : 'Bolt',
        owners: [String(owner).toLowerCase() as EntityOwner],
      })
    }
    for (const [key, side = ''] of text.matchAll(edgeSecrets)) {
      const isAdministrators = caller === (/acme/i.test(side) ? 'tenant' : 'stranger')
      if (!isAdministrators && !requested.includes(key.toLowerCase())) found.push(key)
    }
    for (const secret of secrets) if (text.includes(secret.text)) note(secret.text, secret.known as Known)
    return found
  }

  await learn()
  return { leaks }
}
