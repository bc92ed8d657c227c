/** Test data for attacks, written directly to the database of a stopped server, since creating it isn't measured. */

import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { openDatabase } from '../platform/open-database.ts'

const nil = '13814000-1dd2-11b2-8080-808080808080'
const startMs = 1_700_000_000_000

export interface FilledTenant {
  readonly tenantId: string
  readonly assetIds: readonly string[]
}

export interface Filling {
  /** Number of assets, each related to all others. */
  readonly related?: number
  /** Number of assets with descriptions, and the characters of each description. */
  readonly described?: { readonly count: number; readonly characters: number }
  readonly devices?: number
}

const databasePath = (dataFolder: string) => join(dataFolder, 'sonde.db')

/** Opens the database without crash safety: the test data is written once and isn't needed after a crash. */
function openQuickly(dataFolder: string): DatabaseSync {
  const database = openDatabase(dataFolder)
  database.exec('pragma synchronous = off; pragma journal_mode = off; begin')
  return database
}

/** Syncs the data to disk; otherwise the server's first sync would have to wait for it. */
function finish(database: DatabaseSync, dataFolder: string) {
  database.exec('commit; pragma journal_mode = wal')
  database.close()
  const file = openSync(databasePath(dataFolder), 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Fills the tenant with this title. */
export function fillTenant(
  dataFolder: string,
  title: string,
  { related = 0, described, devices = 0 }: Filling,
): FilledTenant {
  const database = openQuickly(dataFolder)
  const { id: tenantId } = database.prepare('select id from tenant where title = ?').get(title) as { id: string }
  const assetIds: string[] = []
  const asset = database.prepare(
    'insert into asset (id, created_time, tenant_id, customer_id, name, type, label, additional_info) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const addAsset = (name: string, n: number, text: string) => {
    const id = randomUUID()
    asset.run(id, startMs + n, tenantId, nil, `${name} ${n}`, name, null, JSON.stringify({ description: text }))
    return id
  }
  for (let n = 0; n < related; n++) assetIds.push(addAsset('Related', n, ''))
  const relation = database.prepare(
    `insert into relation (from_type, from_id, to_type, to_id, type_group, type) values ('ASSET', ?, 'ASSET', ?, 'COMMON', 'Contains')`,
  )
  for (const from of assetIds) for (const to of assetIds) if (from !== to) relation.run(from, to)
  const text = 'x'.repeat(described?.characters ?? 0)
  for (let n = 0; n < (described?.count ?? 0); n++) addAsset('Described', n, text)
  addDevices(database, tenantId, devices)
  finish(database, dataFolder)
  return { tenantId, assetIds }
}

function addDevices(database: DatabaseSync, tenantId: string, count: number) {
  const profile = database.prepare('select id from device_profile where tenant_id = ?').get(tenantId) as { id: string }
  const columns = 'id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data'
  const device = database.prepare(`insert into device (${columns}) values (?, ?, ?, ?, ?, ?, 'default', ?, '{}')`)
  const attribute = database.prepare(
    `insert into attribute (tenant_id, entity_type, entity_id, scope, key, last_update_ts, value_type, value)
     values (?, 'DEVICE', ?, 'SERVER_SCOPE', ?, ?, 1, ?)`,
  )
  for (let n = 0; n < count; n++) {
    const id = randomUUID()
    device.run(id, startMs + n, tenantId, nil, profile.id, `Device ${n}`, `Line ${n % 40}`)
    for (let k = 0; k < 3; k++) attribute.run(tenantId, id, `a${k}`, startMs, String(n % 100))
  }
}

/** A row that was created over the API, and the values that differ in its copies. */
export interface Copies {
  readonly table: string
  readonly where: string
  readonly count: number
  readonly change: (n: number) => Readonly<Record<string, string | number>>
}

/** Inserts copies of rows, each with a unique id. */
export function copyRows(dataFolder: string, all: readonly Copies[]): void {
  const database = openQuickly(dataFolder)
  for (const { table, where, count, change } of all) {
    const row = database.prepare(`select * from ${table} where ${where}`).get()
    if (!row) throw new Error(`There is no row of ${table} to copy.`)
    const columns = Object.keys(row)
    const copy = database.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    for (let n = 0; n < count; n++) {
      const made: Readonly<Record<string, SQLInputValue>> = { ...row, id: randomUUID(), ...change(n) }
      copy.run(...columns.map((column) => made[column] ?? null))
    }
  }
  finish(database, dataFolder)
}
