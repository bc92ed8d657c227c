/**
 * In-memory copies of a tenant's devices and similar entities, for queries that no SQL index can answer: key filters,
 * text search, sorting by values. Copies of customers, dashboards and users hold only what the text search of lists
 * needs.
 *
 * A copy holds the fields of all entities of one type of one tenant and, as columns, the attributes and latest values
 * that queries requested. It is read once, in time slices, and updated by the change stream: the changes of a commit
 * are in the copy before the commit resolves. Rows whose entity is only known to have changed are read again by the
 * next query.
 *
 * Memory is limited by estimated bytes: the copies of a tenant by the limit `queryIndexBytes`, all copies by
 * `copiedBytesMax`. The least recently used columns are dropped first, then the least recently used copies, beginning
 * with the tenant that uses most. Idle copies are dropped after `copyIdleMs`.
 */

import type { EntityType } from '@sonde/model/ids'
import type { AttributeScope, TypedValue } from '@sonde/model/telemetry/values'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { SeriesStore } from '../storage/series.ts'
import {
  type AttributeWrite,
  changesFields,
  type DeletedLatest,
  type EntityChange,
  type PointWrite,
} from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { Turns } from '../turns/turns.ts'
import { type Column, Copy, columnName, type EntityIndex, type IndexedRow } from './entity-index.ts'
import type { EntityQueryStore, OwnedRow, Place } from './entity-query-store.ts'
import { copiedTable } from './indexed-tables.ts'

const copiedBytesMax = 128 * 1024 * 1024
const copyIdleMs = 10 * 60_000
/** Interval between checks for idle copies, ms. */
export const copyLookMs = copyIdleMs / 10
/** Entities per slice when rows are read, and when values are read. */
const sliceRows = 2000
const sliceValues = 1000
/** Maximum bytes read in one slice. */
const sliceBytesMax = 16 * 1024 * 1024

export interface RequestedColumn {
  /** null: latest value of a time series. */
  readonly scope: AttributeScope | null
  readonly key: string
}

export interface EntityIndexesDeps {
  readonly store: Pick<EntityQueryStore, 'ownedRows' | 'ownedRowsOf'>
  readonly attributes: Pick<AttributeStore, 'attributesOfMany'>
  readonly series: Pick<SeriesStore, 'latestOfMany'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly turns: Pick<Turns, 'isOver' | 'next' | 'spending'>
  readonly limits: Pick<Limits, 'of' | 'reject' | 'measure'>
}

export type EntityIndexes = ReturnType<typeof createEntityIndexes>

const valueName = (row: IndexedRow, { scope, key }: Column) => `${row.entityId.id} ${columnName(scope, key)}`

/** The previous read failed midway, so the copy is incomplete. */
class HalfRead extends Error {}

