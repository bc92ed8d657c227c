/** The copy of a tenant's entities of one type: its rows, the columns of values that were asked for, and its names. */

import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import { foldCase } from '../storage/text-search.ts'
import type { Turns } from '../turns/turns.ts'
import type { OwnedRow } from './entity-query-store.ts'
import type { KnownValue } from './entity-values.ts'
import type { IndexedTable } from './indexed-tables.ts'
import { NameIndex } from './name-index.ts'

/** What a row takes besides its texts and values, with what searches note of it; its place for a value; and a value. */
const rowBytes = 500
const cellBytes = 8
const valueBytes = 72

export interface IndexedRow {
  readonly entityId: EntityId
  customerId: string
  fields: OwnedRow['fields']
  /** By column; a column that is not read yet is undefined everywhere. */
  readonly values: (KnownValue | undefined)[]
  /** What the last text search looked through, and by which keys; null when something of it changed since. */
  searched: { readonly by: string; readonly text: string } | null
}

/** A column of values: of the series of a key, or of an attribute of one scope. */
export interface Column {
  readonly scope: AttributeScope | null
  readonly key: string
  readonly at: number
  usedAt: number
  /** Whether any row ever had one. */
  hasValues: boolean
}

/** The first rows of a search by names, in order, and how many it found. */
export interface FoundNames {
  readonly changes: number
  readonly rows: readonly IndexedRow[]
  readonly total: number
}

export interface EntityIndex {
  /** As they are now, by name as far as they were read at once. */
  readonly rows: readonly IndexedRow[]
  /** Where the rows hold a column's values; undefined where none has any. Only of columns that were asked for. */
  columnAt(scope: AttributeScope | null, key: string): number | undefined
  /** The rows by their names; made by the first who asks. */
  names(): Promise<NameIndex<IndexedRow>>
  /** What searches by names found last. */
  readonly found: Map<string, FoundNames>
}

export const columnName = (scope: AttributeScope | null, key: string) => `${scope ?? ''} ${key}`

/** Texts that rows share. */
const sharedTextsMax = 1000

const textBytesOf = (value: KnownValue | undefined): number =>
  typeof value?.value === 'string' ? value.value.length : 0

function fieldBytesOf(fields: IndexedRow['fields']): number {
  let bytes = 0
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'string') bytes += value.length
  }
  return bytes
}

/** What lists search, apart from one another by what is in no text. */
const textOf = ({ searched }: IndexedTable, fields: IndexedRow['fields']): string =>
  foldCase(searched.map((field) => fields[field] ?? '').join('\0'))

/** Rows between two looks at the time. */
const rowsPerLook = 256

export class Copy implements EntityIndex {
  readonly table: IndexedTable
  readonly tenantId: string
  readonly #turns: Pick<Turns, 'isOver' | 'next'>
  readonly #texts = new Map<string, string>()
  #textBytes = 0
  /** How many there are. */
  #values = 0
  readonly #byId = new Map<string, IndexedRow>()
  /** Until one comes or goes. */
  #rows: readonly IndexedRow[] | null = null
  readonly columns = new Map<string, Column>()
  readonly found = new Map<string, FoundNames>()
  /** Fields that are kept; others are read with the answer. */
  fields: readonly string[]
  isRead = false
  /** Rows or values are being read; stays true when that failed. */
  isReading = false
  isStale = false
  /** Rows to be read again. */
  readonly stale = new Set<string>()
  /** Values that were deleted while they were read: what was read may still have them. */
  deleted: Set<string> | null = null
  /** Reads follow one another. */
  reading: Promise<void> = Promise.resolve()
  /** Queries that look through it: no column goes meanwhile. */
  users = 0
  usedAt = 0
  #names: { readonly index: NameIndex<IndexedRow>; readonly isReady: Promise<void> } | null = null

  constructor(table: IndexedTable, tenantId: string, turns: Pick<Turns, 'isOver' | 'next'>) {
    this.#turns = turns
    this.table = table
    this.tenantId = tenantId
    this.fields = table.indexed
  }

  get rows(): readonly IndexedRow[] {
    this.#rows ??= [...this.#byId.values()]
    return this.#rows
  }