export function createEntityIndexes(deps: EntityIndexesDeps) {
  const { store, attributes, series, live, clock, turns, limits } = deps
  const copies = new Map<string, Copy>()
  /** Keys that are a column of any copy. Writes of other keys are skipped quickly. */
  const seriesKeys = new Set<string>()
  const attributeKeys = new Set<string>()

  const nameOf = (tenantId: string, entityType: EntityType) => `${entityType} ${tenantId}`

  const stopWatching = live.watchAll({ deletedLatest, points, attributes: attributeWrites, change })

  function points(written: readonly PointWrite[]) {
    if (seriesKeys.size === 0) return
    for (const { key, entity, tenantId, ts, type, value } of written) {
      if (!seriesKeys.has(key)) continue
      const copy = copies.get(nameOf(tenantId, entity.entityType))
      const column = copy?.columns.get(columnName(null, key))
      const row = column && copy?.row(entity.id)
      if (!copy || !column || !row) continue
      const known = row.values[column.at]
      if (!known || ts >= known.ts) copy.set(row, column, { ts, type, value })
    }
  }

  function deletedLatest(deleted: readonly DeletedLatest[]) {
    for (const { key, entity, tenantId, latest } of deleted) {
      // An entity view shows another entity's values and gets no event when they are deleted there.
      copies.delete(nameOf(tenantId, 'ENTITY_VIEW'))
      const copy = copies.get(nameOf(tenantId, entity.entityType))
      const column = copy?.columns.get(columnName(null, key))
      const row = column && copy?.row(entity.id)
      if (!copy || !column || !row) continue
      copy.deleted?.add(valueName(row, column))
      copy.set(row, column, latest ?? undefined)
    }
  }

  function attributeWrites(written: readonly AttributeWrite[]) {
    if (attributeKeys.size === 0) return
    for (const { key, scope, entity, tenantId, value, lastUpdateTs } of written) {
      if (!attributeKeys.has(key)) continue
      const copy = copies.get(nameOf(tenantId, entity.entityType))
      const column = copy?.columns.get(columnName(scope, key))
      const row = column && copy?.row(entity.id)
      if (!copy || !column || !row) continue
      if (!value) copy.deleted?.add(valueName(row, column))
      copy.set(row, column, value ? { ts: lastUpdateTs, ...value } : undefined)
    }
  }

  function change(change: EntityChange) {
    if (copies.size === 0 || !changesFields(change)) return
    const { kind, entity, tenantId } = change
    const copy = copies.get(nameOf(tenantId, entity.entityType))
    if (copy) {
      if (kind === 'deleted') copy.remove(entity.id)
      copy.stale.add(entity.id)
    }
    // Deleting a customer unassigns its entities. The name of a device profile is the type of its devices.
    if (entity.entityType === 'CUSTOMER' && kind === 'deleted') {
      for (const one of copies.values()) if (one.tenantId === tenantId && one.table.isLeftBehind) one.isStale = true
    } else if (entity.entityType === 'DEVICE_PROFILE') {
      const devices = copies.get(nameOf(tenantId, 'DEVICE'))
      if (devices) devices.isStale = true
    } else if (entity.entityType === 'TENANT' && kind === 'deleted') {
      for (const [name, one] of copies) if (one.tenantId === entity.id) copies.delete(name)
    }
  }

  /**
   * Runs `use` on an up-to-date copy that has these columns and fields. Throws 400 when the tenant has too many
   * entities of the type, or for too many columns.
   */
  async function look<T>(
    tenantId: string,
    entityType: EntityType,
    columns: readonly RequestedColumn[],
    fields: readonly string[],
    use: (copy: EntityIndex) => Promise<T>,
  ): Promise<T> {
    const table = copiedTable(entityType)
    if (!table) throw new Error(`${entityType} is not copied`)
    const name = nameOf(tenantId, entityType)
    const copy = copies.get(name) ?? new Copy(table, tenantId, turns)
    copy.usedAt = clock.nowMs()
    // Move to the end: the least recently used copy is dropped first.
    copies.delete(name)
    copies.set(name, copy)
    const read = copy.reading.then(() => {
      if (copy.isReading) throw new HalfRead()
      return refresh(copy, columns, fields)
    })
    // A failed read rejects for its own caller only. A partial copy answers no query: the next one starts over.
    copy.reading = read.catch(() => {
      if (copy.isReading && copies.get(name) === copy) copies.delete(name)
    })
    copy.users++
    try {
      await read
      return await use(copy)
    } catch (error) {
      if (!(error instanceof HalfRead)) throw error
    } finally {
      copy.users--
    }
    return look(tenantId, entityType, columns, fields, use)
  }

  async function refresh(copy: Copy, columns: readonly RequestedColumn[], fields: readonly string[]): Promise<void> {
    const missing = fields.filter((field) => Object.hasOwn(copy.table.fields, field) && !copy.fields.includes(field))
    if (missing.length > 0) {
      copy.fields = [...copy.fields, ...missing]
      copy.isStale = true
    }
    const added: IndexedRow[] = []
    copy.isReading = true
    if (!copy.isRead || copy.isStale) added.push(...(await readRows(copy)))
    if (copy.stale.size > 0) added.push(...(await readStale(copy)))
    await readColumns(copy, [...copy.columns.values()], added)
    copy.isReading = false
    const nowMs = clock.nowMs()
    const wanted = columns.filter(({ scope, key }) => !copy.columns.has(columnName(scope, key)))
    if (wanted.length > 0) makeRoom(copy, columns, wanted.length)
    for (const { scope, key } of columns) {
      const existing = copy.columns.get(columnName(scope, key))
      if (existing) existing.usedAt = nowMs
    }
    const made = wanted.map(({ scope, key }) => addColumn(copy, scope, key, nowMs))
    if (made.length === 0) return
    copy.isReading = true
    await readColumns(copy, made, copy.rows)
    copy.isReading = false
    makeRoom(copy, columns, 0)
  }

  function addColumn(copy: Copy, scope: AttributeScope | null, key: string, nowMs: number): Column {
    const taken = new Set([...copy.columns.values()].map(({ at }) => at))
    let at = 0
    while (taken.has(at)) at++
    const column: Column = { scope, key, at, usedAt: nowMs, hasValues: false }
    // From here on, the change stream updates the column too.
    copy.columns.set(columnName(scope, key), column)
    ;(scope === null ? seriesKeys : attributeKeys).add(key)
    return column
  }

  /**
   * Runs a read on its own budget: the data isn't part of the response. A slice above `sliceBytesMax` rejects the copy
   * as too large.
   */
  function bounded<T>({ tenantId, table: { entityType } }: Copy, read: () => T): T {
    let left = sliceBytesMax
    const spend = (bytes: number) => {
      left -= bytes
      if (left >= 0) return
      copies.delete(nameOf(tenantId, entityType))
      limits.reject(tenantId, 'queryIndexBytes')
    }
    return turns.spending(
      {
        spend,
        giveBack(bytes) {
          left += bytes
        },
        get left() {
          return left
        },
        place: () => undefined,
      },
      read,
    )
  }

  /** Reads all rows in slices. Returns the new ones. */
  async function readRows(copy: Copy): Promise<IndexedRow[]> {
    copy.isStale = false
    const added: IndexedRow[] = []
    const gone = new Set(copy.ids)
    let after: Place | null = null
    for (;;) {
      const from: Place | null = after
      const slice: OwnedRow[] = await bounded(copy, () =>
        store.ownedRows(copy.table, copy.tenantId, copy.fields, from, sliceRows),
      )
      for (const row of slice) {
        gone.delete(row.entityId.id)
        const made = copy.put(row)
        if (made) added.push(made)
      }
      makeRoom(copy, null, 0)
      const last = slice.at(-1)
      if (!last || slice.length < sliceRows) break
      after = last.place
      if (turns.isOver) await turns.next()
    }
    // Rows that changed during the read are stale and are read again.
    for (const id of gone) if (!copy.stale.has(id)) copy.remove(id)
    copy.isRead = true
    return added
  }

  async function readStale(copy: Copy): Promise<IndexedRow[]> {
    const added: IndexedRow[] = []
    while (copy.stale.size > 0) {
      const ids = [...copy.stale].slice(0, sliceRows)
      const rows = await bounded(copy, () => store.ownedRowsOf(copy.table, copy.tenantId, copy.fields, ids))
      for (const id of ids) copy.stale.delete(id)
      const gone = new Set(ids)
      for (const row of rows) {
        gone.delete(row.entityId.id)
        const made = copy.put(row)
        if (made) added.push(made)
      }
      for (const id of gone) copy.remove(id)
      makeRoom(copy, null, 0)
      if (turns.isOver) await turns.next()
    }
    return added
  }

  /** Reads the values of columns in slices, with one attribute read and one series read for all columns. */
  async function readColumns(copy: Copy, columns: readonly Column[], rows: readonly IndexedRow[]): Promise<void> {
    const ofSeries = new Map(columns.flatMap((column) => (column.scope === null ? [[column.key, column]] : [])))
    const ofAttributes = new Map(
      columns.flatMap((column) => (column.scope === null ? [] : [[columnName(column.scope, column.key), column]])),
    )
    const attributeNames = [...new Set(columns.flatMap(({ scope, key }) => (scope === null ? [] : [key])))]
    if (columns.length === 0) return
    for (let from = 0; from < rows.length; from += sliceValues) {
      if (turns.isOver) await turns.next()
      const slice = rows.slice(from, from + sliceValues)
      const ids = slice.map(({ entityId }) => entityId.id)
      copy.deleted = new Set()
      const [latest, stored] = await Promise.all([
        ofSeries.size > 0 ? series.latestOfMany(ids, [...ofSeries.keys()]) : [],
        attributeNames.length > 0 ? bounded(copy, () => attributes.attributesOfMany(ids, null, attributeNames)) : null,
      ])
      for (const [i, row] of slice.entries()) {
        for (const point of latest[i] ?? []) offer(copy, row, ofSeries.get(point.key), point.ts, point)
        for (const found of stored?.get(row.entityId.id) ?? []) {
          offer(copy, row, ofAttributes.get(columnName(found.scope, found.key)), found.lastUpdateTs, found)
        }
      }
      copy.deleted = null
      makeRoom(copy, null, 0)
    }
  }

  /** Sets a value that was read, unless the change stream delivered a newer one or its deletion in the meantime. */
  function offer(copy: Copy, row: IndexedRow, column: Column | undefined, ts: number, { type, value }: TypedValue) {
    if (column === undefined || copy.deleted?.has(valueName(row, column))) return
    const known = row.values[column.at]
    if (!known || ts >= known.ts) copy.set(row, column, { ts, type, value })
  }

  function renameKeys() {
    seriesKeys.clear()
    attributeKeys.clear()
    for (const { columns } of copies.values()) {
      for (const { scope, key } of columns.values()) (scope === null ? seriesKeys : attributeKeys).add(key)
    }
  }

  const bytesOf = (tenantId: string): number => {
    let bytes = 0
    for (const copy of copies.values()) if (copy.tenantId === tenantId) bytes += copy.bytes
    return bytes
  }
  limits.measure('queryIndexBytes', bytesOf)

  /**
   * Frees memory for `more` further columns of the copy. Throws 400 when the copy alone is too large for its tenant.
   * `needed`: columns to retain; null: all.
   */
  function makeRoom(copy: Copy, needed: readonly RequestedColumn[] | null, more: number) {
    const { tenantId } = copy
    const max = Math.min(limits.of(tenantId, 'queryIndexBytes'), copiedBytesMax)
    const tooMuch = () => bytesOf(tenantId) + copy.columnBytes * more - max
    if (tooMuch() > 0 && needed && copy.users === 1) dropColumns(copy, needed, tooMuch())
    for (const other of leastUsed(tenantId, copy)) {
      if (tooMuch() <= 0) break
      copies.delete(nameOf(tenantId, other.table.entityType))
    }
    if (tooMuch() > 0) {
      copies.delete(nameOf(tenantId, copy.table.entityType))
      limits.reject(tenantId, 'queryIndexBytes')
    }
    makeRoomForAll(copy, copy.columnBytes * more)
  }

  /** Enforces the limit on all copies: drops copies of the tenants that use the most memory. */
  function makeRoomForAll(copy: Copy, more: number) {
    let all = more
    for (const { bytes } of copies.values()) all += bytes
    while (all > copiedBytesMax) {
      const tenantIds = new Set([...copies.values()].flatMap((one) => (one === copy ? [] : [one.tenantId])))
      const [largest] = [...tenantIds].sort((a, b) => bytesOf(b) - bytesOf(a))
      const [oldest] = largest === undefined ? [] : leastUsed(largest, copy)
      if (!oldest) return
      copies.delete(nameOf(oldest.tenantId, oldest.table.entityType))
      all -= oldest.bytes
    }
  }

  /** The tenant's other copies, least recently used first. */
  const leastUsed = (tenantId: string, except: Copy): Copy[] =>
    [...copies.values()].filter((one) => one.tenantId === tenantId && one !== except)

  /** Drops the least recently used columns to free `bytes`. */
  function dropColumns(copy: Copy, needed: readonly RequestedColumn[], bytes: number) {
    const names = new Set(needed.map(({ scope, key }) => columnName(scope, key)))
    const idle = [...copy.columns].filter(([name]) => !names.has(name)).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const enough = copy.bytes - bytes
    for (const [name] of idle) {
      if (copy.bytes <= enough) break
      copy.dropColumn(name)
    }
    renameKeys()
  }

  function dropIdle() {
    const before = clock.nowMs() - copyIdleMs
    for (const [name, { usedAt }] of copies) if (usedAt < before) copies.delete(name)
    renameKeys()
  }

  return {
    look,
    dropIdle,
    close() {
      stopWatching()
      copies.clear()
    },
  }
}