  get ids() {
    return this.#byId.keys()
  }

  get size() {
    return this.#byId.size
  }

  /** About what it takes in memory. */
  get bytes() {
    return this.size * (rowBytes + this.columns.size * cellBytes) + this.#values * valueBytes + this.#textBytes
  }

  /** What one more column takes before it has values. */
  get columnBytes() {
    return this.size * cellBytes
  }

  /** Sets a value of a row. */
  set(row: IndexedRow, column: Column, value: KnownValue | undefined) {
    const before = row.values[column.at]
    this.#textBytes += textBytesOf(value) - textBytesOf(before)
    this.#values += Number(value !== undefined) - Number(before !== undefined)
    row.values[column.at] = value
    if (value) column.hasValues = true
    row.searched = null
  }

  /** Makes room for other values. */
  dropColumn(name: string) {
    const column = this.columns.get(name)
    if (!column) return
    this.columns.delete(name)
    for (const row of this.#byId.values()) {
      this.#textBytes -= textBytesOf(row.values[column.at])
      this.#values -= Number(row.values[column.at] !== undefined)
      row.values[column.at] = undefined
    }
  }

  row(id: string): IndexedRow | undefined {
    return this.#byId.get(id)
  }

  /** Adds or replaces what was read of an entity. Returns the row whose values are to be read. */
  put({ entityId, customerId, fields }: OwnedRow): IndexedRow | null {
    const existing = this.#byId.get(entityId.id)
    // A view that changed may show other values.
    if (existing && this.table.entityType !== 'ENTITY_VIEW') {
      this.#textBytes += fieldBytesOf(fields) - fieldBytesOf(existing.fields)
      existing.customerId = this.#once(customerId)
      existing.fields = this.#shared(fields)
      existing.searched = null
      this.#names?.index.put(existing, textOf(this.table, fields))
      return null
    }
    if (existing) this.remove(existing.entityId.id)
    const row: IndexedRow = {
      entityId,
      customerId: this.#once(customerId),
      fields: this.#shared(fields),
      values: [],
      searched: null,
    }
    this.#textBytes += fieldBytesOf(fields)
    this.#byId.set(entityId.id, row)
    this.#rows = null
    this.#names?.index.put(row, textOf(this.table, fields))
    return row
  }

  remove(id: string): void {
    const row = this.#byId.get(id)
    if (!row) return
    this.#byId.delete(id)
    this.#rows = null
    this.#textBytes -= fieldBytesOf(row.fields)
    for (const value of row.values) {
      this.#textBytes -= textBytesOf(value)
      this.#values -= Number(value !== undefined)
    }
    this.#names?.index.remove(row)
  }

  /** One text for all rows that have the same, where many do. */
  #once(text: string): string {
    const existing = this.#texts.get(text)
    if (existing !== undefined) return existing
    if (this.#texts.size >= sharedTextsMax) this.#texts.clear()
    this.#texts.set(text, text)
    return text
  }

  #shared(fields: IndexedRow['fields']): IndexedRow['fields'] {
    return typeof fields.type === 'string' ? { ...fields, type: this.#once(fields.type) } : fields
  }

  columnAt(scope: AttributeScope | null, key: string): number | undefined {
    const column = this.columns.get(columnName(scope, key))
    return column?.hasValues ? column.at : undefined
  }

  async names(): Promise<NameIndex<IndexedRow>> {
    if (!this.#names || this.#names.index.isWorn) {
      const index = new NameIndex<IndexedRow>()
      // From here on what is put and removed goes into it, too.
      this.#names = { index, isReady: this.#fill(index) }
      this.found.clear()
    }
    const { index, isReady } = this.#names
    await isReady
    return index
  }

  async #fill(index: NameIndex<IndexedRow>): Promise<void> {
    let looked = 0
    // Not of a list that was made before: what goes meanwhile is not to come back.
    for (const row of this.#byId.values()) {
      if (++looked % rowsPerLook === 0 && this.#turns.isOver) await this.#turns.next()
      if (!index.has(row)) index.put(row, textOf(this.table, row.fields))
    }
  }
}
